"""Schwein gehabt!: house rules, each both ways."""

import pytest

from lucky_table import codes, draws, table, the


def test_with_free_choice_the_first_is_paid_and_a_later_one_too_late_without_a_penalty() -> None:
    at = table(free_choice=True)
    at.set(cards={"C": 3})
    at.reveal("symbol:4-5-8")
    at.touch("sweep", "C", 1_500_000)
    at.touch("sweep", "A", 1_400_000)
    settled = at.settle()
    assert draws(settled) == [("drew_right", "A", "sweep"), ("too_late", "C", "sweep")]
    late = the(settled, "too_late")
    assert (late.verdict, late.stands, late.effects["gap_us"]) == ("foul", True, 100_000)
    assert at.view["cards"] == {"A": 1, "B": 0, "C": 3}


def test_without_free_choice_only_the_owner_is_paid_whoever_was_first() -> None:
    at = table()
    at.reveal("symbol:4-5-8")
    at.touch("sweep", "C", 1_500_000)
    at.touch("sweep", "A", 1_400_000)
    assert draws(at.settle()) == [("drew_right", "C", "sweep"), ("drew_wrong", "A", "sweep")]


def test_free_choice_is_for_players_none_of_whose_numbers_shows() -> None:
    at = table(free_choice=True)
    at.reveal("symbol:1-5-8")
    at.touch("sweep", "A")
    assert draws(at.settle()) == [("drew_wrong", "A", "sweep")]


def test_one_card_is_paid_for_a_target_however_many_may_take_it() -> None:
    at = table(free_choice=True)
    at.set(cards={"B": 60}, deck=2, jackpot=1)
    at.reveal("symbol:4-4-4")
    at.touch("sweep", "C", 1_500_000)
    at.touch("sweep", "A", 1_400_000)
    assert codes(at.settle()) == ["drew_right", "too_late", "round_settled", "deck_empty"]


@pytest.mark.parametrize(
    ("gap_us", "bound_us", "dead_heat_us", "asks"),
    [
        (2, 1, 0, True),
        (3, 1, 0, False),
        (600, 300, 0, True),
        (601, 300, 0, False),
        (50_002, 1, 50_000, True),
        (50_003, 1, 50_000, False),
    ],
)
def test_a_gap_within_the_bounds_and_the_margin_is_a_dead_heat(
    gap_us: int, bound_us: int, dead_heat_us: int, asks: bool
) -> None:
    at = table(free_choice=True, dead_heat_us=dead_heat_us)
    at.reveal("symbol:4-5-8")
    at.touch("sweep", "A", 1_400_000, bound_us=bound_us)
    at.touch("sweep", "C", 1_400_000 + gap_us, bound_us=bound_us)
    assert ("dead_heat" in codes(at.settle())) is asks


def test_a_dead_heat_is_answered_by_who_was_first() -> None:
    at = table(free_choice=True)
    at.reveal("symbol:4-5-8")
    at.touch("sweep", "A", 1_400_000)
    at.touch("sweep", "C", 1_400_001)
    (heat,) = at.settle()
    assert heat.effects["options"] == [
        [{"do": "winner", "player": "A", "spot": "sweep"}],
        [{"do": "winner", "player": "C", "spot": "sweep"}],
        [{"do": "winner", "player": None, "spot": "sweep"}],
    ]
    at.option(heat, 1)
    assert draws(at.settle()) == [("drew_right", "C", "sweep"), ("too_late", "A", "sweep")]


def test_who_is_clearly_later_is_no_part_of_the_dead_heat() -> None:
    at = table("ABCD", {"A": [1, 2], "B": [3, 4], "C": [5, 6], "D": [7, 8]}, free_choice=True)
    at.reveal("symbol:7-7-7")
    for player, t_us in (("A", 1_400_000), ("B", 1_400_001), ("C", 1_500_000)):
        at.touch("sweep", player, t_us)
    (heat,) = at.settle()
    assert [lines[0]["player"] for lines in heat.effects["options"]] == ["A", "B", None]
    at.option(heat, 0)
    assert [code for code, _, _ in draws(at.settle())] == ["drew_right", "too_late", "too_late"]


