"""The rule that lets a normal user open the board: what it says, in which order it comes, and that twice is once."""

import os
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from need import ROOT
from touchjudge.adapters.doctor import Machine, RuleFacts, Unfixable, apply, gather, plan, rule_text
from touchjudge.adapters.doctor.facts import Bus, Facts, JournalFacts
from touchjudge.adapters.doctor.gather import before_fixing
from touchjudge.adapters.doctor.rule import RULE_PATH, Before, Step
from touchjudge.cli.doctoring import install_rule
from touchjudge.errors import ConfigError


@dataclass
class System:
    """A system without a user's rights, as a folder: what a command of the plan does is done to it."""

    root: Path
    groups: dict[str, tuple[int, list[str]]] = field(default_factory=lambda: {"root": (0, [])})
    users: dict[str, int] = field(default_factory=lambda: {"ana": 1000})
    commands: list[tuple[str, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        (self.root / "run/udev").mkdir(parents=True)
        (self.root / "run/udev/control").touch()

    @property
    def machine(self) -> Machine:
        known = tuple((name, number, tuple(members)) for name, (number, members) in self.groups.items())
        return Machine(self.root, "ana", True, frozenset(), known, 1000, primary_of=self.users.get)

    def run(self, command: Sequence[str]) -> None:
        self.commands.append(tuple(command))
        match command:
            case ("groupadd", "--system", group):
                self.groups[group] = (990, [])
            case ("usermod", "--append", "--groups", group, user):
                assert group in self.groups, "the group has to be there before anybody can be put into it"
                self.groups[group][1].append(user)
            case ("udevadm", "control", "--reload"):
                rule = (self.root / RULE_PATH.removeprefix("/")).read_text()
                assert re.findall(r'GROUP="(\w+)"', rule)[0] in self.groups, "udev leaves an unknown group out"

    def fix(self, user: str | None = "ana") -> list[Step]:
        steps = plan(before_fixing(self.machine, user))
        apply(steps, path=self.root / RULE_PATH.removeprefix("/"), runs=self.run)
        return steps


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


def kinds(steps: Sequence[Step]) -> list[str]:
    return [step.command[0] + " " + step.command[1] if step.command else "write the rule" for step in steps]


def test_br063_group_then_user_then_rule_then_udev_and_a_second_time_nothing(system: System) -> None:
    assert kinds(system.fix()) == [
        "groupadd --system",
        "usermod --append",
        "write the rule",
        "udevadm control",
        "udevadm trigger",
        "udevadm trigger",
        "udevadm settle",
    ]
    before = (system.root / RULE_PATH.removeprefix("/")).stat().st_mtime_ns
    assert system.fix() == []
    assert (system.root / RULE_PATH.removeprefix("/")).stat().st_mtime_ns == before
    assert system.groups["dialout"][1] == ["ana"]


def test_br063_a_service_whose_user_is_not_made_yet_gets_nothing_that_would_be_in_vain(system: System) -> None:
    with pytest.raises(Unfixable, match="there is no user 'referee'; make it first"):
        system.fix("referee")
    assert system.commands == []
    assert not (system.root / "etc").exists()
    system.users["referee"] = 998
    assert kinds(system.fix("referee"))[:2] == ["groupadd --system", "usermod --append"]


def test_br063_it_goes_on_where_it_was_cut_off(system: System) -> None:
    def until_the_rule(command: Sequence[str]) -> None:
        if command[0] == "udevadm":
            raise ConfigError("the power went")
        system.run(command)

    steps = plan(before_fixing(system.machine, "ana"))
    with pytest.raises(ConfigError, match="the power went"):
        apply(steps, path=system.root / RULE_PATH.removeprefix("/"), runs=until_the_rule)
    board(system, marked=False)
    assert kinds(system.fix()) == ["udevadm control", "udevadm trigger", "udevadm trigger", "udevadm settle"]


def board(system: System, *, marked: bool) -> None:
    """A board is plugged in; udev has (or has not) seen it with the rule."""
    device = system.root / "sys/devices/usb1/1-1"
    (device / "1-1:1.0").mkdir(parents=True, exist_ok=True)
    (device / "idVendor").write_text("2e8a\n")
    port = system.root / "sys/class/tty/ttyACM0"
    port.mkdir(parents=True, exist_ok=True)
    (port / "device").symlink_to(device / "1-1:1.0")
    (system.root / "dev").mkdir(exist_ok=True)
    (system.root / "dev/ttyACM0").touch()
    number = (system.root / "dev/ttyACM0").stat().st_rdev
    data = system.root / "run/udev/data"
    data.mkdir(exist_ok=True)
    marks = "E:ID_MM_DEVICE_IGNORE=1\n" if marked else "E:ID_BUS=usb\n"
    (data / f"c{os.major(number)}:{os.minor(number)}").write_text(marks)


def test_the_group_that_the_system_has_is_taken(system: System) -> None:
    system.groups["uucp"] = (14, ["ana"])
    assert kinds(system.fix())[0] == "write the rule"
    assert 'GROUP="uucp"' in (system.root / RULE_PATH.removeprefix("/")).read_text()


def test_a_rule_that_somebody_changed_is_put_right(system: System) -> None:
    system.fix()
    rule = system.root / RULE_PATH.removeprefix("/")
    rule.write_text(rule.read_text().replace("0660", "0666"))
    assert kinds(system.fix())[0] == "write the rule"
    assert rule.read_text() == rule_text("dialout")
    assert stat.S_IMODE(rule.stat().st_mode) == 0o644
    assert [each.name for each in rule.parent.iterdir()] == [rule.name]


def test_a_system_without_udev_gets_the_rule_and_nothing_is_told() -> None:
    assert kinds(plan(Before(("dialout",), None, udev=False))) == ["write the rule"]


def test_a_rule_that_cannot_be_written_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match="cannot be written"):
        apply([Step("write", text="x")], path=tmp_path / "file" / "rule")


@pytest.mark.parametrize(("command", "says"), [(("false",), "status 1"), (("no-such-command",), "could not be run")])
def test_a_command_that_fails_is_named(command: tuple[str, ...], says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        apply([Step("try", command)])


def test_every_line_of_the_rule_is_of_the_form_that_udev_reads() -> None:
    lines = [line for line in rule_text("dialout").splitlines() if not line.startswith("#")]
    pair = re.compile(r'[A-Z]+(\{\w+\})?(==|!=|\+=|=)"[^"]*"')
    for line in lines:
        assert all(pair.fullmatch(each) for each in line.split(", ")), line
    jumps = re.findall(r'GOTO="(\w+)"', "\n".join(lines))
    assert set(jumps) == set(re.findall(r'LABEL="(\w+)"', "\n".join(lines)))


def test_the_rule_comes_before_the_ones_that_read_what_it_says() -> None:
    name = Path(RULE_PATH).name
    assert name < "73-seat-late.rules"
    assert name < "77-mm-usb-device-blacklist.rules"


# ---- what is read of a machine


def facts_of(
    system: System, machine: Machine | None = None, ports: Sequence[str] = ("/dev/ttyACM0",), bus: Bus = "i2c"
) -> Facts:
    return gather(
        machine or replace(system.machine, is_root=False),
        table="pico",
        ports=ports,
        holders=lambda _path: [],
        journal=JournalFacts("j"),
        page_port=0,
        pin_problem=lambda: None,
        version="0.1.0",
        program="touchjudge",
        table_path="table.toml",
        table_problem=None,
        bus=bus,
    )


def test_br063_the_mark_of_udev_tells_whether_the_rule_was_applied(system: System) -> None:
    system.fix()
    board(system, marked=False)
    assert facts_of(system).ports[0].ignored is False
    board_again = system.root / "run/udev/data"
    for each in board_again.iterdir():
        each.write_text("E:ID_MM_DEVICE_IGNORE=1\n")
    assert facts_of(system).ports[0].ignored is True
    assert facts_of(system).rule == RuleFacts(RULE_PATH, "same", "dialout", True)


def test_a_group_of_the_file_that_this_login_does_not_have_yet(system: System) -> None:
    system.groups["dialout"] = (20, ["ana"])
    before = facts_of(system, replace(system.machine, is_root=False, numbers=frozenset({1000})), ports=())
    after = facts_of(system, replace(system.machine, is_root=False, numbers=frozenset({1000, 20})), ports=())
    [late], [there] = before.groups, after.groups
    assert (late.in_file, late.in_login) == (True, False)
    assert (there.in_file, there.in_login) == (True, True)


def test_a_pico_that_waits_on_its_drive_is_counted(system: System) -> None:
    device = system.root / "sys/bus/usb/devices/1-2"
    device.mkdir(parents=True)
    (device / "idVendor").write_text("2e8a\n")
    (device / "idProduct").write_text("0003\n")
    assert facts_of(system, ports=()).starting == 1


def test_the_panel_of_the_table_file_says_which_bus_is_looked_for(system: System) -> None:
    (system.root / "dev").mkdir()
    for name in ("i2c-1", "spidev0.0", "spidev0.1"):
        (system.root / "dev" / name).touch()
    assert [door.path for door in facts_of(system).displays] == ["/dev/i2c-1"]
    assert [door.path for door in facts_of(system, bus="spi").displays] == ["/dev/spidev0.0", "/dev/spidev0.1"]


def test_modem_manager_is_found_among_the_processes(system: System) -> None:
    assert not facts_of(system).modem_manager
    process = system.root / "proc/812"
    process.mkdir(parents=True)
    (process / "comm").write_text("ModemManager\n")
    assert facts_of(system).modem_manager


def test_the_file_for_packagers_is_the_rule_that_is_installed() -> None:
    shipped = ROOT / "hardware" / Path(RULE_PATH).name
    assert shipped.read_text() == rule_text("dialout")


# ---- the call


def test_without_root_it_says_what_it_would_do_and_the_one_command(
    system: System, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ConfigError, match=r"this needs root; run `sudo \S.* doctor --fix`"):
        install_rule(replace(system.machine, is_root=False), None, system.run)
    assert "would put ana into the group dialout" in capsys.readouterr().out
    assert system.commands == []


def test_br063_with_root_it_installs_for_who_called_sudo_and_the_second_call_changes_nothing(
    system: System, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUDO_USER", "ana")
    install_rule(system.machine, None, system.run)
    assert "ana has to log out and in once" in capsys.readouterr().out
    done = list(system.commands)
    install_rule(system.machine, None, system.run)
    assert system.commands == done
    assert capsys.readouterr().out == "nothing to mend: group, rule and boards are as they should be\n"
