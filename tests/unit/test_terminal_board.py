"""The scoreboard in a terminal: what it says, that it fits, that names cannot break it."""

import html
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from touchjudge.adapters.catalogues import LANGUAGES, catalogue
from touchjudge.adapters.terminal.board import board
from touchjudge.screens.painters.digits import giant
from touchjudge.screens.scenes import scene_of
from touchjudge.testing.views import VIEWS, lucky_view, touch


def _shown(name: str, columns: int = 100, rows: int = 30) -> str:
    return "\n".join(line.plain for line in board(scene_of(VIEWS[name]), columns, rows))


def test_a_settled_round_says_who_was_first_what_it_costs_and_the_times() -> None:
    shown = _shown("settle")
    first_line = shown.splitlines()[2]
    assert first_line.index("Luis") < first_line.index("+1 card") < first_line.index("Marta") < first_line.index("-3")
    assert "Luis is right with the pig and gets a card." in shown
    assert "0.412 s" in shown
    assert "Deck 41" in shown
    assert "Jackpot 4" in shown


@pytest.mark.parametrize(("picture", "name"), [("terminal", "simulated_settle"), ("terminal-react", "react_touched")])
def test_the_picture_in_the_documentation_says_what_the_scoreboard_says(picture: str, name: str) -> None:
    svg = (Path(__file__).parents[2] / "docs" / "pictures" / f"{picture}.svg").read_text(encoding="utf-8")
    shown = html.unescape(re.sub(r"<[^>]*>", " ", svg)).split()
    for word in _shown(name, 100, 28).split():
        assert word in shown, "run `make pictures`"


def test_the_revealed_card_names_the_owners_of_each_lucky_number() -> None:
    lines = _shown("react").splitlines()
    assert any(line.split() == ["6", "Pig", "Luis"] for line in lines)


def test_a_touch_by_nobody_known_is_shown_as_open() -> None:
    assert any(line.split()[-4:] == ["?", "Pig", "0.412", "s"] for line in _shown("react_touched").splitlines())


def test_a_simulated_table_is_marked_and_a_real_one_is_not() -> None:
    assert "SIMULATED" in _shown("simulated")
    assert "SIMULATED" not in _shown("react_touched")


def test_a_lost_board_is_said_above_and_below_and_the_scores_stay() -> None:
    shown = _shown("disconnected")
    assert "The board is gone" in shown
    assert "play on by hand" in shown
    assert giant(7, rows=10)[0] in shown


def test_a_question_lists_every_answer_even_on_the_smallest_roomy_terminal() -> None:
    shown = _shown("question", 80, 24)
    for n, name in enumerate(["Ana", "Luis", "Marta", "Jörg", "Nobody"], 1):
        assert f" {n}  {name}" in shown


@pytest.mark.parametrize("rows", [24, 30, 40, 50, 60])
@pytest.mark.parametrize("scene", [name for name, view in VIEWS.items() if view["scores"]])
def test_the_digits_are_at_least_a_fifth_of_the_height(scene: str, rows: int) -> None:
    lines = [line.plain for line in board(scene_of(VIEWS[scene]), 100, rows)]
    high = sum(1 for line in lines if set(line) <= set("█▀▄ ") and line.strip())
    assert high * 5 >= rows


def test_eight_players_with_two_digits_fit_side_by_side_into_eighty_columns() -> None:
    scores = {f"Player {n}": 10 + n for n in range(8)}
    lines = [line.plain for line in board(scene_of(lucky_view(scores=scores)), 80, 24)]
    assert sum(1 for line in lines if set(line) <= set("█▀▄ ") and line.strip()) >= 5


def test_a_narrow_terminal_gets_lines_without_giant_digits() -> None:
    shown = _shown("settle", 30, 10)
    assert "█" not in shown
    assert "Ana 5, Luis 7" in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_stacks_are_told_apart_where_their_names_do_not_fit(language: str) -> None:
    scene = scene_of(VIEWS["commands"], catalogue(language))
    shown = "\n".join(line.plain for line in board(scene, 60, 20))
    for figure in scene.figures:
        assert figure.label.line in shown or figure.label.panel in shown
    assert "…" not in shown.splitlines()[-8]


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (60, 20), (40, 15)])
def test_what_a_card_on_a_stack_demands_is_shown(columns: int, rows: int) -> None:
    scene = scene_of(VIEWS["commands"])
    shown = _shown("commands", columns, rows)
    demands = [figure.demand.panel for figure in scene.figures if figure.demand]
    assert demands
    assert all(demand in shown for demand in demands)


