"""Bodies, the middle and what must be taken in a terminal: all of it, in words, in every size and language."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from touchjudge.adapters.catalogues import LANGUAGES, catalogue
from touchjudge.adapters.terminal.board import board
from touchjudge.screens.scenes import scene_of
from touchjudge.testing.views import VIEWS, hearts_view, virus_view

SIZES = [(80, 24), (60, 20), (30, 10)]
_PAGE = "http://127.0.0.1:8080"


def _lines(view: dict[str, object], columns: int, rows: int, language: str = "en") -> list[str]:
    return [line.plain.rstrip() for line in board(scene_of(view, catalogue(language)), columns, rows)]


def test_every_body_is_shown_with_each_organ_s_colour_and_condition() -> None:
    lines = _lines(virus_view(3), 80, 24)
    assert "▶ Ana   red healthy, green infected, blue vaccinated, multicolour immune" in lines
    assert "  Luis  may only draw" in lines
    assert "  Marta yellow vaccinated" in lines
    assert "Draw pile 31   Discards 3" in lines[0]


def test_a_player_without_organs_has_a_line_that_says_so() -> None:
    view = virus_view(3)
    view["state"]["must_draw"] = []
    assert "  Luis  no organ yet" in _lines(view, 80, 24)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_all_bodies_of_six_and_the_piles_fit_in_every_size(
    players: int, columns: int, rows: int, language: str
) -> None:
    view = virus_view(players, page=_PAGE)
    scene = scene_of(view, catalogue(language))
    lines = _lines(view, columns, rows, language)
    for body in scene.lying:
        forms = ["full", "line", "panel"]
        whole = [", ".join(getattr(thing.label, form) for thing in body.things) for form in forms]
        whole += [" ".join(thing.label.panel for thing in body.things)]
        starts = (body.player[:2], f"▶ {body.player[:2]}", f"▶{body.player[:2]}")
        assert any(line.lstrip().startswith(starts) and line.endswith(tuple(whole)) for line in lines), (body, lines)
    for fact in scene.facts:
        assert any(re.search(rf"({fact.label.line}|{fact.label.panel}) {fact.value}\b", line) for line in lines), fact


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_signs_stand_for_words_a_line_says_what_they_mean(language: str) -> None:
    legend = scene_of(virus_view(6), catalogue(language)).legend
    assert legend is not None
    assert legend.line in _lines(virus_view(6), 60, 20, language)
    assert legend.line not in _lines(virus_view(3), 80, 24, language)


def test_in_a_small_terminal_the_score_stands_beside_the_name() -> None:
    lines = _lines(virus_view(3), 30, 10)
    assert "▶ Ana   3 red grn! blu+ mul++" in lines or "▶Ana   3 red grn! blu+ mul++" in lines
    assert "Pile 31  Discards 3" in lines


def test_a_question_is_answered_above_the_bodies() -> None:
    asked = VIEWS["question"]["question"]
    lines = _lines(virus_view(6, question=asked), 80, 24)
    assert all(f" {n}  {option['label']}" in lines for n, option in enumerate(asked["options"], 1))


def test_the_middle_and_what_must_be_taken_now_are_shown_and_what_the_figures_are() -> None:
    lines = _lines(hearts_view("refill"), 80, 24)
    shown = " ".join(line.strip() for line in lines)
    assert "To be taken: yellow 4 lantern+shell, heart red anchor+lantern In the middle: heart blue bell+moon," in shown
    assert shown.index("In the middle") < shown.index("blue 2 clover+feather") < shown.index("Points if it ended now")
    assert "Stack 63" in lines[0]


def test_colours_and_objects_of_a_card_are_in_the_reader_s_language() -> None:
    assert "Zu nehmen: Gelb 4 Laterne+Muschel, Herz Rot Anker+Laterne" in _lines(hearts_view(), 80, 24, "de")


def test_what_was_taken_is_said_after_the_middle_once_that_is_full_again() -> None:
    shown = " ".join(_lines(hearts_view("turn"), 80, 24))
    assert "To be taken" not in shown
    assert shown.index("In the middle") < shown.index("Taken last")


def test_the_points_of_a_game_that_is_over_are_not_called_what_they_would_be() -> None:
    over = hearts_view("over") | {"phase": "over"}
    assert "Points if it ended now" not in _lines(over, 80, 24)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("phase", ["refill", "turn"])
def test_every_card_the_stack_and_the_points_fit_in_every_size(
    phase: str, columns: int, rows: int, language: str
) -> None:
    view = hearts_view(phase, page=_PAGE)
    scene = scene_of(view, catalogue(language))
    lines = _lines(view, columns, rows, language)
    shown = " ".join(line.strip() for line in lines)
    for place in scene.lying:
        cards = [", ".join(getattr(card.label, form) for card in place.things) for form in ("full", "line", "panel")]
        assert any(each in shown for each in cards), (place, lines)
    assert scene.figures_label is not None
    assert scene.figures_label.line in lines or f"{scene.figures_label.panel}: Ana 12" in shown
    assert re.search(r"\b63\b", shown)


def test_a_terminal_without_block_characters_gets_bodies_in_ascii() -> None:
    names = {"players": ["Ana", "Luis"]}
    for columns, rows in SIZES:
        for line in board(scene_of(virus_view(2) | names), columns, rows, ascii_only=True):
            line.plain.encode("ascii")


@given(
    names=st.lists(st.text(min_size=1, max_size=40), min_size=2, max_size=6, unique=True),
    columns=st.integers(1, 120),
    rows=st.integers(1, 40),
    hearts=st.booleans(),
)
def test_whatever_the_names_and_the_size_what_lies_open_stays_inside_the_terminal(
    names: list[str], columns: int, rows: int, hearts: bool
) -> None:
    view = hearts_view() if hearts else virus_view(len(names))
    state = dict(view["state"])
    for key in ("bodies",) if not hearts else ("points",):
        state[key] = dict(zip(names, state[key].values(), strict=False))
    view |= {"players": names, "scores": dict.fromkeys(names, 2), "state": state | {"turn": names[0]}}
    lines = board(scene_of(view), columns, rows)
    assert len(lines) <= rows
    assert all(cell_len(line.plain) <= columns for line in lines)
