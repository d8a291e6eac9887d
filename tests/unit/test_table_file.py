"""``table.toml``: what it says is what the table does, and what is wrong is refused with its line."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import tjwire
from commands import touchjudge
from hand_table import BOARD, HandTable
from pty_board import PtyBoard, Taker
from touchjudge.adapters.catalogues import LANGUAGES
from touchjudge.adapters.pico_link import ChipClaims, PicoLink, PortFound, SeveralLinks
from touchjudge.adapters.table_file import TableFile, default_path, line_of, read_table_file, template
from touchjudge.cli.table_file import settings_of
from touchjudge.cli.tables import table_parts
from touchjudge.errors import TouchJudgeError
from touchjudge.ports import Board
from touchjudge.service import Settings
from touchjudge.session.places import SEATS, Places
from touchjudge.testing import FakeBoard
from touchjudge.timing.force import ForcePads
from touchjudge.timing.settle import Settle

PICO = "e6614103e73f2b2a"

WIRED = f"""
language = "es"
settle_after_ms = 2500
[settle]
settle_ms = 40
chatter_ms = 8
[boards.any]
0 = "target1"
3 = {{ place = "reveal", settle_ms = 1.5, pressed = "high" }}
8 = "seat1"
9 = "seat2"
[boards.{PICO.upper()}]
0 = {{ place = "seat3", pressed = "high" }}
1 = {{ place = "seat4", glitch_ms = 0.5 }}
[seats]
seat3 = "Ana"
seat1 = "Luis"
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "table.toml"
    file.write_text(text, encoding="utf-8")
    return file


def read(folder: Path, text: str) -> TableFile:
    return read_table_file(written(folder, text), languages=LANGUAGES)


# ---- init and check


