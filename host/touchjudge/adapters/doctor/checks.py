"""Facts in, verdicts out: pure, so that every fault can be stated and every verdict be tested.

A check that has no reason to complain says so in a sentence, too: what was looked at is part of the answer. ``fail``
is for what keeps the table from working as it is meant, ``warn`` for what will or may.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, assert_never

from touchjudge.adapters.doctor.facts import MB, Door, Facts, PortFacts
from touchjudge.adapters.doctor.rule import GROUPS

Status = Literal["ok", "warn", "fail", "unknown"]

LITTLE_BYTES = 200 * MB
TOO_LITTLE_BYTES = 20 * MB
LONG_LOG_BYTES = 64 * MB
_WORLD = 0o006


@dataclass(frozen=True, slots=True)
class Check:
    """One verdict.

    Attributes:
        mend: the one command (or act) that mends it; None where nothing is wrong.
    """

    name: str
    status: Status
    sentence: str
    mend: str | None = None


def checks(facts: Facts) -> list[Check]:
    """All verdicts, in the order in which one would mend things.

    >>> {check.status for check in checks(Facts())} <= {"ok", "warn", "unknown"}
    True
    """
    return [check(facts) for check in CHECKS]


def table_file(facts: Facts) -> Check:
    """The table file can be read."""
    if facts.table_problem:
        return Check("table_file", "fail", _sentence(facts.table_problem), "touchjudge table check")
    return Check(
        "table_file", "ok", f"The table file {facts.table_path} has no fault; where there is none, all is as usual."
    )


def board(facts: Facts) -> Check:
    """A board is plugged in."""
    if not _uses_usb(facts):
        return Check("board", "ok", f"A table of the kind {facts.table} needs no board on USB.")
    if facts.ports:
        return Check("board", "ok", f"A board is on {', '.join(each.door.path for each in facts.ports)}.")
    if facts.starting:
        sentence = "A Pico waits for MicroPython: it shows itself as a drive and has no port."
        return Check("board", "fail", sentence, "touchjudge firmware install")
    sentence = "No Pico is plugged in: a table plays by hand until one comes."
    return Check("board", "warn", sentence, "put in the cable of the Pico (a cable for data, not only for power)")


def port(facts: Facts) -> Check:
    """The ports of the boards may be opened."""
    shut = [each for each in facts.ports if not each.door.may_open]
    if not shut:
        loose = [each.door for each in facts.ports if each.door.mode & _WORLD and facts.rule.state != "same"]
        if loose:
            return Check(
                "port",
                "warn",
                f"{loose[0].path} is open to everybody; that is gone when the cable is put in again.",
                _fix(facts),
            )
        seen = "The ports of the boards may be opened." if facts.ports else "There is no port that could be shut."
        return Check("port", "ok", seen)
    door = shut[0].door
    return _shut("port", door, facts, _fix(facts))


def groups(facts: Facts) -> Check:
    """The user is in the groups that open devices, in this login too."""
    for group in facts.groups:
        if not group.exists:
            sentence = f"The system has no group {group.name}, which may open the ports of boards."
            return Check("groups", "warn", sentence, _fix(facts))
        if group.in_file and not group.in_login:
            return Check(
                "groups",
                "warn",
                f"You are in the group {group.name}, but this login began before that: log out and in again.",
                f"newgrp {group.name}",
            )
        if not group.in_file and group.name in GROUPS and not facts.ports and facts.rule.state != "same":
            sentence = f"You are not in the group {group.name}, so a Pico's port may not be opened when it is put in."
            return Check("groups", "warn", sentence, _fix(facts))
    names = [group.name for group in facts.groups if group.in_login]
    return Check("groups", "ok", f"This login has the groups {', '.join(names)}." if names else "No group is needed.")


def rule(facts: Facts) -> Check:
    """The rule for udev is there, whole, and was applied."""
    there = facts.rule
    if there.state == "none":
        return Check("rule", "ok", "No udev runs here, so no rule is needed.")
    if there.state == "missing":
        needed = any(not each.door.may_open for each in facts.ports) or (facts.modem_manager and bool(facts.ports))
        if needed:
            return Check("rule", "fail", f"The rule {there.path} is not installed.", _fix(facts))
        return Check("rule", "ok", "The rule for udev is not installed, and nothing here needs it.")
    if not there.group_exists:
        sentence = f"The rule names the group {there.group}, which the system does not know: udev leaves it out."
        return Check("rule", "fail", sentence, _fix(facts))
    if there.state == "other":
        return Check("rule", "warn", f"The rule {there.path} is not this program's.", _fix(facts))
    if any(each.ignored is False for each in facts.ports):
        sentence = "The rule came after the board was plugged in, and was not applied to it."
        return Check("rule", "fail", sentence, _fix(facts))
    return Check("rule", "ok", "The rule for udev is installed and applied.")


def modem_manager(facts: Facts) -> Check:
    """ModemManager leaves the boards alone."""
    if not facts.modem_manager:
        return Check("modem_manager", "ok", "ModemManager does not run.")
    if any(each.ignored is not True for each in facts.ports):
        sentence = "ModemManager tries each new port for some seconds and talks to the board meanwhile."
        return Check("modem_manager", "warn", sentence, _fix(facts))
    return Check("modem_manager", "ok", "ModemManager runs and leaves the boards alone.")


def port_holder(facts: Facts) -> Check:
    """No other program holds a port."""
    held = [(each, holder) for each in facts.ports for holder in each.holders if not _is_our_table(facts, holder)]
    if held:
        one, holder = held[0]
        sentence = f"{one.door.path} is held by {holder}."
        if holder.startswith("touchjudge "):  # a game may be on: that is not for a command to end
            sentence = f"{sentence.rstrip('.')}, on another journal: end that table first, or look at it with its --db."
            return Check("port_holder", "warn", sentence, "press Ctrl-C where it runs")
        number = holder.rpartition("process ")[2].rstrip(")")
        return Check("port_holder", "fail", sentence, f"kill {number}" if number.isdecimal() else "end that program")
    if any(each.holders for each in facts.ports):
        return Check("port_holder", "ok", "The port is held by the table that runs.")
    return Check("port_holder", "ok", "No other program holds a port.")


def firmware(facts: Facts) -> Check:
    """The board runs this program's firmware."""
    told = facts.firmware
    sentence = _sentence(f"the board has firmware {told.firmware}: {told.say}" if told.firmware else told.say)
    match told.match:
        case "same":
            return Check("firmware", "ok", sentence)
        case "unknown":
            status: Status = "unknown" if facts.ports and not facts.table_runs else "ok"
            return Check("firmware", status, _sentence(f"the firmware was not asked: {told.say}"))
        case "stopped":
            return Check("firmware", "fail", sentence, "pull the cable of the Pico and put it in again")
        case "newer":
            return Check("firmware", "fail", sentence, "pip install --upgrade touchjudge")
        case _:
            return Check("firmware", "fail", sentence, "touchjudge firmware install")


