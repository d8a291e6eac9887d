"""What the doctor looks at, as values: a fault is simulated by stating it here."""

from dataclasses import dataclass
from typing import Literal

MB = 1_000_000

Bus = Literal["i2c", "spi"]


@dataclass(frozen=True, slots=True)
class Group:
    """A group that this user should be in.

    Attributes:
        in_file: the user is in it by the system's lists. in_login: in this login, which may have begun before.
    """

    name: str
    exists: bool = True
    in_file: bool = True
    in_login: bool = True


@dataclass(frozen=True, slots=True)
class Door:
    """A device file.

    Attributes:
        mode: the permission bits.
        may_open: this user may read and write it.
    """

    path: str
    group: str = "dialout"
    mode: int = 0o660
    may_open: bool = True


@dataclass(frozen=True, slots=True)
class PortFacts:
    """The port of a board.

    Attributes:
        holders: other programs that have it open: ``mpremote (process 4711)``.
        ignored: ModemManager is told to leave it alone; None where udev says nothing of the port.
    """

    door: Door
    holders: tuple[str, ...] = ()
    ignored: bool | None = True


@dataclass(frozen=True, slots=True)
class RuleFacts:
    """The rule for udev.

    Attributes:
        state: ``same`` as this program's, ``other`` text, ``missing``, or ``none`` where no udev runs.
        group: that it names, or None. group_exists: whether the system knows it.
    """

    path: str
    state: Literal["same", "other", "missing", "none"] = "same"
    group: str | None = None
    group_exists: bool = True


@dataclass(frozen=True, slots=True)
class PinFacts:
    """The header of a Raspberry Pi.

    Attributes:
        doors: the chips of pins that there are.
        installed: gpiozero is there.
        problem: why its backend does not work; None where it does, or was not tried.
    """

    doors: tuple[Door, ...] = ()
    installed: bool = False
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class JournalFacts:
    """The journal and its disk.

    Attributes:
        problem: why it cannot be read.
        verdict: what SQLite says of the whole file: ``ok``, or the first fault; None where it was not looked at.
        writable: its folder (or the nearest that is there) and the file can be written.
        holder: the program that writes it now.
        holder_pid: its process.
    """

    path: str
    exists: bool = True
    problem: str | None = None
    verdict: str | None = "ok"
    size_bytes: int = 0
    log_bytes: int = 0
    free_bytes: int | None = 10_000 * MB
    writable: bool = True
    holder: str | None = None
    holder_pid: int | None = None


@dataclass(frozen=True, slots=True)
class FirmwareFacts:
    """What the board said when it was greeted.

    Attributes:
        match: ``same``, ``older``, ``newer``, ``changed``, ``stopped`` or ``none``; ``unknown`` where it was not asked.
        say: in a sentence, or why it was not asked.
    """

    match: str = "unknown"
    say: str = "no board is there to be asked"
    firmware: str | None = None
    board: str | None = None


@dataclass(frozen=True, slots=True)
class PageFacts:
    """The port of the scoreboard page.

    Attributes:
        state: ``free``, ``ours`` (a table's page answers), ``other`` (something else answers), ``denied`` (a port of
            the system) or ``unusable``.
    """

    port: int = 8080
    state: Literal["free", "ours", "other", "denied", "unusable"] = "free"
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """The machine, as far as a table needs it.

    Attributes:
        table: the way to the table that is meant (``pico``, ``gpio``, …).
        program: how this program is called by its full path, for commands with sudo.
        table_problem: what is wrong with the table file.
        starting: boards that wait for firmware on their drive (they have no port).
        clock: whether the wall clock is set by a time server; None where the system does not say.
        displays: the doors to the bus that the table file's panel is on. bus: its name. luma: its library is installed.
    """

    program: str = "touchjudge"
    version: str = ""
    python: str = ""
    system: str = ""
    is_pi: bool = False
    user_is_root: bool = False
    table: str = "pico"
    table_path: str = "table.toml"
    table_problem: str | None = None
    ports: tuple[PortFacts, ...] = ()
    starting: int = 0
    groups: tuple[Group, ...] = ()
    rule: RuleFacts = RuleFacts("/etc/udev/rules.d/60-touchjudge.rules")
    modem_manager: bool = False
    pins: PinFacts = PinFacts()
    displays: tuple[Door, ...] = ()
    bus: Bus = "i2c"
    luma: bool = False
    journal: JournalFacts = JournalFacts("journal.sqlite3")
    clock: bool | None = True
    firmware: FirmwareFacts = FirmwareFacts()
    page: PageFacts = PageFacts()

    def group(self, name: str) -> Group | None:
        """What is known of a group."""
        return next((each for each in self.groups if each.name == name), None)

    @property
    def table_runs(self) -> bool:
        """Another touchjudge writes the journal now."""
        return self.journal.holder is not None
