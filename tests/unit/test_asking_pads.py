"""Once for each game the table asks to press each of its targets, and remembers which pad lies under which."""

import json
from typing import Any

from hand_table import HandTable
from touchjudge.ports import LinkChanged
from touchjudge.session.notes import pads_in
from touchjudge.session.places import Places

CROSSED = {"target3": "mushroom", "target1": "pig", "spare2": "sweep"}


def asking_table(**more: Any) -> HandTable:
    table = HandTable(pads=more.pop("pads", {}), **more)
    table.running.take(LinkChanged("pads", "connected", None, "The pads are connected.", {}))
    table.start()
    return table


def asked(table: HandTable) -> str | None:
    table.wait_ms(0)
    pads = table.views[-1]["pads"]
    return None if pads is None else pads["target"]


def press_all(table: HandTable, *places: str, at_us: int = 1_000_000) -> int:
    for place in places:
        table.press(place, at_us)
        at_us += 400_000
    return at_us


def spots(table: HandTable) -> list[str]:
    return [line["spot"] for line in table.told() if line["do"] == "touch"]


def test_each_target_is_asked_for_in_its_order_and_then_lies_where_it_was_pressed() -> None:
    table = asking_table()
    at_us = 1_000_000
    for place, target in CROSSED.items():
        assert asked(table) == target
        at_us = press_all(table, place, at_us=at_us)
    assert asked(table) is None
    assert pads_in(table.told()) == {"schwein_gehabt": CROSSED}
    press_all(table, "reveal", "target1", "spare2", "target2", at_us=at_us)
    assert spots(table) == ["pig", "sweep"], "nothing lies on the second pad"


def test_a_pad_that_was_pressed_already_is_not_taken_twice_and_undo_takes_the_last_back() -> None:
    table = asking_table()
    at_us = press_all(table, "target3", "target3")
    assert asked(table) == "pig"
    at_us = press_all(table, "undo", at_us=at_us)
    assert asked(table) == "mushroom"
    press_all(table, "target1", "target2", "target3", at_us=at_us)
    assert pads_in(table.told())["schwein_gehabt"]["target1"] == "mushroom"


def test_ok_says_that_they_lie_as_usual_and_settles_nothing() -> None:
    table = asking_table()
    at_us = press_all(table, "ok")
    assert asked(table) is None
    press_all(table, "reveal", "target2", at_us=at_us)
    assert spots(table) == ["pig"]
    assert [line["do"] for line in table.told()] == ["start", "note", "reveal", "touch"]


def test_who_simply_plays_on_is_not_asked_any_more_and_the_pads_lie_as_usual() -> None:
    table = asking_table()
    at_us = press_all(table, "target3", "reveal")
    assert asked(table) is None
    press_all(table, "target3", at_us=at_us)
    assert spots(table) == ["sweep"]
    table.tell(do="end")
    table.start()
    assert asked(table) == "mushroom", "the next game asks"


def test_what_an_earlier_evening_knows_is_not_asked_and_is_in_this_journal_too() -> None:
    table = asking_table(pads={"schwein_gehabt": CROSSED})
    assert asked(table) is None
    assert [line["do"] for line in table.told()] == ["note", "start"]
    assert pads_in(table.told()) == {"schwein_gehabt": CROSSED}
    press_all(table, "reveal", "target3")
    assert spots(table) == ["mushroom"]


def test_the_game_has_its_fourth_stack_on_any_pad() -> None:
    table = asking_table()
    table.tell(do="end")
    table.tell(do="start", game="the_game", players=["Ana", "Luis"], deck="any")
    assert asked(table) == "up1"
    at_us = press_all(table, "reveal", "target3", "target2", "target1")
    assert asked(table) is None
    known = pads_in(table.told())["the_game"]
    assert known == {"reveal": "up1", "target3": "up2", "target2": "down1", "target1": "down2"}
    at_us = press_all(table, "target2", "reveal", at_us=at_us)
    assert table.views[-1]["pad"] == {"stack": "up1", "press": 6}, (
        "the last pad says where the card goes that somebody names"
    )
    table.tell(do="play", player="Ana", card=12, stack="up1")
    assert table.views[-1]["pad"] is None
    press_all(table, "target1", at_us=at_us)
    assert table.views[-1]["pad"]["stack"] == "down2"


def test_after_a_power_cut_the_pads_lie_as_they_were_pressed_and_half_an_answer_is_asked_anew() -> None:
    table = asking_table()
    press_all(table, "target3")
    again = table.after_a_power_cut()
    again.running.take(LinkChanged("pads", "connected", None, "The pads are connected.", {}))
    assert asked(again) == "mushroom"
    at_us = press_all(again, *CROSSED, at_us=3_000_000)
    last = again.after_a_power_cut()
    assert asked(last) is None
    press_all(last, "reveal", "target3", at_us=at_us)
    assert spots(last) == ["mushroom"]


def test_pads_that_are_forgotten_are_asked_for_in_the_next_game() -> None:
    table = asking_table(pads={"schwein_gehabt": CROSSED})
    table.tell(do="note", text='pads {"schwein_gehabt": {}}')
    table.tell(do="end")
    table.start()
    assert asked(table) == "mushroom"


def test_nobody_is_asked_without_a_board_at_a_table_that_never_asks_or_in_a_game_without_targets() -> None:
    alone = HandTable(pads={})
    alone.start()
    assert asked(alone) is None
    assert asked(asking_table(pads=None)) is None
    virus = asking_table()
    virus.tell(do="end")
    virus.tell(do="start", game="virus", players=["Ana", "Luis"], deck="any")
    assert asked(virus) is None


def test_a_note_that_only_looks_like_one_changes_nothing() -> None:
    notes = [
        "pads [1]",
        'pads {"schwein_gehabt": 3}',
        'pads {"schwein_gehabt": {"seat1": "pig"}}',
        "pads of paper",
        "pads",
    ]
    assert pads_in({"do": "note", "text": text} for text in notes) == {}
    assert json.dumps(Places().pads) == "{}"
