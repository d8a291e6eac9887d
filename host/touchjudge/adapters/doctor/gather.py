"""Reads the facts from this machine: files of the kernel and of udev, groups, the clock, a port of the network.

Nothing is changed, and nothing is asked of a table that runs. What other adapters know (ports, who holds them, the
journal, the pins) is handed in.
"""

import ctypes
import errno
import grp
import http.client
import importlib.util
import json
import os
import platform
import pwd
import socket
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from touchjudge.adapters.doctor.facts import (
    Bus,
    Door,
    Facts,
    Group,
    JournalFacts,
    PageFacts,
    PinFacts,
    PortFacts,
    RuleFacts,
)
from touchjudge.adapters.doctor.rule import GROUPS, IGNORED, RULE_PATH, VENDOR, Before, rule_text

_DRIVES = {"0003", "000f"}  # a Pico and a Pico 2 that wait for firmware
_TIME_ERROR = 5  # of adjtimex: nobody sets the clock
_TIMEX_BYTES = 512  # more than any kernel's
_ANSWER_WITHIN_S = 1.0

KnownGroup = tuple[str, int, tuple[str, ...]]
"""Name, number and members."""


@dataclass(frozen=True, slots=True)
class Machine:
    """Where to look, and as whom.

    Attributes:
        root: what stands for ``/``.
        numbers: of the groups of this login.
        known: all groups of the system.
        primary: number of the user's own group, by the system's list.
        primary_of: the same for any user; None where there is no such user.
    """

    root: Path = Path("/")
    user: str = ""
    is_root: bool = False
    numbers: frozenset[int] = frozenset()
    known: tuple[KnownGroup, ...] = ()
    primary: int = -1
    may_open: Callable[[Path], bool] = field(default=lambda path: os.access(path, os.R_OK | os.W_OK))
    primary_of: Callable[[str], int | None] = field(default=lambda user: _primary_of(user))

    @classmethod
    def here(cls) -> "Machine":
        """This machine, as the user who runs this."""
        name, primary = str(os.getuid()), os.getgid()
        with suppress(KeyError):  # a user of a container need not be in any list
            user = pwd.getpwuid(os.getuid())
            name, primary = user.pw_name, user.pw_gid
        known = tuple((each.gr_name, each.gr_gid, tuple(each.gr_mem)) for each in grp.getgrall())
        numbers = frozenset((*os.getgroups(), os.getgid()))
        return cls(Path("/"), name, os.getuid() == 0, numbers, known, primary)

    def path(self, path: str) -> Path:
        """A path on this machine."""
        return self.root / path.removeprefix("/")

    def group(self, name: str) -> Group:
        """Whether there is such a group and this user is in it."""
        for known, number, members in self.known:
            if known == name:
                in_file = self.user in members or number == self.primary or self.is_root
                return Group(name, True, in_file, number in self.numbers or self.is_root)
        return Group(name, exists=False, in_file=False, in_login=False)

    def door(self, path: str) -> Door | None:
        """A device; None where there is none."""
        here = self.path(path)
        try:
            status = here.stat()
        except OSError:
            return None
        group = next((name for name, number, _ in self.known if number == status.st_gid), str(status.st_gid))
        return Door(path, group, stat.S_IMODE(status.st_mode), self.may_open(here))


def gather(
    machine: Machine,
    *,
    table: str,
    ports: Sequence[str],
    holders: Callable[[str], Sequence[str]],
    journal: JournalFacts,
    page_port: int,
    pin_problem: Callable[[], str | None],
    version: str,
    program: str,
    table_path: str,
    table_problem: str | None,
    bus: Bus = "i2c",
) -> Facts:
    """The facts of a machine; what the board says of its firmware is not among them yet.

    Args:
        ports: paths of the boards' ports.
        pin_problem: tries the backend of the pins.
        bus: of the panel that the table file names.
    """
    found = tuple(
        PortFacts(door, tuple(holders(path)), _ignored(machine, path)) for path in ports if (door := machine.door(path))
    )
    displays = tuple(_doors(machine, "i2c-[0-9]*" if bus == "i2c" else "spidev[0-9]*"))
    doors = tuple(_doors(machine, "gpiochip[0-9]*"))
    gpiozero = _is_installed("gpiozero")
    wanted = [port.door.group for port in found] or [_serial_group(machine)]
    luma = _is_installed("luma.oled" if bus == "i2c" else "luma.lcd")
    wanted += [door.group for door in displays if luma]
    wanted += [door.group for door in doors if table == "gpio"]
    return Facts(
        program=program,
        version=version,
        python=platform.python_version(),
        system=f"{platform.system()} {platform.release()} {platform.machine()}",
        is_pi=_model(machine).startswith("Raspberry Pi"),
        user_is_root=machine.is_root,
        table=table,
        table_path=table_path,
        table_problem=table_problem,
        ports=found,
        starting=_starting(machine),
        groups=tuple(machine.group(name) for name in dict.fromkeys(wanted) if name != "root"),
        rule=_rule(machine),
        modem_manager=_runs(machine, "ModemManager"),
        pins=PinFacts(doors, gpiozero, pin_problem() if gpiozero and any(door.may_open for door in doors) else None),
        displays=displays,
        bus=bus,
        luma=luma,
        journal=journal,
        clock=clock_is_set(),
        page=page(page_port),
    )


