"""What a session holds after all corrections: games, places, scores, rounds, touches, reactions."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from played_session import Evening, two_rounds
from touchjudge.adapters.exports.csv_export import csv_tables
from touchjudge.adapters.exports.json_export import export_json
from touchjudge.adapters.journal_sqlite import SqliteJournal
from touchjudge.rules import first_touch, virus
from touchjudge.rules import the_game as the_game_rules
from touchjudge.rules.game import Result, ok, ranked
from touchjudge.session.played import GamePlayed, JudgedLine, TouchRow
from touchjudge.session.standings import competition_ranks, judged_lines, project, ranking_of
from touchjudge.session.statistics import reactions


def the_game(evening: Evening) -> GamePlayed:
    (game,) = evening.standings().games
    return game


def draws(game: GamePlayed) -> list[tuple[int, str | None, str | None, int | None, str | None, str | None]]:
    return [(t.round, t.spot, t.player, t.reaction_us, t.attribution, t.ruling) for t in game.touches]


def test_a_game_holds_its_players_by_seat_with_scores_and_shared_places() -> None:
    game = the_game(two_rounds())
    assert [(p.name, p.seat, p.begins, p.score, p.rank, p.winner) for p in game.players] == [
        ("Ana", 1, True, 0, 3, False),
        ("Luis", 2, False, 1, 1, True),
        ("Marta", 3, False, 1, 1, True),
    ]
    assert (game.winners, game.ending, game.aborted) == (("Luis", "Marta"), "ended", False)
    assert (game.started_utc, game.ended_utc, game.duration_s) == (
        "2026-11-30T19:00:00.000Z",
        "2026-11-30T19:03:00.000Z",
        180,
    )


def test_each_touch_has_reaction_attribution_source_and_the_draw_it_became() -> None:
    game = the_game(two_rounds())
    assert draws(game) == [
        (1, "pig", "Luis", 412_345, "claimed", "drew_right"),
        (1, "sweep", "Ana", 900_000, "declared", "drew_wrong"),
        (2, "mushroom", "Marta", 350_000, "sensed", "drew_right"),
    ]
    assert [(t.means, t.source, t.seat) for t in game.touches] == [
        ("pad", "edge:E6614103/8f2a/2/1", 2),
        ("hand", "page", 1),
        ("pad", "edge:E6614103/8f2a/8/0", 3),
    ]


def test_br094_a_player_who_did_nothing_in_a_round_has_that_round_all_the_same() -> None:
    first, second = the_game(two_rounds()).rounds
    assert (first.number, first.card, second.number, second.card) == (1, "symbol:4-8-2", 2, "symbol:3-1-1")
    assert first.changes == {"Ana": 0, "Luis": 1, "Marta": 0}
    assert second.changes == {"Ana": 0, "Luis": 0, "Marta": 1}
    assert second.scores == {"Ana": 0, "Luis": 1, "Marta": 1}


def test_what_a_reveal_settles_counts_to_the_round_before() -> None:
    evening = Evening()
    evening.start()
    evening.tell(do="reveal", card="symbol:4-8-2", t_us=5_000_000)
    evening.tell(do="touch", spot="pig", player="Luis", t_us=5_400_000)
    evening.tell(do="reveal", card="symbol:3-1-1", t_us=15_000_000)
    first, second = the_game(evening).rounds
    assert [ruled.ruling.code for ruled in first.rulings] == ["revealed", "touched", "drew_right", "round_settled"]
    assert (first.last_n, first.changes["Luis"]) == (4, 1)
    assert [ruled.ruling.code for ruled in second.rulings] == ["revealed"]
    assert second.changes == {"Ana": 0, "Luis": 0, "Marta": 0}


def test_br091_a_round_corrected_two_rounds_later_changes_scores_winners_and_figures() -> None:
    evening = two_rounds()
    evening.tell(do="correct", n=5, lines=[{"do": "touch", "spot": "mushroom", "player": "Ana", "t_us": 5_900_000}])
    game = the_game(evening)
    assert game.rounds[0].changes == {"Ana": 1, "Luis": 1, "Marta": 0}
    assert game.winners == ("Ana", "Luis", "Marta")
    assert {p.name: p.rank for p in game.players} == {"Ana": 1, "Luis": 1, "Marta": 1}
    assert reactions(["Ana"], game.touches)[0].false_draws == 0
    # The history is kept: the line as it was told, and that it was corrected.
    assert evening.standings().lines[4].line["spot"] == "sweep"

    evening.tell(do="undo", n=8)
    assert the_game(evening).winners == ("Ana", "Luis")
    evening.tell(do="undo", n=12)
    evening.tell(do="undo", n=11)
    assert replace(the_game(evening), last_n=10, rounds=()) == replace(the_game(two_rounds()), rounds=())


def test_a_corrected_touch_has_the_times_that_the_correction_says() -> None:
    evening = two_rounds()
    pig = {"do": "touch", "spot": "pig", "player": "Luis"}
    (first, *_) = the_game(evening).touches
    evening.tell(do="correct", n=first.n, lines=[pig | {"t_us": 5_950_000, "bound_us": 40}])
    assert [(t.t_us, t.bound_us) for t in the_game(evening).touches if t.n == first.n] == [(5_950_000, 40)]
    # Of two touches of one target in its place nobody knows which of them was ruled on.
    evening.tell(do="correct", n=first.n, lines=[pig | {"t_us": 5_950_000}, pig | {"t_us": 5_960_000}])
    assert {t.t_us for t in the_game(evening).touches if t.n == first.n} == {None}


def test_an_undone_touch_is_no_touch_and_stays_in_sight_as_a_line() -> None:
    evening = two_rounds()
    evening.tell(do="undo", n=5)
    assert [touch.spot for touch in the_game(evening).touches] == ["pig", "mushroom"]
    assert [line.n for line in evening.standings().lines if line.undone] == [5]


def test_a_draw_that_no_pad_felt_has_a_row_without_a_time() -> None:
    evening = Evening()
    evening.start()
    evening.tell(do="reveal", card="symbol:4-8-2", t_us=5_000_000)
    evening.claim("Luis", spot="pig")
    evening.tell(do="settle")
    (touch,) = the_game(evening).touches
    assert (touch.spot, touch.player, touch.t_us, touch.reaction_us) == ("pig", "Luis", None, None)
    assert (touch.attribution, touch.answer, touch.ruling, touch.means) == ("declared", None, "drew_right", "button")


def test_touches_that_do_not_count_are_kept_with_what_was_said_of_them() -> None:
    evening = Evening()
    evening.start()
    evening.tell(do="reveal", card="symbol:4-8-2", t_us=5_000_000)
    evening.touch("pig", 5_300_000)
    evening.touch("pig", 5_310_000)
    evening.claim("Luis")
    evening.tell(do="settle")
    evening.touch("sweep", 9_000_000)
    assert [(t.answer, t.ruling) for t in the_game(evening).touches] == [
        ("touched", "drew_right"),
        ("touched_again", None),
        ("out_of_round", None),
    ]


@pytest.mark.parametrize(("touched_us", "anticipation", "n"), [(5_099_999, True, 0), (5_100_000, False, 1)])
def test_an_anticipation_is_judged_but_kept_out_of_the_figures(touched_us: int, anticipation: bool, n: int) -> None:
    evening = Evening()
    evening.start()
    evening.tell(do="reveal", card="symbol:4-8-2", t_us=5_000_000)
    evening.touch("pig", touched_us, player="Luis")
    evening.tell(do="settle")
    game = the_game(evening)
    assert (game.touches[0].anticipation, game.players[1].score) == (anticipation, 1)
    (luis,) = reactions(["Luis"], game.touches)
    assert (luis.n, luis.anticipations, luis.draws) == (n, int(anticipation), 1)


def test_at_home_the_reaction_of_a_draw_is_that_of_the_hand_let_go() -> None:
    evening = Evening()
    evening.start(options={"home": True})
    evening.tell(do="reveal", card="symbol:4-8-2", t_us=5_000_000)
    evening.tell(do="release", player="Luis", t_us=5_280_000)
    evening.touch("pig", 5_500_000)
    evening.claim("Luis")
    evening.tell(do="settle")
    assert draws(the_game(evening)) == [(1, "pig", "Luis", 280_000, "claimed", "drew_right")]


def test_hands_told_on_a_touch_card_give_each_first_hand_its_reaction() -> None:
    evening = Evening()
    evening.start()
    evening.tell(do="reveal", card="touch:pig", t_us=5_000_000)
    for number, t_us in enumerate((5_300_000, 5_400_000, 5_450_000, 5_500_000)):
        evening.touch("pig", t_us, number)
    evening.tell(do="hands", players=["Luis", "Ana", "Luis", "Ana"])
    evening.tell(do="settle")
    game = the_game(evening)
    fastest = {figures.player: figures.best_us for figures in reactions(["Ana", "Luis", "Marta"], game.touches)}
    assert fastest == {"Ana": 400_000, "Luis": 300_000, "Marta": None}
    assert [t.ruling for t in game.touches].count("sandwich") == 1


def test_several_games_of_an_evening_are_told_apart_and_one_left_off_is_aborted() -> None:
    evening = Evening()
    evening.tell(do="note", text="welcome")
    evening.start()
    evening.tell(do="reveal", card="symbol:4-8-2", t_us=5_000_000)
    evening.minutes = 10
    evening.start("Ana", "Luis", "Marta", "Zoë", first="Zoë")
    evening.tell(do="end")
    left_off, ended = evening.standings().games
    assert (left_off.number, left_off.first_n, left_off.last_n, left_off.aborted, left_off.ending) == (
        1,
        2,
        3,
        True,
        None,
    )
    assert {p.rank for p in left_off.players} == {None}
    assert (ended.number, ended.first_n, ended.aborted) == (2, 4, False)
    assert [p.name for p in ended.players if p.begins] == ["Zoë"]
    assert {p.rank for p in ended.players} == {1}


def test_a_break_and_a_restart_of_the_host_are_no_playing_time() -> None:
    evening = Evening()
    evening.start()
    for minutes, host_minutes in ((10, 0), (20, 0), (120, 0), (130, 0), (600, -690), (605, -690)):
        evening.minutes = minutes
        evening.host_ns = (100 + host_minutes) * 60_000_000_000
        evening.tell(do="note", text="still here")
    assert the_game(evening).duration_s == (10 + 10 + 10 + 5) * 60


def test_looking_at_a_game_after_its_end_makes_it_no_longer() -> None:
    evening = two_rounds()
    evening.minutes = 20
    evening.tell(do="state")
    assert (the_game(evening).duration_s, the_game(evening).ended_utc) == (180, "2026-11-30T19:03:00.000Z")


def test_an_ended_game_reopened_by_hand_has_no_result_any_more() -> None:
    evening = two_rounds()
    evening.tell(do="undo", n=10)
    game = the_game(evening)
    assert (game.aborted, game.winners, game.ending) == (True, (), None)
    assert [p.score for p in game.players] == [0, 1, 1]


def test_games_by_turns_have_a_round_for_each_turn() -> None:
    def line(n: int, turn: str, *codes: str, result: Result | None = None) -> JudgedLine:
        rulings = tuple(ok(code, **({"next": turn} if code == "turn_ended" else {})) for code in codes)
        if n == 1:
            rulings = (ok("started", players=["Ana", "Luis"], first="Ana", options={}, deck="any"),)
        state = {"turn": turn}
        return JudgedLine(
            n, {}, rulings, state, "cards", "Cards", True, False, "page", f"T{n}", host_ns=n, result=result
        )

    lost = Result((), (("Ana", "Luis"),), {"left": 0})
    lines = [
        line(1, "Ana", "started"),
        line(2, "Ana", "played"),
        line(3, "Luis", "turn_ended"),
        line(4, "Luis", "played"),
        line(5, "Ana", "turn_ended"),
        line(6, "Ana", "lost", result=lost),
    ]
    (game,) = project(Evening().row(), lines).games
    assert [(r.number, r.first_n, r.last_n) for r in game.rounds] == [(1, 1, 3), (2, 4, 5), (3, 6, 6)]
    assert game.totals == {"left": 0}
    assert {p.score for p in game.players} == {None}


def rounds_in(evening: Evening) -> list[tuple[int, int]]:
    return [(one.first_n, one.last_n) for one in the_game(evening).rounds]


def test_a_turn_of_one_line_is_a_round_too() -> None:
    evening = Evening(games={"virus": virus.GAME})
    evening.tell(do="start", game="virus", deck="any", players=["Ana", "Luis", "Marta"])
    for player in ("Ana", "Luis", "Marta"):
        evening.tell(do="play", player=player, card="organ:red")
    assert rounds_in(evening) == [(1, 2), (3, 3), (4, 4)]
    assert [one.changes for one in the_game(evening).rounds] == [
        {"Ana": 1, "Luis": 0, "Marta": 0},
        {"Ana": 0, "Luis": 1, "Marta": 0},
        {"Ana": 0, "Luis": 0, "Marta": 1},
    ]


def test_who_begins_the_game_shows_with_the_first_card_and_ends_no_round() -> None:
    evening = Evening(games={"the_game": the_game_rules.GAME})
    evening.tell(do="start", game="the_game", deck="any", players=["Ana", "Luis", "Marta"])
    for card in (4, 9):
        evening.tell(do="play", player="Luis", card=card, stack="up1")
    evening.tell(do="end_turn", player="Luis")
    evening.tell(do="play", player="Marta", card=23, stack="up1")
    assert rounds_in(evening) == [(1, 4), (5, 5)]


def test_turns_of_somebody_who_plays_alone_are_rounds() -> None:
    evening = Evening(games={"the_game": the_game_rules.GAME})
    evening.tell(do="start", game="the_game", deck="any", players=["Ana"])
    for card in (4, 9):
        evening.tell(do="play", player="Ana", card=card, stack="up1")
    evening.tell(do="end_turn", player="Ana")
    evening.tell(do="play", player="Ana", card=23, stack="up1")
    assert rounds_in(evening) == [(1, 4), (5, 5)]


def test_without_a_signal_the_settled_order_ends_a_round() -> None:
    evening = Evening(games={"first_touch": first_touch.GAME})
    evening.tell(do="start", game="first_touch", players=["Ana", "Luis"], options={"signal": "none"})
    for first, second, t_us in (("Ana", "Luis", 1_000_000), ("Luis", "Ana", 5_000_000)):
        evening.tell(do="touch", player=first, t_us=t_us)
        evening.tell(do="touch", player=second, t_us=t_us + 100_000)
        evening.tell(do="settle")
    assert rounds_in(evening) == [(1, 4), (5, 7)]
    assert [(touch.round, touch.player) for touch in the_game(evening).touches] == [
        (1, "Ana"), (1, "Luis"), (2, "Luis"), (2, "Ana"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("scores", "lowest_wins", "ranks"),
    [
        ([10, 10, 7], False, [1, 1, 3]),
        ([7, 7, 7], False, [1, 1, 1]),
        ([0, -3, 0], False, [1, 3, 1]),
        ([3, 3, 9], True, [1, 1, 3]),
        ([9, 5, 7], False, [1, 3, 2]),
    ],
)
def test_br096_ties_share_a_place_and_the_next_places_are_left_out(
    scores: list[int], lowest_wins: bool, ranks: list[int]
) -> None:
    by_name = dict(zip(("Ana", "Luis", "Marta"), scores, strict=True))
    ranking = ranking_of(by_name, lowest_wins=lowest_wins)
    assert [competition_ranks(ranking)[name] for name in by_name] == ranks
    if not lowest_wins:
        assert ranking == ranked(by_name).ranking


def test_br096_all_who_share_the_first_place_are_winners() -> None:
    game = the_game(two_rounds())
    assert [p.name for p in game.players if p.rank == 1] == [p.name for p in game.players if p.winner]


def touch(player: str | None, reaction_us: int | None, ruling: str | None = "drew_right") -> TouchRow:
    return TouchRow(
        1, 1, "pig", player, None, None, 1, reaction_us, None, "touched", ruling, False, "pad", "edge:a/b/0/1", ""
    )


def test_br079_a_reaction_of_zero_counts_and_an_unknown_one_does_not() -> None:
    told = [touch("Ana", 0), touch("Ana", None), touch("Ana", 300), touch("Luis", None), touch(None, 5)]
    ana, luis, marta = reactions(["Ana", "Luis", "Marta"], told)
    assert (ana.n, ana.best_us, ana.median_us) == (2, 0, 150)
    assert (luis.n, luis.best_us, luis.median_us, luis.draws) == (0, None, None, 1)
    assert (luis.false_draw_rate, marta.false_draw_rate) == (0, None)


def test_the_false_draw_rate_is_the_share_of_wrong_draws() -> None:
    told = [touch("Ana", 1), touch("Ana", 2, "drew_wrong"), touch("Ana", 3, "too_late"), touch("Ana", 4, None)]
    (ana,) = reactions(["Ana"], told)
    assert (ana.draws, ana.false_draws, ana.false_draw_rate) == (3, 1, 1 / 3)


class LaterClock:
    def host_ns(self) -> int:
        return 1

    def wall_utc(self) -> str:
        return "2027-01-01T00:00:00.000Z"


def test_br069_an_export_after_a_restart_has_the_wall_times_of_before(tmp_path: Path) -> None:
    evening = two_rounds()
    path = tmp_path / "j.sqlite3"
    row = evening.row()
    with closing(SqliteJournal.write(path, clock=LaterClock())) as journal:
        session = journal.begin(
            started_utc=row.started_utc,
            host_ns=row.started_host_ns,
            host_boot_id=row.host_boot_id,
            simulated=row.simulated,
            seed=row.seed,
        )
        journal.commit(session, lines=evening.rows)
        before = evening.standings()
    with closing(SqliteJournal.read(path)) as journal:
        (kept,) = journal.sessions()
        after = project(kept, judged_lines(evening.session.entries, journal.lines(session)))
    assert export_json(after) == export_json(before)
    assert csv_tables(after) == csv_tables(before)