def pin_factory(facts: Facts) -> Check:
    """The pins of a Raspberry Pi's header can be used, where they are meant to be."""
    pins, wanted = facts.pins, facts.table == "gpio"
    if not pins.doors:
        if wanted:
            sentence = "This machine has no pins: --table gpio is for a Raspberry Pi."
            return Check("pin_factory", "fail", sentence, "touchjudge play --table pico")
        return Check("pin_factory", "ok", "This machine has no pins of its own, and a Pico needs none.")
    if not pins.installed:
        sentence = "gpiozero is not installed; only --table gpio needs it."
        return Check("pin_factory", "fail" if wanted else "ok", sentence, _extra("gpio") if wanted else None)
    shut = [door for door in pins.doors if not door.may_open]
    if len(shut) == len(pins.doors):
        return _shut("pin_factory", shut[0], facts, None, status="fail" if wanted else "warn")
    if pins.problem:
        return Check("pin_factory", "fail" if wanted else "warn", _sentence(pins.problem), _extra("gpio"))
    return Check("pin_factory", "ok", "gpiozero finds the pins of this machine.")


def display_bus(facts: Facts) -> Check:
    """The bus of a small display is on and may be used."""
    if not facts.displays:
        if facts.is_pi and facts.luma:
            sentence = f"The bus of a small display ({facts.bus.upper()}) is off."
            return Check("display_bus", "warn", sentence, f"sudo raspi-config nonint do_{facts.bus} 0")
        return Check("display_bus", "ok", "There is no bus for a small display; only --screen panel needs one.")
    shut = [door for door in facts.displays if not door.may_open]
    if shut and facts.luma:
        return _shut("display_bus", shut[0], facts, None, status="warn")
    if not facts.luma:
        return Check(
            "display_bus", "ok", "The library for small displays is not installed; only --screen panel needs it."
        )
    return Check("display_bus", "ok", f"A small display can be on {', '.join(door.path for door in facts.displays)}.")


