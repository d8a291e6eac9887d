"""``calibrate`` against a table with one fault after the other: each is found and named, a healthy one raises none."""

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from asked_table import BOARD, AskedTable, Change, bouncing, clean, line_of
from commands import AtOneMoment, Ended, touchjudge
from need import shared
from touchjudge.adapters.catalogues import LANGUAGES
from touchjudge.adapters.journal_sqlite import SqliteJournal
from touchjudge.adapters.table_file import read_table_file, template
from touchjudge.cli import calibrating
from touchjudge.cli.asking import KEYS
from touchjudge.cli.tables import TableParts
from touchjudge.ports import Board, BoardRow, LineRow, LinkChanged, Told
from touchjudge.session.calibration import ORDER

TARGET1, TARGET2, OK, SEAT1, SEAT2 = map(line_of, ("target1", "target2", "ok", "seat1", "seat2"))
FLOOD = [(at_us, OK, at_us // 100 % 2) for at_us in range(0, 200_000, 100)]
REBOUNCES = clean(OK) + clean(OK, after_us=420_000)  # let go for 120 ms


class Calibrated:
    """Calls the command on a table that a test makes."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.file = folder / "table.toml"
        self.file.write_text(template())
        self.table = AskedTable()
        self._db = folder / "journal.sqlite3"
        self._patch = patch

    def call(self, *words: str, typed: str = "", table: AskedTable | None = None) -> Ended:
        self.table = table or AskedTable()
        parts = TableParts(self.table, self.table, self.table, self.table.show)
        self._patch.setattr(calibrating, "table_parts", lambda *_args, **_more: parts)
        return touchjudge("calibrate", *words, "--config", self.file, "--db", self._db, typed=typed)

    def facts(self, *words: str, **how: Any) -> Any:
        return self.call(*words, "--json", **how).json

    @property
    def places(self) -> tuple[str, ...]:
        return read_table_file(self.file, languages=LANGUAGES).places.by_line


@pytest.fixture
def calibrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Calibrated:
    return Calibrated(tmp_path, monkeypatch)


def codes(facts: Any) -> list[tuple[str, str]]:
    return [(finding["code"], finding["place"]) for finding in facts["findings"]]


# ---- a healthy table


def test_a_healthy_table_is_asked_for_each_place_once_and_nothing_is_wrong(calibrated: Calibrated) -> None:
    facts = calibrated.facts(table=AskedTable({"ok": bouncing(OK, 400, 90, 1_200)}))
    assert calibrated.table.asked == list(ORDER)
    assert facts["findings"] == []
    assert not any(facts["changes"].values())
    assert [place["presses"] for place in facts["places"]] == [1] * len(ORDER)
    ok = facts["places"][ORDER.index("ok")]
    assert (ok["bounces"], ok["longest_us"], ok["suggested_us"]) == (6, 1_200, 25_000)


@pytest.mark.parametrize("seed", range(3))
def test_the_simulated_table_is_healthy(seed: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(calibrating, "SIMULATED_SEED", seed)
    facts = touchjudge("calibrate", "--table", "sim", "--json", "--db", tmp_path / "j.sqlite3").json
    assert len(facts["places"]) == len(ORDER)
    assert facts["findings"] == []


def test_what_was_pressed_is_acknowledged_so_that_no_game_gets_it(calibrated: Calibrated) -> None:
    calibrated.facts("ok", "undo")
    assert calibrated.table.acknowledged == 4


def test_the_words_are_those_of_the_tables_language(calibrated: Calibrated) -> None:
    calibrated.file.write_text(template().replace('language = "en"', 'language = "de"'))
    said = calibrated.call("reveal").out
    assert "Jetzt drücken: Aufdeckfeld" in said


# ---- one fault after the other

FAULTS: dict[str, tuple[str, Sequence[Change], dict[str, Any], list[str]]] = {
    "a cable that is off": ("ok", [], {}, ["silent"]),
    "a contact that does not hold": ("ok", [(0, OK, 1), (9_000, OK, 0)], {}, ["brief"]),
    "a contact that comes twice": ("ok", REBOUNCES, {}, ["twice"]),
    "a pad that stays down": ("ok", [(0, OK, 1)], {}, ["held"]),
    "a line that touches ground": ("ok", [], {"down": 1 << OK}, ["stuck"]),
    "a contact of the other kind": ("ok", [(0, OK, 0), (300_000, OK, 1)], {"down": 1 << OK}, ["inverted"]),
    "a worn contact": ("ok", bouncing(OK, 16_000, 9_000, 12_000), {}, ["chatters"]),
    "a cable without a screen": ("ok", FLOOD, {}, ["floods"]),
    "a line that the board has muted": ("ok", [], {"muted": 1 << OK}, ["floods"]),
    "two wires that touch": ("ok", clean(OK) + clean(SEAT1, after_us=20), {}, ["together"]),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_and_named_and_no_other_place_is_blamed(fault: str, calibrated: Calibrated) -> None:
    place, does, table, expected = FAULTS[fault]
    facts = calibrated.facts(table=AskedTable({place: does}, **table))
    assert codes(facts) == [(code, place) for code in expected]
    said = facts["findings"][0]["say"]
    assert said.startswith("OK: ")
    assert "{" not in said


def test_br012_a_line_that_never_tells_anything_is_listed_as_silent(calibrated: Calibrated) -> None:
    silent = {place: [] for place in ("reveal",)}
    facts = calibrated.facts(table=AskedTable(silent))
    assert [(each["code"], each["line"]) for each in facts["findings"]] == [("silent", 3)]
    assert "line 3 (GP5)" in facts["findings"][0]["say"]


def test_a_line_that_changes_by_itself_is_named_with_how_often(calibrated: Calibrated) -> None:
    noise = [
        (at_us + width_us, TARGET2, level)
        for at_us in (1_000_000, 2_000_000)
        for width_us, level in ((0, 1), (2_000, 0))
    ]
    facts = calibrated.facts("ok", table=AskedTable(by_itself=noise))
    assert codes(facts) == [("noise", "target2")]
    assert facts["places"][0]["noise"] == 0
    assert "changed 4 times by itself" in facts["findings"][0]["say"]


def test_what_an_unused_line_does_is_nobodys_business(calibrated: Calibrated) -> None:
    noise = [(at_us, 6, at_us // 1_000 % 2) for at_us in range(1_000_000, 1_020_000, 1_000)]
    assert calibrated.facts("ok", table=AskedTable(by_itself=noise))["findings"] == []


def test_a_line_of_the_pis_header_is_named_as_it_is_printed_there(calibrated: Calibrated) -> None:
    calibrated.file.write_text('[boards.gpio]\n3 = "reveal"\n')
    facts = calibrated.facts("--table", "gpio", table=AskedTable({"reveal": []}, board=Board("gpio", "b001")))
    [finding] = facts["findings"]
    assert "(GPIO5)" in finding["say"]
    assert finding["board"] == "gpio"


def test_a_line_that_is_down_is_named_also_when_its_place_is_left_out(calibrated: Calibrated) -> None:
    facts = calibrated.facts("ok", table=AskedTable({"ok": []}, down=1 << OK), typed="\n")
    assert codes(facts) == [("stuck", "ok")]


def test_a_place_that_is_left_out_is_no_fault(calibrated: Calibrated) -> None:
    table = LeavesOut({"ok": []})
    facts = calibrated.facts("ok", "undo", table=table)
    assert [(place["place"], place["ended"]) for place in facts["places"]] == [("ok", "skipped"), ("undo", "over")]
    assert facts["findings"] == []


class LeavesOut(AskedTable):
    """Presses Enter in place of OK."""

    def show(self, view: Any) -> None:
        super().show(view)
        if view["asked"] == "ok":
            self.put(Told("", KEYS))


def test_a_slip_to_another_place_is_asked_again_and_forgotten(calibrated: Calibrated) -> None:
    class Slips(AskedTable):
        def show(self, view: Any) -> None:
            if self.asked.count("ok") == 1:
                self._does.pop("ok", None)
            super().show(view)

    facts = calibrated.facts("ok", table=Slips({"ok": clean(SEAT1)}))
    assert calibrated.table.asked == ["ok", "ok"]
    assert facts["findings"] == []


def test_a_hand_that_is_quicker_than_the_question_is_waited_for_and_no_fault(calibrated: Calibrated) -> None:
    # It presses seat 1 while undo is still asked for, holds it over the question, and presses it once more.
    early = [*clean(line_of("undo"), hold_us=200_000), (360_000, SEAT1, 1), (1_000_000, SEAT1, 0)]
    table = AskedTable({"undo": early, "seat1": clean(SEAT1, after_us=900_000)})
    facts = calibrated.facts("undo", "seat1", table=table)
    assert [place["presses"] for place in facts["places"]] == [1, 1]
    assert facts["findings"] == []


def test_a_line_that_twitches_while_another_is_pressed_is_noisy(calibrated: Calibrated) -> None:
    twitches = [*clean(OK), (100_000, TARGET2, 1), (101_000, TARGET2, 0)]
    facts = calibrated.facts("ok", table=AskedTable({"ok": twitches}))
    assert codes(facts) == [("noise", "target2")]


def test_a_pad_that_is_let_go_only_later_is_named_once(calibrated: Calibrated) -> None:
    held = [(0, OK, 1), (21_000_000, OK, 0)]
    facts = calibrated.facts("ok", "undo", table=AskedTable({"ok": held}))
    assert codes(facts) == [("held", "ok")]


# ---- before the first question


def test_no_board_is_said_with_what_looks_for_the_reason(calibrated: Calibrated) -> None:
    class Silent(AskedTable):
        def wait(self, until_ns: int | None) -> Any:
            arrival = super().wait(until_ns)
            return arrival if isinstance(arrival, LinkChanged) else None

    ended = calibrated.call(table=Silent())
    assert ended.status == 2
    assert "no pads came within 30 s" in ended.said
    assert "`touchjudge doctor` looks for the reason" in ended.said


def test_a_port_that_is_held_is_said_at_once_and_not_waited_for(calibrated: Calibrated) -> None:
    class Held(AskedTable):
        def start(self, inbox: object) -> None:
            self.put(LinkChanged("pico", "refused", None, "/dev/ttyACM0 is held by mpremote (process 4711)."))

    table = Held()
    ended = calibrated.call(table=table)
    assert ended.status == 2
    assert "no pads came (/dev/ttyACM0 is held by mpremote (process 4711)); `touchjudge doctor`" in ended.said
    assert table.host_ns() == AskedTable().host_ns()


def test_a_board_that_is_told_its_polarity_raises_no_alarm(calibrated: Calibrated) -> None:
    flips = [(200_000 + us, line, level) for line in range(16) for us, level in ((0, 1), (120_000, 0))]
    assert calibrated.facts("ok", table=AskedTable(by_itself=flips))["findings"] == []


def test_stopped_in_the_middle_nothing_is_written(calibrated: Calibrated) -> None:
    class Stopped(AskedTable):
        def show(self, view: Any) -> None:
            super().show(view)
            if view["asked"] == "reveal":
                raise KeyboardInterrupt

    ended = calibrated.call("--yes", table=Stopped(SWAPPED))
    assert (ended.status, "stopped; nothing was written" in ended.said) == (2, True)
    assert calibrated.file.read_text() == template()


@pytest.mark.parametrize("over", [False, True])
def test_touches_of_a_game_that_was_cut_off_are_left_to_it(over: bool, calibrated: Calibrated, tmp_path: Path) -> None:
    start = {"do": "start", "game": "schwein_gehabt", "players": ["Ana", "Luis", "Marta"]}
    lines = [start, {"do": "end", "why": "late"}] if over else [start]
    with closing(SqliteJournal.write(tmp_path / "journal.sqlite3", clock=AtOneMoment())) as journal:
        name = journal.begin(
            started_utc=AtOneMoment().wall_utc(), host_ns=1, host_boot_id="h", simulated=False, seed=None
        )
        rows = [LineRow(n, json.dumps(line), "page", n, AtOneMoment().wall_utc()) for n, line in enumerate(lines, 1)]
        journal.commit(name, lines=rows, boards=[BoardRow(BOARD, 0, 0)])
    table = AskedTable(by_itself=[(0, OK, 1), (90_000, OK, 0)])
    ended = calibrated.call("ok", table=table)
    assert ended.status == (0 if over else 2)
    assert ("`touchjudge play --resume`" in ended.said) is not over
    assert (table.acknowledged == 0) is not over


# ---- what is suggested and written

SWAPPED = {"seat1": clean(SEAT2), "seat2": clean(SEAT1)}


def test_swapped_wires_are_named_and_the_file_follows_them_when_it_is_accepted(calibrated: Calibrated) -> None:
    facts = calibrated.facts("--yes", table=AskedTable(SWAPPED))
    assert codes(facts) == [("elsewhere", "seat1"), ("elsewhere", "seat2")]
    assert facts["changes"]["places"] == {"any.9": "seat1", "any.8": "seat2"}
    assert facts["written"] == str(calibrated.file)
    assert calibrated.places[8:10] == ("seat2", "seat1")
    assert calibrated.file.read_text().count("#") == template().count("#")


def test_a_button_on_a_spare_line_is_mapped_to_it(calibrated: Calibrated) -> None:
    facts = calibrated.facts("--yes", table=AskedTable({"seat1": clean(6)}))
    assert facts["changes"]["places"] == {"any.6": "seat1", "any.8": "spare"}
    assert calibrated.places[6] == "seat1"
    assert calibrated.places[8] == "spare"


def test_two_places_on_one_line_are_named_and_nothing_is_moved(calibrated: Calibrated) -> None:
    facts = calibrated.facts(table=AskedTable({"seat1": clean(SEAT2)}))
    assert codes(facts) == [("elsewhere", "seat1")]
    assert facts["changes"]["places"] == {}


@pytest.mark.parametrize(("typed", "written"), [("yes\n", True), ("ja\n", True), ("no\n", False), ("", False)])
def test_nothing_is_written_that_was_not_accepted(typed: str, written: bool, calibrated: Calibrated) -> None:
    ended = calibrated.call(table=AskedTable(SWAPPED), typed=typed)
    assert ("seat2" == calibrated.places[8]) is written
    assert (calibrated.file.read_text() == template()) is not written
    assert ("Nothing was written." in ended.out) is not written


def test_a_settle_time_that_counts_one_press_twice_is_raised(calibrated: Calibrated) -> None:
    calibrated.file.write_text(template().replace("settle_ms = 25", "settle_ms = 2"))
    facts = calibrated.facts("ok", "--yes", table=AskedTable({"ok": bouncing(OK, 3_000)}))
    assert codes(facts) == [("settle_short", "ok")]
    assert facts["changes"]["usual_settle_us"] == 25_000
    assert read_table_file(calibrated.file, languages=LANGUAGES).settle.settle_us == 25_000


def test_a_worn_contact_gets_a_settle_time_of_its_own(calibrated: Calibrated) -> None:
    facts = calibrated.facts("ok", "--yes", table=AskedTable({"ok": bouncing(OK, 16_000)}))
    assert facts["changes"]["settle_us"] == {"any.4": 32_000}
    assert read_table_file(calibrated.file, languages=LANGUAGES).overrides[OK].settle_us == 32_000


def test_a_settle_time_that_would_swallow_quick_presses_is_lowered(calibrated: Calibrated) -> None:
    calibrated.file.write_text(template().replace("settle_ms = 25", "settle_ms = 200"))
    assert calibrated.facts("ok")["changes"]["usual_settle_us"] == 25_000


def test_the_other_polarity_is_suggested_for_a_contact_that_opens(calibrated: Calibrated) -> None:
    table = AskedTable({"ok": [(0, OK, 0), (300_000, OK, 1)]}, down=1 << OK)
    facts = calibrated.facts("ok", "--yes", table=table)
    assert facts["changes"]["pressed"] == {"any.4": "high"}
    assert read_table_file(calibrated.file, languages=LANGUAGES).places.inverted == 0xFFFF & ~(1 << OK)


# ---- real bounce


def recorded(name: str) -> list[tuple[Path, Path]]:
    """Pairs of a press and a release of a real switch, recorded one after the other."""
    files = sorted(shared("recordings/rocker_kcd101").glob(f"*_{name}.csv"))
    presses = [each for each in files if "press" in each.name]
    releases = [each for each in files if "release" in each.name]
    return list(zip(presses, releases, strict=True))


def changes_of(file: Path, line: int, after_us: int) -> list[Change]:
    changes = [row.split(",") for row in file.read_text().splitlines()[2:]]
    return [(after_us + int(float(us)), line, 1 - int(level)) for us, level in changes]


def test_real_bounce_raises_no_alarm_and_asks_for_no_longer_settle_time(calibrated: Calibrated) -> None:
    pairs = recorded("normal")
    assert len(pairs) > 10
    for press, release in pairs:
        does = changes_of(press, OK, 0) + changes_of(release, OK, 400_000)
        facts = calibrated.facts("ok", table=AskedTable({"ok": does}))
        [ok] = facts["places"]
        assert (ok["presses"], ok["contacts"], ok["findings"]) == (1, 1, []), press.name
        assert ok["suggested_us"] == 25_000
        assert not any(facts["changes"].values())


def test_real_bounce_in_a_recording_is_measured_and_nobody_is_asked(tmp_path: Path) -> None:
    pairs = recorded("normal")
    rows, at_us = ["time_us,line,level"], 1_000_000
    for file in (file for pair in pairs for file in pair):
        rows += [f"{us},{line},{level}" for us, line, level in changes_of(file, OK, at_us)]
        at_us += 500_000
    recording = tmp_path / "recording.csv"
    recording.write_text("\n".join(rows))
    words = ("calibrate", "ok", "--table", f"recorded:{recording}", "--json", "--db", tmp_path / "j.sqlite3")
    [ok] = touchjudge(*words).json["places"]
    assert ok["presses"] == ok["contacts"] == len(pairs)
    assert ok["findings"] == []
    assert 0 < ok["longest_us"] < 12_500


# ---- calls that cannot be


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("seat9",), "there is no place 'seat9'; the places are target1"),
        (("--wait", "0"), "give 1 to 600 seconds"),
        (("--table", "magic"), "is no way to a table"),
    ],
)
def test_a_call_that_cannot_be_is_refused(words: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    ended = touchjudge("calibrate", *words, "--db", tmp_path / "j.sqlite3")
    assert ended.status == 2
    assert sentence in ended.said


def test_json_is_one_object_and_people_read_the_rest_elsewhere(calibrated: Calibrated) -> None:
    ended = calibrated.call("ok", "--json")
    assert set(json.loads(ended.out)) == {"places", "findings", "changes", "written"}
    assert "Press now: OK" in ended.said
