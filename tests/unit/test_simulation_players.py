"""Simulated people: how fast they are, what their hands do in a round, and what they answer."""

from collections import Counter
from functools import cache
from random import Random
from statistics import mean, median

import pytest

from touchjudge.decks import making
from touchjudge.simulation.acts import Away, Contact, seat
from touchjudge.simulation.answers import truthful
from touchjudge.simulation.players import TARGETS, Customs, Draw, Round, Truth, play, sandwich
from touchjudge.simulation.reactions import FASTEST_US, ExGaussian, Person, person

NAMES = ("Ana", "Luis", "Marta")
NUMBERS = {"Ana": [1, 4, 7], "Luis": [2, 5, 8], "Marta": [3, 6]}
SYMBOLS = [card for card in making.schwein_gehabt() if card.startswith("symbol:")]


def people() -> list[Person]:
    return [person(Random(f"people/{name}"), name) for name in NAMES]


PLAIN = Customs()


@cache
def rounds(card: str | None = None, times: int = 600, customs: Customs = PLAIN) -> list[Round]:
    return [
        play(Random(f"rounds/{number}"), people(), card or SYMBOLS[number % 54], NUMBERS, customs)
        for number in range(times)
    ]


def entitled(player: str, spot: str, card: str) -> bool:
    counts = [int(count) for count in card.removeprefix("symbol:").split("-")]
    return counts[TARGETS.index(spot)] in NUMBERS[player]


def test_ex_gaussian_times_are_skewed_to_the_right_and_have_the_stated_mean() -> None:
    kind = ExGaussian(350_000, 40_000, 90_000)
    random = Random(5)
    drawn = [kind.draw_us(random) for _ in range(5000)]
    assert mean(drawn) == pytest.approx(kind.mean_us, rel=0.02)
    assert mean(drawn) - median(drawn) > 10_000
    assert min(drawn) >= FASTEST_US


def test_nobody_who_has_seen_the_card_is_faster_than_a_person_can_be() -> None:
    assert ExGaussian(10_000, 1_000, 1_000).draw_us(Random(1)) == FASTEST_US


@pytest.mark.parametrize("seed", range(30))
def test_every_character_takes_longer_to_choose_than_to_react_within_human_times(seed: int) -> None:
    one, random = person(Random(seed), "Ana"), Random(seed)
    simple = median(one.simple.draw_us(random) for _ in range(1000))
    choice = median(one.choice.draw_us(random) for _ in range(1000))
    assert 200_000 <= simple <= 350_000
    assert 300_000 <= choice <= 600_000
    assert choice > simple + 60_000


def test_characters_differ_by_seed_and_are_the_same_for_the_same_seed() -> None:
    assert person(Random(1), "Ana") == person(Random(1), "Ana")
    assert person(Random(1), "Ana") != person(Random(2), "Ana")


def test_most_draws_are_right_some_are_wrong_and_some_rights_are_not_seen() -> None:
    draws = [(draw, game_round.truth.card) for game_round in rounds() for draw in game_round.truth.draws]
    right = sum(entitled(draw.player, draw.spot, card) for draw, card in draws)
    assert 0.80 < right / (3 * 600) < 0.98  # each card gives three rights
    assert 0.005 < (len(draws) - right) / len(draws) < 0.10


def test_some_hands_are_before_the_card_and_some_come_when_all_is_over() -> None:
    times_us = sorted(draw.at_us for game_round in rounds() for draw in game_round.truth.draws)
    early = sum(at_us < 100_000 for at_us in times_us) / len(times_us)
    late = sum(at_us > 1_300_000 for at_us in times_us) / len(times_us)
    assert 0 < early < 0.02
    assert 0 < late < 0.06
    assert times_us[0] >= -250_000


def test_who_drew_mostly_presses_once_sometimes_twice_or_never_and_rarely_without_a_draw() -> None:
    presses, drew = Counter[int](), 0
    meddled = 0
    for game_round in rounds():
        places = Counter(act.place for act in game_round.acts if isinstance(act, Contact))
        drawers = {draw.player for draw in game_round.truth.draws}
        drew += len(drawers)
        for name in NAMES:
            if name in drawers:
                presses[places[seat(name)]] += 1
            else:
                meddled += places[seat(name)]
    assert set(presses) == {0, 1, 2}
    assert presses[1] > 0.85 * drew
    assert 0.01 * drew < presses[0] < 0.1 * drew
    assert 0.01 * drew < presses[2] < 0.1 * drew
    assert 0 < meddled < 20


def test_a_claim_comes_after_the_grab() -> None:
    for game_round in rounds():
        for draw in game_round.truth.draws:
            claims = [act for act in game_round.acts if isinstance(act, Contact) and act.place == seat(draw.player)]
            assert all(claim.began_us > draw.at_us for claim in claims)


def test_the_card_is_put_back_onto_its_target_now_and_then() -> None:
    backs = 0
    for game_round in rounds():
        drawn = Counter(draw.spot for draw in game_round.truth.draws)
        touched = Counter(act.place for act in game_round.acts if isinstance(act, Contact) and act.place in drawn)
        backs += sum((touched - drawn).values())
    assert 0.2 < backs / (3 * 600) < 0.5


