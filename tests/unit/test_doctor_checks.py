"""The doctor's verdicts: each fault is found and named with what mends it, and a healthy table raises no alarm."""

from dataclasses import replace
from typing import Any

import pytest

from touchjudge.adapters.doctor import (
    Check,
    Door,
    Facts,
    FirmwareFacts,
    Group,
    JournalFacts,
    PageFacts,
    PinFacts,
    PortFacts,
    RuleFacts,
    checks,
)
from touchjudge.adapters.doctor.checks import CHECKS
from touchjudge.adapters.doctor.facts import MB

PORT = PortFacts(Door("/dev/ttyACM0"))
SHUT = PortFacts(Door("/dev/ttyACM0", may_open=False))
SAME = FirmwareFacts("same", "as this program's", "0.1.0", "pico")
RULE = RuleFacts("/etc/udev/rules.d/60-touchjudge.rules", "same", "dialout")
MISSING = replace(RULE, state="missing", group=None)
PLAYER = Group("dialout")
OUTSIDE = Group("dialout", in_file=False, in_login=False)
JOURNAL = JournalFacts("evenings/journal.sqlite3", size_bytes=400_000)
PICO = Facts(program="/opt/touchjudge", ports=(PORT,), groups=(PLAYER,), rule=RULE, journal=JOURNAL, firmware=SAME)
CHIPS = (Door("/dev/gpiochip0", "gpio"),)
BUS = (Door("/dev/i2c-1", "i2c"),)
PI = replace(PICO, is_pi=True, pins=PinFacts(CHIPS, installed=True), displays=BUS, luma=True)
FIX = "sudo /opt/touchjudge doctor --fix"

HEALTHY = {
    "a laptop with a Pico": PICO,
    "a Raspberry Pi with a Pico, a display and gpiozero": PI,
    "a Raspberry Pi with a Pico and nothing else installed": replace(PI, luma=False, displays=(), pins=PinFacts(CHIPS)),
    "a Raspberry Pi whose pins are the pads": replace(PI, table="gpio", ports=(), firmware=FirmwareFacts()),
    "a machine that lets the user open ports without our rule": replace(PICO, rule=MISSING),
    "a system without udev": replace(PICO, rule=replace(RULE, state="none"), ports=(replace(PORT, ignored=None),)),
    "ModemManager that is told to keep off": replace(PICO, modem_manager=True),
    "a person at the screen who is in no group": replace(PICO, groups=(OUTSIDE,)),
    "a table that runs": replace(
        PICO,
        ports=(replace(PORT, holders=("touchjudge (process 12)",)),),
        journal=replace(JOURNAL, holder="touchjudge play (process 12)", holder_pid=12, log_bytes=90 * MB),
        page=PageFacts(state="ours"),
        firmware=FirmwareFacts(say="a table runs"),
    ),
    "the first evening": replace(PICO, journal=JournalFacts("journal.sqlite3", exists=False, verdict=None)),
    "a system that says nothing of its clock": replace(PICO, clock=None),
}


def verdicts(facts: Facts) -> dict[str, Check]:
    return {check.name: check for check in checks(facts)}


@pytest.mark.parametrize("table", HEALTHY)
def test_a_healthy_table_raises_no_alarm(table: str) -> None:
    assert {name: check.sentence for name, check in verdicts(HEALTHY[table]).items() if check.status != "ok"} == {}


def pico(**changes: Any) -> Facts:
    return replace(PICO, **changes)


def journal(**changes: Any) -> Facts:
    return replace(PICO, journal=replace(JOURNAL, **changes))


