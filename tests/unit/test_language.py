"""Reading a line: what is no line of the table language gets one sentence, and whatever comes never a traceback."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touchjudge.errors import LineError
from touchjudge.language import answer_json, parse_line, schema
from touchjudge.registry import known_games
from touchjudge.rules.game import ok
from touchjudge.session.fold import Answer


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (b"", "no JSON"),
        (b"settle", "no JSON: Expecting value at column 1"),
        (b"[1]", "[1] is no JSON object"),
        (b'"x"', "is no JSON object"),
        (b'{"do":"note","text":"\xff"}', "not UTF-8 (byte 21)"),
        (b'{"do":"note","do":"undo"}', "do: given twice"),
        (b'{"do":"undo","n":NaN}', "NaN is no number"),
        (b'{"do":"note","text":"\\ud800"}', "half a surrogate pair"),
        (b" " * 70_000, "70000 bytes; allowed are 65536"),
    ],
)
def test_text_that_is_no_line_is_refused_with_one_sentence(text: bytes, part: str) -> None:
    with pytest.raises(LineError) as caught:
        parse_line(text)
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.binary(max_size=300))
def test_any_bytes_are_a_line_or_a_line_error(text: bytes) -> None:
    with contextlib.suppress(LineError):
        parse_line(text)


def test_deep_nesting_within_the_length_is_refused_not_crashed_on() -> None:
    with pytest.raises(LineError, match="nested too deeply"):
        parse_line('{"a":' + "[" * 30_000 + "]" * 30_000 + "}")


def test_answers_are_compact_utf_8_with_the_keys_in_the_contracts_order() -> None:
    answer = Answer(3, (ok("touched", "Zoë", spot="pig", reaction_us=412345),))
    text = answer_json(answer, None, lambda ruling, game: "Zoë touched.")
    assert text == (
        '{"n":3,"rulings":[{"verdict":"ok","code":"touched","player":"Zoë",'
        '"effects":{"spot":"pig","reaction_us":412345},"say":"Zoë touched."}]}'
    )
    assert answer_json(Answer(4, error="no"), None, lambda ruling, game: "") == '{"n":4,"error":"no"}'
    assert answer_json(Answer(5, state={"a": 1}), None, lambda r, g: "") == '{"n":5,"rulings":[],"state":{"a":1}}'


def test_the_schema_covers_every_line_of_every_game_and_is_json() -> None:
    made = json.loads(json.dumps(schema(known_games())))
    named = {choice["properties"]["do"]["const"] for choice in made["anyOf"]}
    assert {"start", "set", "state", "correct", "undo", "pads", "pause", "resume", "end", "note"} <= named
    for game in known_games().values():
        assert {kind.do for kind in game.observations} <= named
