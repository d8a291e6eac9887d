"""Hands at home, people who change between two games, and presses that tell nothing."""

import json

from hand_table import HandTable
from touchjudge.ports import AskedHistory
from touchjudge.service import Settings
from touchjudge.session.places import DEFAULT_PLACES, Places


def at_home() -> HandTable:
    """A table with everybody's hand on the own button and a card turned at 5 s."""
    table = HandTable()
    table.start(options={"home": True})
    for seat, at_us in (("seat1", 1_000_000), ("seat2", 1_100_000), ("seat3", 1_200_000)):
        table.press(seat, at_us, hold_us=0)
    table.press("reveal", 5_000_000)
    return table


def claims(table: HandTable) -> list[str]:
    return [line["player"] for line in table.told() if line["do"] == "claim"]


def tap(table: HandTable, seat: str, at_us: int) -> None:
    table.edge(seat, False, at_us)
    table.edge(seat, True, at_us + 200_000)


def test_a_hand_that_comes_home_claims_nothing_and_a_tap_after_that_does() -> None:
    table = at_home()
    table.edge("seat2", False, 5_300_000)
    table.press("target2", 5_500_000)
    table.edge("seat2", True, 5_700_000)  # sooner than a tap may last: the hand has only just come back
    assert claims(table) == []
    tap(table, "seat2", 6_300_000)
    assert claims(table) == ["Luis"]
    table.tell(do="card", card="symbol:1-5-3")
    table.press("ok", 7_000_000)
    assert table.state["cards"] == {"Ana": 0, "Luis": 1, "Marta": 0}
    drew = next(ruling for ruling in table.views[-1]["rulings"] if ruling["code"] == "drew_right")
    assert (drew["effects"]["reaction_us"], drew["effects"]["movement_us"]) == (300_000, 200_000)


def test_who_was_tempted_and_comes_back_without_a_card_is_not_punished() -> None:
    table = at_home()
    for seat, at_us in (("seat1", 5_350_000), ("seat2", 5_300_000)):
        table.edge(seat, False, at_us)
    table.press("target2", 5_500_000)
    table.edge("seat1", True, 6_500_000)
    table.edge("seat2", True, 6_600_000)
    tap(table, "seat2", 7_000_000)
    table.tell(do="card", card="symbol:2-5-3")
    table.press("ok", 8_000_000)
    assert table.state["cards"] == {"Ana": 0, "Luis": 1, "Marta": 0}
    assert table.views[-1]["question"] is None


def test_a_tap_of_a_hand_that_never_left_is_no_claim() -> None:
    table = at_home()
    tap(table, "seat3", 5_600_000)
    assert claims(table) == []


def test_a_hand_that_comes_home_answers_no_question_and_a_tap_answers_it() -> None:
    table = at_home()
    table.edge("seat2", False, 5_300_000)
    table.press("target2", 5_500_000)
    table.tell(do="card", card="symbol:1-5-3")
    table.press("ok", 6_000_000)
    assert table.views[-1]["question"]["code"] == "who_touched"
    table.edge("seat2", True, 7_000_000)
    assert table.views[-1]["question"] is not None, "the hand came home late"
    tap(table, "seat2", 8_000_000)
    assert table.views[-1]["question"] is None
    assert table.state["cards"]["Luis"] == 1


def test_taps_mean_the_same_after_a_power_cut() -> None:
    table = at_home()
    table.edge("seat2", False, 5_300_000)
    table.press("target2", 5_500_000)
    table.edge("seat2", True, 6_000_000)
    table.edge("seat2", False, 6_500_000)
    again = table.after_a_power_cut()
    again.edge("seat2", True, 6_700_000)
    assert claims(again) == ["Luis"]


def test_a_game_begun_from_the_page_gives_everybody_a_button() -> None:
    places = Places(seats={"seat1": "Ana", "seat3": "Kai"})
    table = HandTable(settings=Settings(places=places))
    table.tell(do="start", game="schwein_gehabt", players=["Luis", "Ana", "Marta"])
    assert table.told()[0] == {"do": "note", "text": 'seats {"seat1": "Ana", "seat2": "Luis", "seat3": "Marta"}'}
    table.press("reveal", 5_000_000)
    table.press("seat3", 6_000_000)
    assert claims(table) == ["Marta"]
    table.tell(do="start", game="first_touch", players=["Marta", "Kai"])
    table.press("seat3", 9_000_000)
    assert table.told()[-1]["player"] == "Marta", "who sits somewhere stays there"
    assert table.told()[-3] == {"do": "note", "text": 'seats {"seat1": "Kai", "seat3": "Marta"}'}


