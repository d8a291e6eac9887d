"""The Game and its Extreme sister: every code of their sheet is ruled, with its verdict, and no other."""

import re
from collections.abc import Callable

import pytest

from need import ROOT
from stack_table import EXTREME, PLAIN, Table, extreme, table
from touchjudge.rules.the_game import TheGame

VERDICTS = {
    "started": "ok",
    "played": "ok",
    "backwards": "ok",
    "turn_ended": "ok",
    "talk_allowed": "info",
    "said_number": "foul",
    "not_higher": "foul",
    "not_lower": "foul",
    "card_already_played": "foul",
    "no_such_card": "foul",
    "no_such_stack": "foul",
    "not_your_turn": "foul",
    "below_minimum": "foul",
    "no_cards_left": "foul",
    "not_stuck": "foul",
    "cannot_be": "foul",
    "game_is_over": "foul",
    "won": "over",
    "lost": "over",
    "ended": "over",
}
EXTREME_VERDICTS = {**VERDICTS, "which_command": "ask", "turn_already_ended": "info", "command_broken": "over"}
STANDING = {"said_number"}


def fouls(at: Table) -> None:
    at.play("A", 20, "up1")
    at.play("A", 19, "up1")
    at.play("A", 20, "down1")
    at.play("A", 100, "up1")
    at.play("A", 30, "up3")
    at.play("B", 30, "up1")
    at.end_turn("A")
    at.play("A", 10, "up1")
    at.stuck("A")
    at.set(stacks={"down1": 40})
    at.play("A", 60, "down1")
    at.set(draw_pile=99)
    at.end_turn("A")
    at.tell("talked", player="A", what="number")
    at.tell("talked", player="A")


def ends(at: Table) -> None:
    at.set(stacks={"up1": 96}, hands={"A": 1, "B": 1}, draw_pile=0)
    at.play("A", 97, "up1")
    at.play("A", 98, "up1")
    at.end_turn("A")
    at.play("B", 98, "up1")
    at.play("B", 99, "up1")
    at.set(result=None, hands={"A": 7, "B": 7}, stacks={"up1": 1}, played=[], laid_this_turn=[])
    at.stuck("B")
    at.set(result=None)
    at.tell("end")


def commands(at: Table) -> None:
    at.tell("play", player="A", card=20, stack="up1")
    at.play("A", 20, "up1", "stop")
    at.end_turn("A")
    at.play("A", 21, "up1")


def ruled(game: TheGame, *scripts: Callable[[Table], None]) -> dict[str, str]:
    found: dict[str, str] = {}
    for script in scripts:
        at = table(game)
        script(at)
        for entry in at.session.entries:
            for ruling in entry.answer.rulings:
                found[ruling.code] = ruling.verdict
                assert ruling.stands == (ruling.code in STANDING), ruling
                assert ruling.verdict != "foul" or ruling.stands or ruling.code == "cannot_be" or ruling.effects["mend"]
    found.pop("set")
    return found


def test_the_codes_that_the_game_rules_are_those_of_its_sheet() -> None:
    assert ruled(PLAIN, fouls, ends) == VERDICTS


def test_the_codes_that_extreme_rules_are_those_of_its_sheet() -> None:
    assert ruled(EXTREME, fouls, ends, commands) == EXTREME_VERDICTS


@pytest.mark.parametrize(("game", "verdicts"), [(PLAIN, VERDICTS), (EXTREME, EXTREME_VERDICTS)])
def test_each_code_has_a_sentence_and_no_sentence_is_for_another(game: TheGame, verdicts: dict[str, str]) -> None:
    assert set(game.sentences) == set(verdicts)


def test_the_pages_about_the_games_name_each_code() -> None:
    for page, verdicts in (("the_game", VERDICTS), ("the_game_extreme", EXTREME_VERDICTS)):
        text = (ROOT / "docs" / "rules" / f"{page}.md").read_text("utf-8")
        assert set(verdicts) <= set(re.findall(r"`([a-z_]+)`", text)), page


@pytest.mark.parametrize(
    ("card", "stack", "code", "mend"),
    [
        (39, "up1", "not_higher", "take the card back; 41 or more fits, or 30"),
        (5, "up2", "not_higher", "take the card back; 7 or more fits"),
        (99, "down1", "not_lower", "take the card back; 94 or less fits"),
        (98, "down2", "not_lower", "take the card back; 49 or less fits, or 60"),
    ],
)
def test_a_card_that_does_not_fit_says_what_would(card: int, stack: str, code: str, mend: str) -> None:
    at = table()
    at.set(stacks={"up1": 40, "up2": 6, "down1": 95, "down2": 50})
    (ruling,) = at.play("A", card, stack)
    assert (ruling.code, ruling.effects["mend"]) == (code, mend)


def test_fouls_are_found_in_their_order() -> None:
    at = extreme("ABC")
    at.play("A", 20, "up1")
    at.set(hands={"A": 0}, minimum=1)
    assert [r.code for r in at.play("B", 100, "up9")] == ["not_your_turn"]
    assert [r.code for r in at.play("A", 100, "up9")] == ["no_cards_left"]
    at.set(hands={"A": 1})
    assert [r.code for r in at.play("A", 100, "up9")] == ["no_such_card"]
    assert [r.code for r in at.play("A", 20, "up9")] == ["card_already_played"]
    assert [r.code for r in at.play("A", 21, "up9")] == ["no_such_stack"]
    assert [r.code for r in at.play("A", 19, "up1")] == ["not_higher"]
