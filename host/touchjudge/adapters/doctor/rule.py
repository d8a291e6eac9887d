"""The rule for udev that lets a normal user open a Pico and ModemManager leave it alone, and how it is installed.

The order matters: udev leaves a group out that it does not know when the rule is read, and a board that is plugged in
already is not looked at again by itself. So the group is first, then the user in it, the rule, and only then udev is
told to read it and to look at the boards again. What is there already is no step, so a second time changes nothing.

Ref: udev(7); the vendor id 2e8a is Raspberry Pi's: 0005 MicroPython, 0003 and 000f the drive of a Pico and a Pico 2.
"""

import os
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from touchjudge.errors import ConfigError

RULE_PATH = "/etc/udev/rules.d/60-touchjudge.rules"
VENDOR = "2e8a"
GROUPS = ("dialout", "uucp", "plugdev")
"""Who may open serial ports: the first of these that a system knows (Debian and Fedora; Arch; others)."""

IGNORED = "ID_MM_DEVICE_IGNORE"


def rule_text(group: str) -> str:
    r"""The whole file.

    It comes before 73-seat-late.rules, which gives the person at the screen what is tagged ``uaccess``, and before
    ModemManager's own rules.

    >>> rule_text("dialout").count("GROUP=\"dialout\"")
    2
    """
    may = f'MODE="0660", GROUP="{group}", TAG+="uaccess", ENV{{{IGNORED}}}="1"'
    return (
        "# Boards of a touchjudge table: whatever Raspberry Pi's vendor id is on. Installed by `touchjudge doctor"
        " --fix`.\n"
        f"# The group {group} and whoever sits at the screen may open them, and ModemManager leaves them alone.\n"
        'ACTION=="remove", GOTO="touchjudge_end"\n'
        f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{VENDOR}", {may}, ENV{{ID_MM_PORT_IGNORE}}="1"\n'
        f'SUBSYSTEM=="usb", ENV{{DEVTYPE}}=="usb_device", ATTR{{idVendor}}=="{VENDOR}", {may}\n'
        'LABEL="touchjudge_end"\n'
    )


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do.

    Attributes:
        why: for people.
        command: to be run; empty for the file.
        text: of the file to be written, or None.
    """

    why: str
    command: tuple[str, ...] = ()
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Before:
    """The system before anything is installed.

    Attributes:
        groups: all that it knows. user: who is to open the boards, or None. user_exists, user_groups: of that user.
        rule: the text of the rule that is there, or None.
        udev: it runs.
        applied: every board that is plugged in is as the rule says.
    """

    groups: tuple[str, ...]
    user: str | None
    user_exists: bool = True
    user_groups: tuple[str, ...] = ()
    rule: str | None = None
    udev: bool = True
    applied: bool = True


class Unfixable(ConfigError):
    """Something has to be there first that only the owner of the machine can decide on."""


def plan(before: Before) -> list[Step]:
    """What is to be done, in this order; nothing where all is well.

    Raises:
        Unfixable: the user does not exist yet. Nothing is installed then: a rule that comes first would be in vain.

    >>> [step.command[0] for step in plan(Before(("dialout",), "ana", udev=False)) if step.command]
    ['usermod']
    """
    if before.user is not None and not before.user_exists:
        raise Unfixable(
            f"there is no user {before.user!r}; make it first (`sudo adduser --system {before.user}` for a service),"
            " then run this again"
        )
    steps = []
    group = next((name for name in GROUPS if name in before.groups), None)
    if group is None:
        group = GROUPS[0]
        steps.append(Step(f"make the group {group}", ("groupadd", "--system", group)))
    if before.user is not None and before.user != "root" and group not in before.user_groups:
        steps.append(
            Step(f"put {before.user} into the group {group}", ("usermod", "--append", "--groups", group, before.user))
        )
    text = rule_text(group)
    is_new = before.rule != text
    if is_new:
        steps.append(Step(f"write the rule {RULE_PATH}", text=text))
    if before.udev and (is_new or not before.applied):
        steps += [
            Step("tell udev to read it", ("udevadm", "control", "--reload")),
            Step(
                "tell udev to look at the boards again",
                ("udevadm", "trigger", "--action=change", "--subsystem-match=usb", f"--attr-match=idVendor={VENDOR}"),
            ),
            Step(
                "and at their ports",
                (
                    "udevadm",
                    "trigger",
                    "--action=change",
                    "--subsystem-match=tty",
                    f"--property-match=ID_VENDOR_ID={VENDOR}",
                ),
            ),
            Step("wait until it is done", ("udevadm", "settle", "--timeout=10")),
        ]
    return steps


def run(command: Sequence[str]) -> None:
    """Run a command of the system.

    Raises:
        ConfigError: it is not there, or it failed.
    """
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)  # noqa: S603 - ours
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ConfigError(
            f"`{' '.join(command)}` could not be run ({error}); run it by hand, then this again"
        ) from None
    if done.returncode:
        why = " ".join((done.stderr or done.stdout).split()) or f"status {done.returncode}"
        raise ConfigError(f"`{' '.join(command)}` failed ({why}); mend that, then run this again")


def apply(steps: Sequence[Step], *, path: Path = Path(RULE_PATH), runs: Callable[[Sequence[str]], None] = run) -> None:
    """Do all steps in their order; the first that fails ends it, and doing it again goes on there.

    Raises:
        ConfigError: a step failed.
    """
    for step in steps:
        if step.command:
            runs(step.command)
        if step.text is not None:
            _write(path, step.text)


def _write(path: Path, text: str) -> None:
    beside = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(text, encoding="ascii")
        beside.chmod(0o644)
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise ConfigError(
            f"the rule {path} cannot be written ({os.strerror(error.errno or 0)}); run this with sudo"
        ) from None