def test_the_file_that_init_writes_is_right_and_changes_nothing_but_that_polarity_is_told(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    assert touchjudge("table", "init", file).status == 0
    assert file.read_text(encoding="utf-8") == template()
    told = read_table_file(file, languages=LANGUAGES)
    usual = [place.rstrip("12") if place.startswith("spare") else place for place in Places().by_line]
    assert told == TableFile(places=Places(by_line=tuple(usual), inverted=0xFFFF, force=ForcePads()), language="en")
    checked = touchjudge("table", "check", file)
    assert checked.status == 0
    assert "8 seat1, 9 seat2" in checked.out


def test_init_never_writes_over_a_file(tmp_path: Path) -> None:
    file = written(tmp_path, "# mine\n")
    refused = touchjudge("table", "init", file)
    assert refused.status == 2
    assert "already" in refused.said
    assert file.read_text() == "# mine\n"


def test_without_a_name_the_file_lies_in_the_users_folder_for_settings() -> None:
    assert "touchjudge table init" in touchjudge("table", "check").said
    try:
        assert touchjudge("table", "init").status == 0
        assert touchjudge("table", "check").status == 0
    finally:
        default_path().unlink()


# ---- what it says


def test_places_polarity_seats_and_times_are_as_the_file_says_board_by_board(tmp_path: Path) -> None:
    told = read(tmp_path, WIRED)
    places = told.places
    assert [places.place("other", line) for line in (0, 1, 3, 9)] == ["target1", "spare", "reveal", "seat2"]
    assert [places.place(PICO, line) for line in (0, 1, 2)] == ["seat3", "seat4", "spare"]
    assert places.place(PICO.upper(), 0) == "seat3"
    assert places.invert("other") == 0xFFFF ^ 0b1000
    assert places.invert(PICO) == 0xFFFE
    assert places.seats == {"seat1": "Luis", "seat3": "Ana"}
    assert told.settle == Settle(settle_us=40_000, chatter_us=8_000)
    assert told.overrides == {3: Settle(settle_us=1_500, chatter_us=8_000)}
    assert told.board_overrides == {PICO: {1: Settle(settle_us=40_000, glitch_us=500, chatter_us=8_000)}}
    assert (told.language, told.settle_after_ms) == ("es", 2500)


def test_br021_analogue_pads_are_those_that_the_file_names_board_by_board(tmp_path: Path) -> None:
    text = (
        '[force]\non = 9000\noff = 6000\n[boards.any]\n0 = { place = "target1", force = true }\n'
        '2 = { place = "target3", force = true, settle_ms = 10 }\n'
        f'[boards.{PICO}]\n1 = "target2"\n'
    )
    places = read(tmp_path, text).places
    assert places.force_pads("other") == ForcePads(lines=0b101, on=9_000, off=6_000)
    assert places.force_pads(PICO.upper()) == ForcePads(lines=0, on=9_000, off=6_000)
    checked = touchjudge("table", "check", tmp_path / "table.toml")
    assert "any board: analogue pads on lines 0, 2, on 9000, off 6000\n" in checked.out


def test_without_a_file_each_board_keeps_its_own_polarity_and_analogue_pads() -> None:
    assert TableFile().places.invert(PICO) is None
    assert TableFile().places.force_pads(PICO) is None


def test_a_simulated_table_takes_only_the_language(tmp_path: Path) -> None:
    told = read(tmp_path, WIRED)
    assert settings_of(told, "es", simulated=True) == Settings(language="es")
    real = settings_of(told, "es", simulated=False)
    assert (real.settle_after_ms, real.settle, real.overrides) == (2500, told.settle, told.overrides)
    assert (real.places, real.board_overrides) == (told.places, told.board_overrides)


def test_who_has_no_seat_of_their_own_takes_the_wired_ones_that_are_left_in_turn_order() -> None:
    places = Places(by_line=("seat1", "seat2", "seat3"), seats={"seat2": "Ana", "seat3": "Luis"})
    assert places.seated(["Ana", "Marta", "Pia", "Zoe"]) == {"seat1": "Marta", "seat2": "Ana", "seat3": "Pia"}


# ---- what is wrong


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('\nlanguage = "fr"\n', "line 2: language is 'fr': allowed are en, de, es"),
        ("language = 3", "line 1: language is 3"),
        ("# a remark\n\nsettle_after_ms = 499", "line 3: settle_after_ms is 499: allowed are 500 to 60000"),
        ("settle_after_ms = true", "line 1: settle_after_ms is True"),
        ("settle_after_ms = 4000.0", "line 1: settle_after_ms is 4000.0"),
        ('colour = "red"', "line 1: colour is unknown here: allowed are language"),
        ("boards = 3", "line 1: boards is 3: it must be a section"),
        ("[settle]\nsettle_ms = 25\nbounce_ms = 3", "line 3: settle.bounce_ms is unknown here"),
        (
            "[settle]\nsettle_ms = 0.05",
            "line 2: settle.settle_ms cannot be: settle_ms is 0.05: allowed are 0.1 to 500 ms",
        ),
        ('[settle]\nsettle_ms = "fast"', "line 2: settle.settle_ms is 'fast': write a number"),
        ("[settle]\nsettle_ms = nan", "line 2: settle.settle_ms cannot be"),
        ("[settle]\nsettle_ms = 5\nglitch_ms = 9", "line 3: settle.glitch_ms cannot be"),
        ('[boards.any]\n0 = "target1"\n1 = "targte2"', "line 3: boards.any.1 is 'targte2': allowed are target1"),
        ("[boards.any]\n0 = 7", "line 2: boards.any.0 is 7: write a place"),
        ('[boards.any]\n16 = "ok"', "line 2: boards.any.16 is no line"),
        ('[boards.any]\n01 = "ok"', "line 2: boards.any.01 is no line"),
        ('[boards.any]\n4 = "ok"\n5 = "ok"', "line 3: boards.any.5 is 'ok', as is boards.any.4"),
        ('[boards.aa]\n4 = "ok"\n[boards.bb]\n0 = "ok"', "line 4: boards.bb.0 is 'ok', as is boards.aa.4"),
        ('[boards.AA]\n4 = "ok"\n\n[boards.aa]\n', "line 4: boards.aa names a board a second time"),
        ('[boards."the left one"]\n4 = "ok"', "line 1: boards.the left one is no chip id"),
        ('[boards.any]\n4 = {place = "ok", pull = "up"}', "line 2: boards.any.4.pull is unknown here"),
        ('[boards.any]\n4 = {place = "ok", pressed = "up"}', "line 2: boards.any.4.pressed is 'up': allowed are low"),
        (
            '[boards.any]\n4 = {place = "ok", force = true}',
            "line 2: boards.any.4.force cannot be: only the lines 0",
        ),
        ('[boards.any]\n0 = {place = "target1", force = 1}', "line 2: boards.any.0.force is 1: write true or false"),
        ("[force]\non = 70000", "line 2: force.on is 70000: allowed are 1 to 65535"),
        ("[force]\non = 12000", "line 2: force.on cannot be: off is 12000: it must be below on (12000)"),
        ("[force]\nrise = 1", "line 2: force.rise is unknown here: allowed are on, off"),
        ('[boards.any]\n4 = {pressed = "low"}', "line 2: boards.any.4 names no place: allowed are"),
        ('[boards.any]\n4 = {place = ["ok"]}', "line 2: boards.any.4.place is ['ok']"),
        ('[boards.any]\n4 = {place = "ok", settle_ms = 600}', "line 2: boards.any.4.settle_ms cannot be"),
        ('[seats]\nseat9 = "Ana"', "line 2: seats.seat9 is no seat: allowed are seat1 to seat8"),
        ('[seats]\nseat1 = "Ana"\nseat2 = "Ana"', "line 3: seats.seat2 is 'Ana', who sits elsewhere already"),
        ('[seats]\nseat1 = " Ana"', "line 2: seats.seat1 is ' Ana'"),
        ("[seats]\nseat1 = 1", "line 2: seats.seat1 is 1"),
        ('[boards.any]\n8 = "seat1"\n[seats]\nseat2 = "Ana"', "line 4: seats.seat2 is on no line of a board"),
        ("language = ", "is not TOML"),
        ('a = 1\nlanguage = "en"\nlanguage = "de"', "line 3"),
        ("language = " + "[" * 5000, "is not TOML"),
        ("#" * 40_000, "at most 32768"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    file = written(tmp_path, text)
    refused = touchjudge("table", "check", file)
    assert refused.status == 2
    assert refused.out == ""
    assert said in refused.said
    assert str(file) in refused.said


def test_a_file_that_is_not_utf_8_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_bytes(b'language = "en"\n# Jos\xe9\n')
    assert "line 2: this is not UTF-8" in touchjudge("table", "check", file).said


def test_files_of_other_systems_are_read_alike(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_bytes(b"\xef\xbb\xbf" + WIRED.replace("\n", "\r\n").encode())
    assert read_table_file(file, languages=LANGUAGES) == read(tmp_path, WIRED)
    file.write_bytes(b'language = "en"\r\n\r\nsettle_after_ms = 1\r\n')
    assert "line 3" in touchjudge("table", "check", file).said


@pytest.mark.parametrize(
    ("text", "where", "line"),
    [
        ("a = 1\nb = [\n  1,\n  2,\n]\nc = 3", ("b",), 2),
        ("a = 1\nb = [\n  1,\n  2,\n]\nc = 3", ("c",), 6),
        ('a = """\nc = 3\n"""\nc = 4', ("c",), 4),
        ("[t]\n# c = 1\n\n  c = 2", ("t", "c"), 4),
        ("x.y.z = 1\nx.y.w = 2", ("x", "y", "w"), 2),
        ("[a.b]\n[a]\nc = 1", ("a", "c"), 3),
    ],
)
def test_the_line_of_a_key_is_where_its_statement_begins(text: str, where: tuple[str, ...], line: int) -> None:
    assert line_of(text, where) == line


# ---- what it does


def test_play_begins_no_evening_with_a_file_that_is_wrong(tmp_path: Path) -> None:
    file = written(tmp_path, 'language = "en"\n[seats]\nseat1 = 5\n')
    db = tmp_path / "journal.sqlite3"
    refused = touchjudge("play", "schwein_gehabt", "--table", "sim", "--config", file, "--db", db)
    assert "line 3" in refused.said
    assert "there is no table file" in touchjudge("play", "--config", tmp_path / "none.toml", "--db", db).said
    assert not db.exists()


@pytest.mark.parametrize(
    ("language", "said"), [((), "Empieza la partida"), (("--language", "de"), "Das Spiel beginnt")]
)
def test_play_speaks_the_language_of_the_file_unless_it_is_told_another(
    tmp_path: Path, language: tuple[str, ...], said: str
) -> None:
    file = written(tmp_path, 'language = "es"\n')
    quiet = ("--screen", "none", "--no-web", "--json", "--seed", "7", "--speed", "1000")
    db = ("--db", tmp_path / "journal.sqlite3")
    ended = touchjudge("play", "schwein_gehabt", "--table", "sim", "--config", file, *quiet, *language, *db)
    assert said in ended.out.splitlines()[0]


def test_a_line_with_times_of_its_own_is_debounced_by_them_on_its_board_alone() -> None:
    slow = {0: Settle(settle_us=400_000)}
    table = HandTable(settings=Settings(board_overrides={BOARD.chip_id: slow}))
    table.start()
    table.tell(do="reveal", card="symbol:4-8-2", t_us=1_000_000)
    other = Board("e999", "b001")
    for board in (other, BOARD):
        # Down, up and down again within 300 ms: two touches, or a contact that still bounces.
        table.edge("target1", True, 1_300_000, board)
        table.edge("target1", False, 1_400_000, board)
        table.edge("target1", True, 1_600_000, board)
        table.edge("target1", False, 3_000_000, board)
    told = [line for line in table.told() if line["do"] == "touch"]
    assert len(told) == 3


@pytest.fixture
def board(tmp_path: Path) -> Iterator[PtyBoard]:
    with PtyBoard(tmp_path / "ttyPad") as made:
        yield made


def polarity_told(board: PtyBoard) -> list[str]:
    lines = tjwire.Decoder().feed(bytes(board.heard))
    return [line.value for line in lines if isinstance(line, tjwire.Set) and line.name == "invert"]


def test_a_board_is_told_its_polarity_when_it_is_connected_and_when_it_starts_anew(board: PtyBoard) -> None:
    taker = Taker()
    link = PicoLink(taker.clock, port=board.port, invert=Places(inverted=0xFFF7).invert)
    link.start(taker.inbox)
    try:
        taker.until(lambda: polarity_told(board) == ["fff7"], "the polarity")
        board.reboot()
        board.edges(1)
        taker.until(lambda: polarity_told(board) == ["fff7", "fff7"], "the polarity again")
    finally:
        link.stop()


def test_a_board_without_a_table_file_is_told_nothing(board: PtyBoard) -> None:
    taker = Taker()
    link = PicoLink(taker.clock, port=board.port)
    link.start(taker.inbox)
    try:
        taker.until_phase("connected")
        board.edges(1)
        taker.until_edges(board.boot, 1)
    finally:
        link.stop()
    assert polarity_told(board) == []


def test_two_boards_that_are_named_play_at_one_table_each_over_its_own_link(tmp_path: Path) -> None:
    taker = Taker()
    chips = ("e661000000000001", "e661000000000002")
    with (
        PtyBoard(tmp_path / "ttyOne", FakeBoard(chips[0])) as one,
        PtyBoard(tmp_path / "ttyTwo", FakeBoard(chips[1])) as two,
    ):
        boards = (one, two)
        found = [PortFound(each.port, chip) for each, chip in zip(boards, chips, strict=True)]
        claims = ChipClaims()
        links = SeveralLinks(
            [
                PicoLink(taker.clock, chip_id=chip, claims=claims, find_ports=lambda: found, source=chip)
                for chip in reversed(chips)
            ]
        )
        links.start(taker.inbox)
        try:
            for each in boards:
                each.edges(0b1, 0b0)
            for each in boards:
                taker.until_edges(each.boot, 2)
                links.acknowledge(each.boot, 2)
            taker.until(lambda: [each.board.oldest for each in boards] == [2, 2], "the acknowledgements")
        finally:
            links.stop()


def test_a_table_file_with_several_boards_makes_a_link_for_each() -> None:
    def parts(places: Places) -> object:
        call = {"seed": None, "speed": 1.0, "boots": 0, "have": {}, "journal": Path("journal.sqlite3")}
        return table_parts("pico", "", places=places, **call).source

    two = {"e661000000000001": SEATS, "e661000000000002": ("ok",)}
    assert isinstance(parts(Places(boards=two)), SeveralLinks)
    assert isinstance(parts(Places()), PicoLink)


def test_lights_and_buzzer_of_a_pi_are_pins_that_are_no_lines(tmp_path: Path) -> None:
    told = read(tmp_path, "[header]\nlights = [20, 27]\nbuzzer = 19\n")
    assert (told.header.lights, told.header.buzzer) == ((20, 27), 19)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("lights = 20", "lights is 20: write a list of pins"),
        ("lights = [2]", "pins that are free are 0, 1 and 18 to 27"),
        ("lights = [true]", "write a list of pins"),
        ("lights = [20, 20]", "each once"),
        ("lights = [19]\nbuzzer = 19", "none the buzzer's"),
        ("buzzer = 17", "buzzer is 17: write the number of a pin"),
        ("lamp = 1", "lights, buzzer"),
    ],
)
def test_lights_that_cannot_be_are_refused_with_the_line(tmp_path: Path, wrong: str, says: str) -> None:
    with pytest.raises(TouchJudgeError) as refused:
        read(tmp_path, f"[header]\n{wrong}\n")
    assert says in str(refused.value)