LATE = Group("dialout", in_file=True, in_login=False)
FAULTS: dict[str, tuple[Facts, str, str, str, str]] = {
    # fault: facts, which check, status, what it says, what mends it
    "a table file with a fault": (
        pico(table_problem="table.toml, line 3: language is 'fr'"),
        "table_file", "fail", "line 3", "touchjudge table check",
    ),
    "no cable": (pico(ports=(), firmware=FirmwareFacts()), "board", "warn", "No Pico", "put in the cable"),
    "a Pico without MicroPython": (
        pico(ports=(), starting=1, firmware=FirmwareFacts()),
        "board", "fail", "MicroPython", "touchjudge firmware install",
    ),
    "no right to open the port": (
        pico(ports=(SHUT,), groups=(OUTSIDE,)), "port", "fail", "the group dialout, and you are not in it", FIX,
    ),
    "the group since this login began": (
        pico(ports=(SHUT,), groups=(LATE,)), "port", "fail", "this login began before", "newgrp dialout",
    ),
    "the group since this login began, no board yet": (
        pico(ports=(), groups=(LATE,)), "groups", "warn", "log out and in again", "newgrp dialout",
    ),
    "not in the group, no board yet, no rule": (
        pico(ports=(), groups=(OUTSIDE,), rule=MISSING), "groups", "warn", "not in the group dialout", FIX,
    ),
    "a system without the group": (
        pico(ports=(), groups=(Group("dialout", exists=False, in_file=False, in_login=False),)),
        "groups", "warn", "has no group dialout", FIX,
    ),
    "a port opened to everybody by hand": (
        pico(ports=(PortFacts(Door("/dev/ttyACM0", mode=0o666)),), rule=MISSING),
        "port", "warn", "gone when the cable is put in again", FIX,
    ),
    "no rule, and it is needed": (pico(ports=(SHUT,), rule=MISSING), "rule", "fail", "is not installed", FIX),
    "a rule that names an unknown group": (
        pico(rule=replace(RULE, group="pads", group_exists=False)), "rule", "fail", "the system does not know", FIX,
    ),
    "a rule of somebody else": (pico(rule=replace(RULE, state="other")), "rule", "warn", "not this program's", FIX),
    "ModemManager without the rule": (
        pico(modem_manager=True, rule=MISSING, ports=(replace(PORT, ignored=False),)),
        "modem_manager", "warn", "talks to the board", FIX,
    ),
    "another program on the port": (
        pico(ports=(replace(PORT, holders=("mpremote (process 4711)",)),)),
        "port_holder", "fail", "/dev/ttyACM0 is held by mpremote (process 4711)", "kill 4711",
    ),
    "another table on the port": (
        pico(ports=(replace(PORT, holders=("touchjudge (process 99)",)),)),
        "port_holder", "warn", "on another journal", "press Ctrl-C where it runs",
    ),
    "a board without firmware": (
        pico(firmware=FirmwareFacts("none", "the board does not answer")),
        "firmware", "fail", "does not answer", "touchjudge firmware install",
    ),
    "an older firmware": (
        pico(firmware=FirmwareFacts("older", "the board's firmware 0.0.9 is older than 0.1.0", "0.0.9")),
        "firmware", "fail", "0.0.9 is older", "touchjudge firmware install",
    ),
    "a newer firmware": (
        pico(firmware=FirmwareFacts("newer", "this program's is 0.1.0", "0.2.0")),
        "firmware", "fail", "0.2.0", "pip install --upgrade touchjudge",
    ),
    "a board that cannot be asked": (
        pico(firmware=FirmwareFacts(say="its port cannot be opened")), "firmware", "unknown", "cannot be opened", "",
    ),
    "pins wanted on a machine without": (
        pico(table="gpio", ports=()), "pin_factory", "fail", "no pins", "touchjudge play --table pico",
    ),
    "pins wanted and no gpiozero": (
        replace(PI, table="gpio", pins=PinFacts(CHIPS)),
        "pin_factory", "fail", "gpiozero", "pip install 'touchjudge[gpio]'",
    ),
    "a backend that does not work": (
        replace(PI, table="gpio", pins=PinFacts(CHIPS, True, "gpiozero's backend lgpio cannot be loaded (no module)")),
        "pin_factory", "fail", "backend lgpio cannot be loaded", "pip install 'touchjudge[gpio]'",
    ),
    "pins that may not be used": (
        replace(PI, table="gpio", pins=PinFacts((Door("/dev/gpiochip0", "gpio", may_open=False),), True)),
        "pin_factory", "fail", "the group gpio", "sudo usermod --append --groups gpio $USER",
    ),
    "the bus of the display is off": (
        replace(PI, displays=()), "display_bus", "warn", "is off", "sudo raspi-config nonint do_i2c 0",
    ),
    "the bus of a colour panel is off": (
        replace(PI, displays=(), bus="spi"), "display_bus", "warn", "(SPI) is off", "sudo raspi-config nonint do_spi 0",
    ),
    "the bus of the display is shut": (
        replace(PI, displays=(Door("/dev/i2c-1", "i2c", may_open=False),)),
        "display_bus", "warn", "the group i2c", "sudo usermod --append --groups i2c $USER",
    ),
    "the group of the display since this login began": (
        replace(PI, displays=(Door("/dev/i2c-1", "i2c", may_open=False),), groups=(Group("i2c", in_login=False),)),
        "display_bus", "warn", "this login began before", "newgrp i2c",
    ),
    "a disk that fills up": (journal(free_bytes=90 * MB), "disk_space", "warn", "90 MB left", "sudo apt-get clean"),
    "a disk that is full": (journal(free_bytes=3 * MB), "disk_space", "fail", "3 MB left", "sudo apt-get clean"),
    "a journal of another user": (
        journal(writable=False), "journal", "fail", "cannot be written", "sudo chown -R $USER evenings",
    ),
    "a journal that cannot be read": (
        journal(problem="the journal cannot be read (Permission denied)"),
        "journal", "fail", "Permission denied", "ls -ld",
    ),
    "a damaged journal": (
        journal(verdict="malformed database schema"), "journal", "fail", "malformed", "touchjudge play",
    ),
    "a log that grows": (journal(log_bytes=80 * MB), "journal", "warn", "80 MB", "touchjudge play"),
    "a clock that nobody sets": (
        pico(clock=False), "clock", "warn", "dates of evenings", "sudo timedatectl set-ntp true",
    ),
    "a page of another program": (
        pico(page=PageFacts(state="other", detail="nginx")), "page", "fail", "nginx", "touchjudge play --port 8081",
    ),
    "a port of the system": (
        pico(page=PageFacts(80, "denied")), "page", "fail", "Port 80", "touchjudge play --port 8080",
    ),
    "a port that cannot be used": (
        pico(page=PageFacts(state="unusable", detail="in use")), "page", "fail", "in use", "--port 8081",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_and_named_with_what_mends_it(fault: str) -> None:
    facts, name, status, says, mend = FAULTS[fault]
    check = verdicts(facts)[name]
    assert check.status == status
    assert says in check.sentence
    assert mend in (check.mend or "")
    assert bool(check.mend) == (status in ("warn", "fail"))


def test_br063_a_rule_that_came_after_the_board_was_plugged_in_is_found() -> None:
    check = verdicts(pico(ports=(replace(PORT, ignored=False),)))["rule"]
    assert check.status == "fail"
    assert check.sentence == "The rule came after the board was plugged in, and was not applied to it."
    assert check.mend == FIX


def test_br007_a_backend_that_does_not_work_is_named_and_fails_the_call() -> None:
    facts = FAULTS["a backend that does not work"][0]
    check = verdicts(facts)["pin_factory"]
    assert check.status == "fail"
    assert "lgpio" in check.sentence
    assert check.mend == "pip install 'touchjudge[gpio]'"
    # A Pico's table goes on without: the same is only worth a look there.
    assert verdicts(replace(facts, table="pico"))["pin_factory"].status == "warn"


def test_every_check_has_a_fault_that_it_finds() -> None:
    assert {name for _, name, *_ in FAULTS.values()} == {check.__name__ for check in CHECKS} == set(verdicts(PICO))


@pytest.mark.parametrize("facts", [facts for facts, *_ in FAULTS.values()] + list(HEALTHY.values()))
def test_every_sentence_is_one_that_people_can_read(facts: Facts) -> None:
    for check in checks(facts):
        assert check.sentence[0].isupper() or check.sentence.startswith(("/dev", "gpiozero", "table.toml"))
        assert check.sentence.endswith(".")
        assert ".." not in check.sentence.replace("…", "")
