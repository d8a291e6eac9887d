"""Rulings as sentences for people: values in words, names safe, no ruling without a sentence."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touchjudge.rules.game import COMMON_SENTENCES, Ruling, foul, info, ok
from touchjudge.words import in_words, plain, say
from touchjudge.words.say import Sentence


@dataclass(frozen=True)
class Lucky:
    """A game with just the sentences that a test needs."""

    sentences: Mapping[str, Sentence] = field(
        default_factory=lambda: {
            "drew_right": (
                "{player} took {spot:the} and gets one card.",
                "{player} took {spot:the} and gets {pay} cards.",
                "pay",
            ),
            "touched": "{spot:the} was touched after {reaction_us}.",
            "round_settled": "Cards: {cards}.",
        }
    )
    words: Mapping[str, str] = field(default_factory=lambda: {"bell": "golden bell"})


def test_a_counting_effect_chooses_between_one_and_many() -> None:
    assert say(ok("drew_right", "Luis", spot="pig", pay=1), Lucky()) == "Luis took the pig and gets one card."
    assert say(ok("drew_right", "Luis", spot="pig", pay=2), Lucky()) == "Luis took the pig and gets 2 cards."


def test_a_time_in_microseconds_is_said_in_seconds_and_a_word_that_stands_first_gets_a_capital() -> None:
    assert (
        say(ok("touched", spot="sweep", reaction_us=412_345), Lucky()) == "The chimney sweep was touched after 0.412 s."
    )


def test_a_name_that_stands_first_keeps_its_small_letter() -> None:
    assert say(ok("drew_right", "ana", spot="pig", pay=1), Lucky()).startswith("ana took")


def test_a_player_called_like_a_spot_or_a_command_stays_a_name() -> None:
    assert in_words("players", ["pig", "stop", "Marta"]) == "pig, stop and Marta"


def test_a_missing_effect_leaves_a_gap_and_no_traceback() -> None:
    assert say(Ruling("ok", "drew_right", "Luis"), Lucky()) == "Luis took … and gets … cards."


def test_a_touch_by_nobody_known_is_somebodys() -> None:
    assert say(ok("drew_right", None, spot=None, pay=1), Lucky()) == "Somebody took a target and gets one card."


def test_a_code_without_a_sentence_is_still_readable() -> None:
    assert say(info("count_differs"), Lucky()) == "Count differs."


def test_braces_in_a_name_are_shown_and_not_filled_again() -> None:
    assert say(ok("drew_right", "{pay}", spot="pig", pay=1), Lucky()) == "{pay} took the pig and gets one card."


def test_common_codes_need_no_game() -> None:
    assert say(foul("cannot_be", fields=["deck"])) == "That cannot be: look at deck."


def test_a_word_that_a_game_brings_is_used() -> None:
    assert in_words("spot", "bell", words=Lucky().words) == "golden bell"


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("card", "symbol:4-8-1", "4 mushrooms, 8 pigs and 1 sweep"),
        ("card", "touch:pig", "the touch card with the pig"),
        ("card", "virus:multi", "multicolour virus"),
        ("card", "number:blue:3:apple+bell", "blue 3 (apple, bell)"),
        ("card", "symbol:" + "9" * 5000 + "-1-1", "symbol:" + "9" * 5000 + "-1-1"),
        ("card", None, "a card"),
        ("cards", {"Ana": 0, "Luis": 12}, "Ana 0, Luis 12"),
        ("owes", ["cards:2", "cover:up1"], "2 more cards and cover the skull on the first rising stack"),
        ("owes", [], "nothing"),
        ("gap_us", 350, "0.3 ms"),
        ("reaction_us", None, "an unknown time"),
        ("pay", 0, "0"),
        ("turned", True, "yes"),
    ],
)
def test_codes_and_numbers_are_put_into_words(name: str, value: Any, words: str) -> None:
    assert in_words(name, value) == words


def test_control_characters_bidi_controls_and_lone_surrogates_do_not_come_through() -> None:
    name = "A\x1b]0;x\x07\u202e\u2066\ud800\n\u2028na"
    said = say(ok("drew_right", name, spot="pig", pay=1), Lucky())
    assert plain(name) in said
    assert not set(said) & set("\x1b\x07\u202e\u2066\ud800\n\u2028")
    said.encode()


def test_names_of_every_script_and_emoji_stay_as_they_are() -> None:
    for name in ("Zoë", "李小龙", "אבי", "नमस्ते", "👩‍🚀", "O'Neil <b>[red]"):
        assert plain(name) == name


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@given(
    code=st.sampled_from([*COMMON_SENTENCES, "drew_right", "touched", "round_settled", "new_code"]),
    player=st.none() | st.text(),
    effects=st.dictionaries(
        st.sampled_from(["spot", "pay", "cards", "card", "reaction_us", "owes", "fields", "player", "x"]), json_values
    ),
)
def test_any_effects_at_all_give_a_sentence_that_is_one_line_of_utf_8(
    code: str, player: str | None, effects: dict[str, Any]
) -> None:
    said = say(Ruling("ok", code, player, effects), Lucky())
    assert said
    assert "\n" not in said
    json.dumps(said, ensure_ascii=False).encode()