def test_each_player_lays_two_hands_on_a_touch_card_and_the_sandwich_is_its_winners() -> None:
    sandwiches = 0
    for game_round in rounds("touch:pig"):
        hands = Counter(game_round.truth.hands)
        assert set(hands.values()) <= {2}
        on_pig = [act for act in game_round.acts if isinstance(act, Contact) and act.place == "pig" and not act.fails]
        assert len(on_pig) == hands.total()
        # All hands lie there until they are lifted: the pad stays down from the lowest hand on.
        assert max(act.began_us for act in on_pig) < min(act.ended_us or 0 for act in on_pig)
        assert game_round.truth.winner == sandwich(game_round.truth.hands)
        sandwiches += game_round.truth.winner is not None
    assert 0.2 < sandwiches / 600 < 0.95


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        ("ABA", "A"),
        ("ABBA", None),
        ("AAB", None),
        ("ABAB", "A"),
        ("ABCBA", "B"),
        ("AACBC", "C"),
        ("ABCABC", None),
        ("", None),
    ],
)
def test_the_first_second_hand_with_exactly_one_other_between_makes_the_sandwich(hands: str, winner: str) -> None:
    assert sandwich(hands) == winner


def test_with_home_the_button_is_let_go_before_the_touch_and_held_again_after_it() -> None:
    for card in (None, "touch:sweep"):
        for game_round in rounds(card, customs=Customs(home=True)):
            for name in NAMES:
                own = [act for act in game_round.acts if _place(act) == seat(name)]
                if not own:
                    continue
                away, back = own
                assert isinstance(away, Away)
                assert isinstance(back, Contact)
                assert back.ended_us is None
                assert away.at_us < back.began_us


def test_with_free_choice_players_without_a_number_take_a_target_too() -> None:
    def drawers(customs: Customs) -> int:
        alone = {"Ana": [1, 4, 7], "Luis": [2, 5, 8], "Marta": []}
        return sum(
            any(
                draw.player == "Marta" for draw in play(Random(n), people(), "symbol:1-2-4", alone, customs).truth.draws
            )
            for n in range(300)
        )

    assert drawers(Customs()) < 30
    assert 150 < drawers(Customs(free_choice=True)) < 270


def test_the_same_chance_gives_the_same_round() -> None:
    assert rounds(times=50) == rounds.__wrapped__(times=50)


TRUTH = Truth("symbol:4-8-2", (Draw("Luis", "pig", 400_000), Draw("Ana", "pig", 420_000)))
PILE = Truth("touch:pig", (), ("Marta", "Ana", "Luis", "Ana"), "Ana")


def option(*lines: dict[str, object]) -> dict[str, object]:
    return {"label": "", "lines": list(lines)}


def claim(player: str, spot: str) -> dict[str, object]:
    return {"do": "claim", "player": player, "spot": spot}


@pytest.mark.parametrize(
    ("code", "options", "truth", "chosen"),
    [
        ("who_touched", [option(claim("Marta", "pig")), option(claim("Ana", "pig"))], TRUTH, 1),
        ("who_touched", [option(claim("Ana", "sweep")), option({"do": "nobody", "spot": "sweep"})], TRUTH, 1),
        ("who_touched", [option({"do": "nobody", "spot": "pig"}), option(claim("Luis", "pig"))], TRUTH, 1),
        (
            "who_took_what",
            [
                option(claim("Luis", "sweep"), claim("Ana", "pig")),
                option(claim("Luis", "pig"), claim("Ana", "pig")),
                option(claim("Luis", "pig"), claim("Ana", "mushroom")),
            ],
            TRUTH,
            1,
        ),
        ("who_won", [option({"do": "winner", "player": name}) for name in ("Luis", "Ana", None)], PILE, 1),
        ("who_won", [option({"do": "winner", "player": name}) for name in ("Luis", "Ana", None)], TRUTH, 2),
        ("who_was_lowest", [option({"do": "winner", "player": name}) for name in ("Ana", "Marta", None)], PILE, 1),
        (
            "dead_heat",
            [option({"do": "winner", "player": name, "spot": "pig"}) for name in ("Ana", "Luis")],
            TRUTH,
            1,
        ),
        ("something_new", [option({"do": "note", "text": "a"}), option({"do": "note", "text": "b"})], TRUTH, 0),
    ],
)
def test_a_question_is_answered_with_what_happened(
    code: str, options: list[dict[str, list[object]]], truth: Truth, chosen: int
) -> None:
    assert truthful({"code": code, "options": options}, truth) == options[chosen]["lines"]


def test_the_question_for_the_card_is_answered_with_the_card() -> None:
    assert truthful({"code": "which_card", "options": []}, TRUTH) == [{"do": "card", "card": "symbol:4-8-2"}]


def test_a_question_without_options_gets_no_answer() -> None:
    assert truthful({"code": "who_won", "options": []}, TRUTH) == []


def _place(act: object) -> str | None:
    return getattr(act, "place", None)