def before_fixing(machine: Machine, user: str | None) -> Before:
    """The system as the rule would find it.

    Args:
        user: who is to open the boards.
    """
    own = None if user is None else machine.primary_of(user)
    text = None
    with suppress(OSError):
        text = machine.path(RULE_PATH).read_text(encoding="utf-8", errors="replace")
    applied = all(_ignored(machine, f"/dev/{each.name}") is not False for each in _ports_of_boards(machine))
    return Before(
        groups=tuple(name for name, _, _ in machine.known),
        user=user,
        user_exists=user is None or own is not None,
        user_groups=tuple(name for name, number, members in machine.known if user in members or number == own),
        rule=text,
        udev=machine.path("/run/udev/control").exists(),
        applied=applied,
    )


def clock_is_set() -> bool | None:
    """Whether a time server sets this machine's clock; None where the system does not say.

    Ref: adjtimex(2), which is only asked here.
    """
    with suppress(OSError, AttributeError):
        state = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
        return None if state < 0 else state != _TIME_ERROR
    return None


def page(port: int) -> PageFacts:
    """Who answers on the port of the page, or whether it could be listened on."""
    try:
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=_ANSWER_WITHIN_S)) as asked:
            asked.request("GET", "/api/health")
            answer = asked.getresponse()
            what = answer.read(4_096)
    except ConnectionRefusedError:
        return _free(port)
    except (OSError, http.client.HTTPException):
        return PageFacts(port, "other", "it does not speak as a page does")
    with suppress(ValueError):
        told = json.loads(what)
        if isinstance(told, dict) and "pages" in told:
            return PageFacts(port, "ours")
    return PageFacts(port, "other", answer.getheader("Server") or "")


def _free(port: int) -> PageFacts:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("127.0.0.1", port))
        except OSError as error:
            state: Literal["denied", "unusable"] = "denied" if error.errno == errno.EACCES else "unusable"
            return PageFacts(port, state, os.strerror(error.errno or 0))
    return PageFacts(port, "free")


def _ignored(machine: Machine, port: str) -> bool | None:
    """Whether udev has marked a port for ModemManager to leave alone; None where it says nothing of it."""
    try:
        number = machine.path(port).stat().st_rdev
        told = machine.path(f"/run/udev/data/c{os.major(number)}:{os.minor(number)}").read_text(errors="replace")
    except OSError:
        return None
    return f"E:{IGNORED}=1" in told.splitlines()


def _rule(machine: Machine) -> RuleFacts:
    if not machine.path("/run/udev/control").exists():
        return RuleFacts(RULE_PATH, "none")
    try:
        text = machine.path(RULE_PATH).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return RuleFacts(RULE_PATH, "missing")
    group = text.partition('GROUP="')[2].partition('"')[0] or None
    same = group is not None and text == rule_text(group)
    return RuleFacts(RULE_PATH, "same" if same else "other", group, group is None or machine.group(group).exists)


def _serial_group(machine: Machine) -> str:
    return next((name for name in GROUPS if machine.group(name).exists), GROUPS[0])


def _doors(machine: Machine, pattern: str) -> Iterator[Door]:
    for each in sorted(machine.path("/dev").glob(pattern)):
        door = machine.door(f"/dev/{each.name}")
        if door is not None:
            yield door


def _model(machine: Machine) -> str:
    with suppress(OSError):
        return machine.path("/proc/device-tree/model").read_text(errors="replace").rstrip("\0")
    return ""


def _primary_of(user: str) -> int | None:
    try:
        return pwd.getpwnam(user).pw_gid
    except KeyError:
        return None


def _starting(machine: Machine) -> int:
    return sum(product in _DRIVES for vendor, product in _usb(machine) if vendor == VENDOR)


def _usb(machine: Machine) -> Iterator[tuple[str, str]]:
    for device in machine.path("/sys/bus/usb/devices").glob("*"):
        with suppress(OSError):
            yield (device / "idVendor").read_text().strip(), (device / "idProduct").read_text().strip()


def _ports_of_boards(machine: Machine) -> Iterable[Path]:
    """The ports of devices with the vendor id, as the kernel lists them."""
    for port in machine.path("/sys/class/tty").glob("ttyACM*"):
        with suppress(OSError):
            if (port / "device").resolve().parent.joinpath("idVendor").read_text().strip() == VENDOR:
                yield port


def _runs(machine: Machine, name: str) -> bool:
    for process in machine.path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (process / "comm").read_text().strip() == name:
                return True
    return False


def _is_installed(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ImportError:  # its package is not there
        return False
