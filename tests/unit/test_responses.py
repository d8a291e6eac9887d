"""Which touches are reactions, who was first of two, and how sure the referee was: hand-counted evenings."""

from dataclasses import replace

import pytest

from played_session import Evening, two_rounds
from touchjudge.session.certainty import certainty, fouls
from touchjudge.session.played import Standings
from touchjudge.session.responses import Duel, duels, reactions_to, responses

GAME = "schwein_gehabt"


def evening_of(*rounds: dict[str, tuple[str, int]], bound_us: int = 1, reveal_bound_us: int = 1) -> Standings:
    """An evening with a round for each mapping: spot → player and reaction in µs."""
    evening = Evening()
    evening.start()
    for number, touches in enumerate(rounds):
        shown_us = 5_000_000 + number * 60_000_000
        evening.tell(do="reveal", card="symbol:4-8-2", t_us=shown_us, bound_us=reveal_bound_us)
        for spot, (player, reaction_us) in touches.items():
            evening.touch(spot, shown_us + reaction_us, bound_us=bound_us, player=player)
        evening.tell(do="settle")
    return evening.standings()


def times(standings: Standings) -> dict[str, list[int | None]]:
    return {player: [one.touch.reaction_us for one in own] for player, own in reactions_to(standings, GAME).items()}


def test_a_players_first_touch_of_a_round_is_the_reaction_and_later_ones_are_not() -> None:
    told = evening_of(
        {"pig": ("Ana", 400_000), "mushroom": ("Ana", 700_000), "sweep": ("Luis", 500_000)},
        {"pig": ("Luis", 450_000)},
    )
    assert times(told) == {"Ana": [400_000], "Luis": [500_000, 450_000], "Marta": []}
    assert sum(1 for _ in responses(told)) == 4


def test_an_anticipation_and_an_unknown_time_are_no_reactions() -> None:
    told = evening_of({"pig": ("Ana", 50_000), "sweep": ("Luis", 400_000)})
    assert times(told) == {"Ana": [], "Luis": [400_000], "Marta": []}
    (game,) = told.games
    unknown = tuple(replace(touch, reaction_us=None) for touch in game.touches)
    assert times(replace(told, games=(replace(game, touches=unknown),))) == {"Ana": [], "Luis": [], "Marta": []}


def test_reactions_to_another_game_are_not_mixed_in() -> None:
    assert reactions_to(two_rounds().standings(), "first_touch") == {}


def test_a_reaction_is_known_as_far_as_both_its_stamps_are() -> None:
    told = evening_of({"pig": ("Ana", 400_000)}, bound_us=30, reveal_bound_us=200)
    (one,) = responses(told)
    assert (one.shown_us, one.shown_bound_us, one.reaction_bound_us) == (5_000_000, 200, 230)


def test_a_reveal_that_a_correction_put_in_place_has_the_stamp_that_the_correction_says() -> None:
    evening = two_rounds()
    evening.tell(do="correct", n=2, lines=[{"do": "reveal", "card": "symbol:1-2-3", "t_us": 4_900_000}])
    first = next(responses(evening.standings()))
    assert (first.shown_us, first.card) == (4_900_000, "symbol:1-2-3")
    evening.tell(do="correct", n=2, lines=[{"do": "reveal", "card": "symbol:1-2-3"}])
    first = next(responses(evening.standings()))
    assert (first.shown_us, first.touch.reaction_us, first.reaction_bound_us) == (None, None, None)


def test_who_was_first_of_two_is_counted_in_rounds_in_which_both_reacted() -> None:
    told = evening_of(
        {"pig": ("Ana", 400_000), "sweep": ("Luis", 500_000)},
        {"pig": ("Luis", 400_000), "sweep": ("Ana", 500_000)},
        {"pig": ("Ana", 400_000), "sweep": ("Luis", 400_002), "mushroom": ("Marta", 400_003)},
        {"pig": ("Ana", 300_000)},
    )
    assert duels(reactions_to(told, GAME)) == [
        Duel("Ana", "Luis", 1, 1, 1),  # two microseconds apart with a bound of one each: too close
        Duel("Ana", "Marta", 1, 0, 0),  # three are enough
        Duel("Luis", "Marta", 0, 0, 1),
    ]


def test_a_late_reveal_makes_no_two_touches_harder_to_tell_apart() -> None:
    told = evening_of({"pig": ("Ana", 400_000), "sweep": ("Luis", 400_100)}, bound_us=10, reveal_bound_us=5_000)
    assert duels(reactions_to(told, GAME)) == [Duel("Ana", "Luis", 1, 0, 0)]


def test_certainty_counts_how_players_are_known_and_what_was_too_close_asked_and_corrected() -> None:
    evening = two_rounds()
    evening.tell(do="undo", n=9)
    found = certainty(evening.standings())
    assert found.known_by["claimed"] == 1
    assert sum(found.known_by.values()) == 3
    assert (found.dead_heats, found.corrections, found.largest_bound_us) == (0, 1, 1)
    close = certainty(evening_of({"pig": ("Ana", 400_000), "sweep": ("Luis", 400_050)}, bound_us=30))
    assert (close.dead_heats, close.largest_bound_us) == (1, 30)


def test_a_touch_of_nobody_is_unknown_and_one_told_with_its_player_is_named() -> None:
    standings = two_rounds().standings()
    (game,) = standings.games
    touches = (replace(game.touches[0], player=None), replace(game.touches[1], attribution=None))
    found = certainty(replace(standings, games=(replace(game, touches=touches),)))
    assert (found.known_by["unknown"], found.known_by["named"]) == (1, 1)


def test_an_evening_without_a_touch_has_no_bound() -> None:
    found = certainty(Evening().standings())
    assert (sum(found.known_by.values()), found.largest_bound_us) == (0, None)


def test_a_foul_that_is_undone_is_none() -> None:
    evening = two_rounds()
    assert [(one.ruling.player, one.ruling.code) for one in fouls(evening.standings())] == [("Ana", "drew_wrong")]
    evening.tell(do="undo", n=5)
    assert fouls(evening.standings()) == []


@pytest.mark.parametrize("n", [3, 5])
def test_an_undone_touch_is_no_response(n: int) -> None:
    evening = two_rounds()
    evening.tell(do="undo", n=n)
    assert n not in [one.touch.n for one in responses(evening.standings()) if one.touch.t_us is not None]