def test_a_person_may_say_who_was_first_before_it_is_asked() -> None:
    at = table(free_choice=True)
    at.reveal("symbol:4-5-8")
    at.touch("sweep", "A", 1_400_000)
    at.touch("sweep", "C", 1_400_001)
    at.tell("winner", player="C", spot="sweep")
    assert draws(at.settle())[0] == ("drew_right", "C", "sweep")


def test_a_first_who_had_no_right_there_answers_nothing() -> None:
    at = table(free_choice=True)
    at.reveal("symbol:4-5-8")
    at.touch("sweep", "A", 1_400_000)
    at.touch("sweep", "C", 1_400_001)
    at.tell("winner", player="B", spot="sweep")
    assert codes(at.settle()) == ["dead_heat"]


def test_without_times_the_order_of_the_lines_decides() -> None:
    at = table(free_choice=True)
    at.reveal("symbol:4-5-8")
    at.touch("sweep", "C", None)
    at.touch("sweep", "A", None)
    assert draws(at.settle()) == [("drew_right", "C", "sweep"), ("too_late", "A", "sweep")]


def test_two_hands_on_one_pad_that_only_claimed_are_asked_who_was_first() -> None:
    at = table(free_choice=True)
    at.reveal("symbol:4-5-8")
    at.touch("sweep")
    at.claim("A")
    at.claim("C")
    (heat,) = at.settle()
    assert heat.code == "dead_heat"


def test_the_one_free_target_of_a_player_without_times_is_the_first_told() -> None:
    at = table(free_choice=True)
    at.reveal("symbol:4-5-8")
    at.touch("sweep", "A", None)
    at.touch("pig", "A", None)
    assert sorted(draws(at.settle())) == [("drew_right", "A", "sweep"), ("drew_wrong", "A", "pig")]


def test_on_an_unseen_card_free_choice_pays_the_first_at_each_target() -> None:
    at = table(free_choice=True)
    at.reveal("unseen")
    at.touch("sweep", "A", 1_400_000)
    at.touch("sweep", "C", 1_500_000)
    assert draws(at.settle()) == [("drew_right", "A", "sweep"), ("too_late", "C", "sweep")]


def test_on_an_unseen_card_without_it_all_are_paid() -> None:
    at = table()
    at.reveal("unseen")
    at.touch("sweep", "A", 1_400_000)
    at.touch("sweep", "C", 1_500_000)
    assert draws(at.settle()) == [("drew_right", "A", "sweep"), ("drew_right", "C", "sweep")]


@pytest.mark.parametrize("penalty", [1, 6])
def test_the_penalty_is_an_option(penalty: int) -> None:
    at = table(penalty=penalty)
    at.set(cards={"A": 9})
    at.reveal("symbol:1-5-8")
    at.touch("sweep", "A")
    at.touch("pig", "A")
    given = [ruling.effects["penalty"] for ruling in at.settle() if ruling.code == "drew_wrong"]
    assert given == [penalty, min(penalty, 9 - penalty)]


@pytest.mark.parametrize(("limit", "trimmed"), [(1, 5), (5, 1), (20, 0)])
def test_the_jackpot_limit_is_an_option_on_touch_cards_too(limit: int, trimmed: int) -> None:
    at = table(jackpot_limit=limit, no_sandwich="jackpot")
    at.set(jackpot=5)
    at.reveal("touch:pig")
    at.tell("winner", player=None)
    settled = at.settle()
    assert [ruling.effects["count"] for ruling in settled if ruling.code == "jackpot_trimmed"] == [trimmed][:trimmed]
    assert at.view["jackpot"] == 6 - trimmed


def test_with_a_sandwich_the_option_for_none_does_not_matter() -> None:
    at = table(no_sandwich="jackpot")
    at.reveal("touch:pig")
    at.tell("hands", players=["A", "B", "A"])
    assert codes(at.settle()) == ["sandwich", "round_settled"]


@pytest.mark.parametrize(
    "options", [{"penalty": 0}, {"penalty": 7}, {"presume": "no"}, {"home": 1}, {"jackpot_limit": True}, {"nope": 1}]
)
def test_an_option_that_is_unknown_or_out_of_range_is_an_error_at_the_start(options: dict[str, object]) -> None:
    at = table()
    name = next(iter(options))
    assert name in at.error("start", game="schwein_gehabt", players=["A", "B", "C"], options=options)