def disk_space(facts: Facts) -> Check:
    """There is room for evenings to come."""
    free = facts.journal.free_bytes
    if free is None:
        return Check("disk_space", "unknown", "How much room the disk of the journal has is not known.")
    room = f"The disk of the journal has {free // MB} MB left"
    if free < LITTLE_BYTES:
        status: Status = "fail" if free < TOO_LITTLE_BYTES else "warn"
        mend = "sudo apt-get clean (or take away files that are not needed)"
        return Check("disk_space", status, f"{room}; an evening needs some MB, and a full disk stops the game.", mend)
    return Check("disk_space", "ok", f"{room}.")


def journal(facts: Facts) -> Check:
    """The journal is whole and can be written."""
    kept = facts.journal
    if kept.problem:
        return Check("journal", "fail", _sentence(kept.problem), f"ls -ld {kept.path}")
    if not kept.writable:
        sentence = f"The journal {kept.path} cannot be written by this user."
        return Check("journal", "fail", sentence, f"sudo chown -R $USER {_folder(kept.path)}")
    if not kept.exists:
        return Check("journal", "ok", "There is no journal yet: the first evening begins one.")
    if kept.verdict not in ("ok", None):
        sentence = f"The journal {kept.path} is damaged ({kept.verdict}); a table sets it aside and restores the rest."
        return Check("journal", "fail", sentence, "touchjudge play")
    if kept.log_bytes > LONG_LOG_BYTES and kept.holder is None:
        sentence = f"The journal's log has {kept.log_bytes // MB} MB that were never put away."
        return Check("journal", "warn", sentence, "touchjudge play")
    holder = f" and is written by {kept.holder}" if kept.holder else ""
    return Check("journal", "ok", f"The journal is whole ({kept.size_bytes // 1_000} kB){holder}.")


def clock(facts: Facts) -> Check:
    """The wall clock is right. Nothing is computed with it; it dates the evenings."""
    if facts.clock is None:
        return Check("clock", "ok", "Whether a time server sets the clock is not known here; rulings do not need it.")
    if not facts.clock:
        sentence = "No time server sets the clock: dates of evenings can be wrong, rulings and times cannot."
        return Check("clock", "warn", sentence, "sudo timedatectl set-ntp true")
    return Check("clock", "ok", "The clock is set by a time server.")


def page(facts: Facts) -> Check:
    """The scoreboard page can be served."""
    at = facts.page
    match at.state:
        case "free":
            return Check("page", "ok", f"Port {at.port} is free for the scoreboard page.")
        case "ours":
            return Check("page", "ok", f"The scoreboard page answers at http://127.0.0.1:{at.port}.")
        case "denied":
            sentence = f"Port {at.port} is one of the system's."
        case "other":
            sentence = f"Something else answers on port {at.port}{f' ({at.detail})' if at.detail else ''}."
        case "unusable":
            sentence = f"Port {at.port} cannot be used ({at.detail})."
        case _:
            assert_never(at.state)
    return Check("page", "fail", sentence, f"touchjudge play --port {8081 if at.port == 8080 else 8080}")


CHECKS: tuple[Callable[[Facts], Check], ...] = (
    table_file,
    board,
    port,
    groups,
    rule,
    modem_manager,
    port_holder,
    firmware,
    pin_factory,
    display_bus,
    disk_space,
    journal,
    clock,
    page,
)


def _uses_usb(facts: Facts) -> bool:
    return facts.table.partition(":")[0] == "pico"


def _fix(facts: Facts) -> str:
    return f"sudo {facts.program} doctor --fix"


def _shut(name: str, door: Door, facts: Facts, mend: str | None, *, status: Status = "fail") -> Check:
    """A device that this user may not open, and which of the reasons it is."""
    group = facts.group(door.group)
    if group is not None and group.in_file and not group.in_login:
        sentence = f"{door.path} may not be opened yet: you are in its group {door.group}, but this login began before."
        return Check(name, status, f"{sentence} Log out and in again.", f"newgrp {door.group}")
    sentence = f"{door.path} may not be opened: it belongs to the group {door.group}, and you are not in it."
    return Check(name, status, sentence, mend or f"sudo usermod --append --groups {door.group} $USER")


def _is_our_table(facts: Facts, holder: str) -> bool:
    return facts.journal.holder_pid is not None and holder.endswith(f"(process {facts.journal.holder_pid})")


def _extra(name: str) -> str:
    return f"pip install 'touchjudge[{name}]'"


def _folder(path: str) -> str:
    return path.rpartition("/")[0] or "."


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def first_port(facts: Facts) -> PortFacts | None:
    """The port that can be asked for its firmware: the only one that may be opened and that nobody holds."""
    free = [each for each in facts.ports if each.door.may_open and not each.holders]
    return free[0] if len(free) == 1 else None
