"""Schwein gehabt!: each code that the rules sheet lists is ruled, with its verdict, and has a sentence."""

import re
from collections.abc import Callable

import pytest

from lucky_table import Table, table
from need import ROOT
from touchjudge.rules.schwein_gehabt import GAME

CODES = {
    "ok": "started revealed card_named touched claimed released struck_out hands_named winner_named drew_right "
    "sandwich lowest_hand jackpot_added",
    "foul": "drew_wrong too_late wrong_slap wrong_phase round_open no_touch_card cannot_be game_is_over",
    "ask": "which_card who_took_what who_touched which_target who_won who_was_lowest dead_heat",
    "info": "round_settled jackpot_trimmed touched_again out_of_round late_touch anticipation held stamps_differ "
    "no_sandwich assumed",
    "over": "short_deck deck_empty ended",
}
VERDICTS = {code: verdict for verdict, codes in CODES.items() for code in codes.split()}
STANDING = {"drew_wrong", "too_late", "wrong_slap"}


def symbol_card(at: Table) -> None:
    """All that a symbol card can come to."""
    at.tell("settle")
    at.touch("pig", t_us=10)
    at.tell("pads", down=["sweep"])
    at.set(cards={"A": 6, "B": 6}, jackpot=5)
    at.reveal("symbol:1-4-8")
    at.tell("hands", players=["A"])
    at.set(deck=1)
    at.touch("sweep")
    at.touch("pig", t_us=1_050_000)
    at.touch("pig")
    at.settle()
    at.tell("nobody", spot="pig")
    at.tell("release", player="A", t_us=1_200_000)
    at.touch("mushroom")
    at.claim("A")
    at.claim("B")
    at.settle()
    at.touch("sweep", t_us=1_500_000)


def questions_about_symbol_cards(at: Table) -> None:
    at.reveal()
    at.settle()
    at.reveal()
    at.tell("card", card="symbol:4-5-6")
    at.claim("A")
    at.settle()
    at.claim("A", "mushroom")
    at.settle()
    at.reveal("symbol:1-4-8")
    at.claim("A")
    at.settle()
    at.set(cards={"A": 5, "C": 5})
    at.reveal("symbol:4-5-6")
    for spot in ("mushroom", "pig", "sweep"):
        at.touch(spot)
    at.claim("A")
    at.claim("C")
    at.settle()


def touch_cards(at: Table) -> None:
    at.reveal("touch:pig")
    at.touch("mushroom")
    at.touch("pig")
    at.touch("pig", t_us=1_500_000)
    at.settle()
    at.tell("hands", players=["A", "B", "A"])
    at.tell("hands", players=["A", "B", "C"])
    at.settle()
    at.reveal("touch:pig")
    at.tell("winner", player=None)
    at.settle()
    at.tell("winner", player=None)
    at.settle()


def order(at: Table) -> None:
    at.tell("start", game=GAME.name, players=["A", "B", "C"], options={"free_choice": True})
    at.reveal("symbol:3-3-3")
    at.touch("pig", "A")
    at.touch("pig", "B")
    at.settle()
    at.tell("winner", player="B", spot="pig")
    at.settle()


def ends(at: Table) -> None:
    at.set(cards={"A": 61}, deck=1, jackpot=1)
    at.reveal("symbol:1-4-8")
    at.touch("mushroom", "A")
    at.settle()
    at.settle()
    at.set(phase="reveal", cards={"A": 61}, deck=1, jackpot=1)
    at.reveal("symbol:1-4-8")
    at.settle()
    at.set(phase="reveal", jackpot=0)
    at.tell("end")


SCRIPTS: tuple[Callable[[Table], None], ...] = (symbol_card, questions_about_symbol_cards, touch_cards, order, ends)


def test_the_codes_that_are_ruled_are_those_of_the_rules_sheet() -> None:
    ruled: dict[str, str] = {}
    for script in SCRIPTS:
        at = table()
        script(at)
        for entry in at.session.entries:
            for ruling in entry.answer.rulings:
                ruled[ruling.code] = ruling.verdict
                assert ruling.stands == (ruling.code in STANDING), ruling
    assert {code: verdict for code, verdict in ruled.items() if code not in ("set", "pads_noted")} == VERDICTS


def test_each_code_has_a_sentence_and_no_sentence_is_for_another() -> None:
    assert set(GAME.sentences) == set(VERDICTS)


def test_the_page_about_the_game_names_each_code() -> None:
    page = (ROOT / "docs" / "rules" / "schwein_gehabt.md").read_text("utf-8")
    named = set(re.findall(r"`([a-z_]+)", page)) | set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]+)`", page))))
    assert set(VERDICTS) <= named


@pytest.mark.parametrize("code", ["drew_wrong", "too_late", "wrong_slap"])
def test_what_a_foul_costs_stays_paid(code: str) -> None:
    assert VERDICTS[code] == "foul"
    assert code in STANDING