def test_a_title_that_does_not_fit_is_said_shorter_and_not_cut() -> None:
    scene = scene_of(VIEWS["disconnected"] | {"page": "http://scoreboard.home.example:8080"}, catalogue("de"))
    assert len(scene.title.full) > 60
    assert board(scene, 60, 20)[2].plain == scene.title.line


def test_a_line_for_a_title_that_does_not_fit_either_is_said_shorter_still() -> None:
    scene = scene_of(_NOBODY_YET | {"page": "http://[2001:db8:1234:5678:9abc:def0:1234:5678]:65535"}, catalogue("de"))
    assert 30 < len(scene.title.line) < len(scene.title.full)
    assert board(scene, 30, 10)[1].plain == scene.title.panel


_NOBODY_YET = VIEWS["idle"] | {"links": VIEWS["disconnected"]["links"]}


@pytest.mark.parametrize("view", [VIEWS["disconnected"], _NOBODY_YET, VIEWS["reveal"]])
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (60, 20), (30, 10)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_named_with_its_address_and_never_where_there_is_none(
    view: dict[str, Any], columns: int, rows: int, language: str
) -> None:
    page = scene_of(view | {"page": "http://127.0.0.1:8931"}, catalogue(language))
    assert "http://127.0.0.1:8931" in "\n".join(line.plain for line in board(page, columns, rows))
    none = "\n".join(line.plain for line in board(scene_of(view, catalogue(language)), columns, rows)).lower()
    assert not any(word in none for word in ("page", "seite", "página", "http"))


def test_a_board_that_is_lost_in_a_game_names_the_page_to_play_on_by_hand() -> None:
    scene = scene_of(VIEWS["disconnected"] | {"page": "http://127.0.0.1:8080"})
    assert board(scene, 80, 24)[2].plain == "Play on by hand, on the page http://127.0.0.1:8080"
    assert board(scene_of(VIEWS["disconnected"]), 80, 24)[2].plain == "Play on by hand"


def test_without_a_game_and_without_a_board_the_terminal_says_how_to_begin() -> None:
    scene = scene_of(_NOBODY_YET | {"page": "http://127.0.0.1:8080"})
    assert board(scene, 80, 24)[2].plain == "Begin on http://127.0.0.1:8080, or connect the board"
    assert board(scene_of(_NOBODY_YET), 80, 24)[2].plain == "Connect the board, then press your seat button to join"


def test_where_phones_can_come_in_their_address_stands_instead_of_the_page_s() -> None:
    scene = scene_of(VIEWS["set_up_open"] | {"page": "http://127.0.0.1:8080"})
    shown = [line.plain for line in board(scene, 80, 24)]
    assert any(line.startswith("Phones: 192.168.178.31:8080") for line in shown)
    assert not any("127.0.0.1" in line for line in shown)


def test_a_touch_without_a_target_is_a_name_and_a_time() -> None:
    touches = [{**touch("pig", "Ana", 200_000), "spot": None, "attribution": None}]
    lines = [line.plain for line in board(scene_of(lucky_view(touches=touches)), 100, 30)]
    assert "Ana  0.200 s" in [line.strip() for line in lines]


def test_a_terminal_without_block_characters_gets_ascii_only() -> None:
    names = ["Ana", "Luis"]
    view = lucky_view(players=names, scores={"Ana": 1, "Luis": 12}, state={"turn": "Ana", "numbers": {}})
    for line in board(scene_of(view), 100, 30, ascii_only=True):
        line.plain.encode("ascii")


def test_markup_in_a_name_is_text_and_a_control_character_is_not_sent() -> None:
    names = ["[bold red]x[/]", "\x1b[2J\x1b]0;title\x07", "a\nb", "\u202eevil"]
    view = lucky_view(players=names, scores=dict.fromkeys(names, 1), state={"numbers": {}})
    shown = "\n".join(line.plain for line in board(scene_of(view), 120, 30))
    assert "[bold red]x[/]" in shown
    assert not set(shown) & set("\x1b\x07\u202e")


@given(
    names=st.lists(st.text(min_size=1, max_size=40), min_size=1, max_size=8, unique=True),
    columns=st.integers(1, 200),
    rows=st.integers(1, 60),
    scene=st.sampled_from(sorted(VIEWS)),
)
def test_whatever_the_names_and_the_size_nothing_is_wider_or_higher_than_the_terminal(
    names: list[str], columns: int, rows: int, scene: str
) -> None:
    view = VIEWS[scene] | {"players": names, "scores": {name: 3 * n for n, name in enumerate(names)}}
    lines = board(scene_of(view), columns, rows)
    assert len(lines) <= rows
    assert all(cell_len(line.plain) <= columns for line in lines)