def test_a_game_that_cannot_begin_moves_nobody() -> None:
    table = HandTable(settings=Settings(places=Places(seats={"seat1": "Ana"})))
    assert "error" in table.tell(do="start", game="schwein_gehabt", players=["Luis"])
    assert table.told() == []


def test_who_has_no_button_plays_the_next_game_too() -> None:
    four_buttons = DEFAULT_PLACES[:-4]
    table = HandTable(settings=Settings(places=Places(by_line=four_buttons, seats={"seat4": "Ana"})))
    names = ["Ana", "Ben", "Cleo", "Dan", "Eva"]
    table.tell(do="start", game="schwein_gehabt", players=names)
    table.press("reveal", 2_000_000)
    assert table.tell(do="claim", player="Eva", by="player")["rulings"][0]["code"] == "claimed", "by phone"
    table.tell(do="end")
    table.press("ok", 20_000_000, hold_us=2_000_000)
    assert set(table.views[-1]["players"]) == set(names)
    for at_us in (30_000_000, 31_000_000, 32_000_000):
        table.press("ok", at_us)
    assert table.views[-1]["phase"] == "playing"
    assert set(table.views[-1]["players"]) == set(names)


def test_people_of_earlier_games_can_be_chosen_again() -> None:
    table = HandTable()
    table.start()
    table.tell(do="start", game="first_touch", players=["Luis", "Zoe"])
    table.tell(do="end")
    table.press("ok", 20_000_000, hold_us=2_000_000)
    seen = []
    for number in range(5):
        table.press("seat3", 30_000_000 + number * 1_000_000)
        seen.append(table.views[-1]["setup"]["seats"].get("seat3"))
    assert seen == ["Ana", "Marta", "Player 3", None, "Ana"]


def test_a_press_that_tells_no_line_still_wakes_the_screens() -> None:
    table = at_home()
    lines, views, presses = len(table.told()), len(table.views), table.views[-1]["presses"]
    table.press("seat4", 20_000_000, hold_us=0)  # nobody sits there
    assert (len(table.told()), len(table.views)) == (lines, views + 1)
    assert table.views[-1]["presses"] == presses + 1


def test_held_early_and_stuck_contacts_stand_in_the_history() -> None:
    table = HandTable()
    table.start()
    table.press("target1", 1_000_000)  # before a card is turned
    table.press("target3", 2_000_000, hold_us=0)  # stuck from here on
    table.press("reveal", 5_000_000)
    table.tell(do="touch", spot="sweep", t_us=5_500_000, by="sensor")
    replies: list[str] = []
    table.running.take(AskedHistory(replies.append))
    lines = json.loads(replies[0])[1:]
    assert [(line["told"]["do"], line["rulings"][0]["code"]) for line in lines] == [
        ("touch", "out_of_round"),
        ("touch", "out_of_round"),
        ("pads", "pads_noted"),
        ("reveal", "revealed"),
        ("touch", "held"),
    ]
    assert lines[2]["told"]["down"] == ["sweep"]


def test_hands_that_leave_and_cards_that_are_put_away_after_the_end_are_no_fouls() -> None:
    table = at_home()
    table.tell(do="end")
    lines = len(table.told())
    table.edge("seat2", False, 9_000_000)
    for place in ("target1", "reveal", "seat1"):
        table.press(place, 10_000_000 + DEFAULT_PLACES.index(place) * 1_000_000)
    assert len(table.told()) == lines
    assert table.views[-1]["headline_verdict"] == "over"


def test_a_pause_between_two_rounds_is_no_foul() -> None:
    table = HandTable()
    table.start()
    table.press("ok", 5_000_000, hold_us=2_000_000)
    assert table.codes() == ["started", "paused"]


def test_with_hands_at_home_a_touch_and_its_draw_are_shown_as_one() -> None:
    table = at_home()
    table.edge("seat2", False, 5_300_000)
    table.press("target2", 5_500_000)
    table.edge("seat2", True, 6_000_000)
    tap(table, "seat2", 6_300_000)
    table.tell(do="card", card="symbol:1-5-3")
    table.press("ok", 7_000_000)
    (touch,) = table.views[-1]["touches"]
    assert (touch["player"], touch["spot"], touch["reaction_us"]) == ("Luis", "pig", 300_000)
