"""Which scene a view is, and what it says: who was first, what it costs, what is missing, in three lengths."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touchjudge.adapters.catalogues import LANGUAGES, catalogue
from touchjudge.rules.the_game_extreme.commands import COMMANDS
from touchjudge.screens.scene import as_json
from touchjudge.screens.scenes import scene_of
from touchjudge.screens.texts import COSTS, TEXTS, Text, cost, text
from touchjudge.testing.views import VIEWS, hearts_view, lucky_view, ruling, touch
from touchjudge.words import ENGLISH

_GONE = [{"source": "pico", "phase": "disconnected", "text": "Gone.", "facts": {}}]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("idle", "idle"),
        ("set_up", "set_up"),
        ("reveal", "reveal"),
        ("react", "react"),
        ("react_touched", "react"),
        ("settle", "settle"),
        ("question", "question"),
        ("winner", "winner"),
        ("paused", "paused"),
        ("disconnected", "disconnected"),
    ],
)
def test_each_situation_is_its_own_scene(name: str, kind: str) -> None:
    assert scene_of(VIEWS[name]).kind == kind


def test_who_was_first_stands_first_and_each_player_once_with_the_sum() -> None:
    rulings = [
        ruling(9, "ok", "drew_right", "Ana", spot="pig", pay=1, attribution="claimed", reaction_us=500_000),
        ruling(9, "ok", "drew_right", "Ana", spot="sweep", pay=1, attribution="claimed", reaction_us=700_000),
        ruling(
            9, "foul", "drew_wrong", "Luis", spot="mushroom", penalty=3, attribution="inferred", reaction_us=400_000
        ),
        ruling(9, "ok", "drew_right", "Marta", spot="pig", pay=1, attribution="declared", reaction_us=None),
        ruling(9, "info", "round_settled"),
    ]
    scene = scene_of(lucky_view(rulings=rulings))
    assert [(outcome.name, outcome.change, outcome.when) for outcome in scene.outcomes] == [
        ("Luis", -3, "0.400 s"),
        ("Ana", 2, "0.500 s"),
        ("Marta", 1, ""),
    ]
    assert scene.outcomes[1].spots == "Pig, Sweep"


def test_a_penalty_of_nothing_is_said_as_nothing_and_not_as_unknown() -> None:
    scene = scene_of(
        lucky_view(rulings=[ruling(9, "foul", "drew_wrong", "Luis", spot="pig", penalty=0, reaction_us=0)])
    )
    assert scene.outcomes[0].cost.line == "nothing"
    assert scene.outcomes[0].when == "0.0 ms"


def test_a_round_in_which_nobody_took_anything_says_so() -> None:
    scene = scene_of(lucky_view(rulings=[ruling(9, "info", "round_settled")]))
    assert (scene.kind, scene.title.panel) == ("settle", "Nobody")


def test_notes_do_not_end_the_showing_of_a_settled_round_but_an_undo_does() -> None:
    settled = ruling(9, "ok", "drew_right", "Luis", spot="pig", pay=1)
    assert scene_of(lucky_view(rulings=[settled, ruling(10, "ok", "noted")])).kind == "settle"
    assert scene_of(lucky_view(rulings=[settled, ruling(10, "ok", "undone")])).kind == "reveal"


def test_a_reveal_that_settled_the_round_before_is_the_new_round() -> None:
    both = [ruling(9, "ok", "drew_right", "Luis", spot="pig", pay=1), ruling(9, "ok", "revealed")]
    assert scene_of(lucky_view(rulings=both, state={"phase": "react"})).kind == "react"


@pytest.mark.parametrize("name", ["react", "settle", "question", "paused", "winner"])
def test_a_lost_board_is_marked_and_does_not_hide_what_goes_on(name: str) -> None:
    scene = scene_of(VIEWS[name] | {"links": _GONE})
    assert scene.kind == scene_of(VIEWS[name]).kind
    assert scene.missing is not None


def test_a_board_that_is_waited_for_is_play_by_hand_with_another_word() -> None:
    scene = scene_of(lucky_view(links=[{"source": "pico", "phase": "waiting", "text": ""}]))
    assert scene.kind == "disconnected"
    assert scene.missing is not None
    assert scene.missing.line == "Waiting for the board"


def test_a_touch_by_nobody_known_has_its_target_its_time_and_no_name() -> None:
    view = lucky_view(
        state={"phase": "react"},
        touches=[touch("pig", None, 412_345), touch("sweep", "Ana", 412_346, 1, dead_heat=True)],
    )
    first, second = scene_of(view).touches
    assert (first.name, first.spot.line, first.when, first.gap) == ("", "Pig", "0.412 s", "")
    assert (second.name, second.gap, second.dead_heat) == ("Ana", "+0.0 ms", True)


def test_a_shared_win_and_a_cooperative_end_are_said_as_such() -> None:
    tie = {"winners": ["Ana", "Luis"], "ranking": [["Ana", "Luis"]], "scores": {"Ana": 3, "Luis": 3}}
    assert scene_of(lucky_view(phase="over", result=tie)).title.full == "Ana and Luis share the win"
    lost: dict[str, Any] = {"winners": [], "ranking": [], "scores": {"left": 4}}
    scene = scene_of(lucky_view(phase="over", result=lost, scores={"left": 4}))
    assert scene.title.panel == "Lost"
    assert [(figure.label.panel, figure.value) for figure in scene.figures] == [("Left", 4)]


def test_a_game_in_turns_says_whose_turn_it_is_and_shows_its_stacks_large() -> None:
    scene = scene_of(VIEWS["together"])
    assert scene.title.line == "Marta is next"
    assert [figure.value for figure in scene.figures] == [34, 27, 66, 88, 61]


def test_nobody_leads_while_all_have_the_same() -> None:
    assert not any(figure.leads for figure in scene_of(lucky_view(scores={"Ana": 0, "Luis": 0})).figures)


def test_the_language_of_the_catalogue_is_used_in_all_three_lengths() -> None:
    scene = scene_of(VIEWS["settle_wrong"], catalogue("de"))
    assert scene.outcomes[0].cost.line == "-3 Karten"
    assert scene.outcomes[0].cost.full == "verliert 3 Karten"
    assert scene.outcomes[0].when == "0,398 s"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_for_the_panel_is_short_and_never_longer_than_the_others(language: str) -> None:
    translate = catalogue(language)
    for key in TEXTS:
        lengths = text(key, translate, name="Ana", names="Ana")
        assert len(lengths.panel) <= 13, lengths
        assert len(lengths.panel) <= len(lengths.line) + 2, lengths
    for change in (1, -3, 0):
        assert len(cost(change, translate).panel) <= 3
    assert set(COSTS) == {"gains cards", "pays cards", "gains points", "pays points"}


def test_a_scene_can_be_sent_to_a_browser() -> None:
    for view in VIEWS.values():
        scene = scene_of(view)
        assert json.loads(json.dumps(as_json(scene)))["kind"] == scene.kind


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(state=st.dictionaries(st.sampled_from(["revealed", "deck", "turn", "dealer", "jackpot", "left"]), json_values))
def test_a_state_of_a_game_nobody_knew_is_shown_as_far_as_it_goes(state: dict[str, Any]) -> None:
    scene = scene_of(lucky_view() | {"state": state})
    assert scene.kind in ("reveal", "react", "settle")


def first_touch_view(phase: str, **more: Any) -> dict[str, Any]:
    state = {"phase": phase, "round": 1, "scores": {"Ana": 1, "Luis": 0}}
    return lucky_view(game="first_touch", title="First touch", players=["Ana", "Luis"], **more) | {"state": state}


def test_a_touch_without_a_target_has_no_word_for_one() -> None:
    unknown = {**touch("pig", "Ana", 200_000), "spot": None}
    (shown,) = scene_of(first_touch_view("open", touches=[unknown])).touches
    assert shown.spot == Text("", "", "")


@pytest.mark.parametrize(
    ("phase", "kind", "says"),
    [
        ("armed", "reveal", "Hands still: wait for the signal"),
        ("open", "react", "Quick: hands on the targets!"),
        ("idle", "reveal", "Turn over the next card"),
    ],
)
def test_before_the_signal_hands_are_still_and_after_it_they_fly(phase: str, kind: str, says: str) -> None:
    scene = scene_of(first_touch_view(phase))
    assert (scene.kind, scene.title.full) == (kind, says)


def test_a_game_of_points_pays_points_and_no_cards() -> None:
    rulings = [ruling(7, "ok", "first", "Ana", pay=1, reaction_us=200_000), ruling(7, "info", "round_settled")]
    (outcome,) = scene_of(first_touch_view("idle", rulings=rulings)).outcomes
    assert outcome.cost == Text("+1", "+1 point", "gets 1 point")


@pytest.mark.parametrize(
    ("language", "first"),
    [("en", "heart blue bell+moon"), ("de", "Herz Blau Glocke+Mond"), ("es", "corazón azul campana+luna")],
)
def test_a_card_in_the_middle_names_its_objects_in_the_language_of_the_table(language: str, first: str) -> None:
    assert scene_of(hearts_view("turn"), catalogue(language)).lying[0].things[0].label.line == first


def test_what_a_card_on_a_stack_demands_stands_at_its_stack_and_a_stack_without_demands_nothing() -> None:
    figures = {figure.key: figure.demand for figure in scene_of(VIEWS["commands"]).figures}
    assert figures["up2"] == Text("NO TALKING", "NO TALKING", "NO TALKING while it shows")
    assert (figures["up1"], figures["left"]) == (None, None)
    unknown = VIEWS["commands"] | {"state": VIEWS["commands"]["state"] | {"showing": {"up1": "dance", "up2": 7}}}
    assert not any(figure.demand for figure in scene_of(unknown).figures)


@pytest.mark.parametrize("language", ["de", "es"])
def test_every_demand_is_said_in_every_language_and_is_short_enough_for_a_panel(language: str) -> None:
    for command in COMMANDS:
        said, english = text(command, catalogue(language)), text(command, ENGLISH)
        assert said.panel != english.panel or command == "stop"
        assert len(said.panel) <= 13
