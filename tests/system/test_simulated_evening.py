"""A whole simulated game through board, wire, link, debounce, journal and judge: it ends, all by its seed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

import pytest

from touchjudge.adapters.decks import load
from touchjudge.adapters.simulated import SimulatedTable
from touchjudge.cli.app import new_session, sayer
from touchjudge.language import answer_json
from touchjudge.ports import Told
from touchjudge.service import RunningTable, Settings
from touchjudge.session.fold import Answer
from touchjudge.session.view import Viewer
from touchjudge.testing.memory_journal import MemoryJournal

NAMES = ("Ana", "Luis", "Marta", "Jo", "Kai", "Lea")
DECK = load("schwein_gehabt_stand_in")
HOUR_NS = 3_600_000_000_000


@dataclass
class Evening:
    """One game, played to its end."""

    answers: list[str] = field(default_factory=list)
    codes: set[str] = field(default_factory=set)
    wrong_totals: list[Mapping[str, Any]] = field(default_factory=list)
    view: Mapping[str, Any] = field(default_factory=dict)
    gaps_asked: int = 0


def play(seed: int, players: int = 3, drop_edge_line: int | None = None, **options: Any) -> Evening:
    evening, session, say = Evening(), new_session(), sayer("en")
    people = SimulatedTable("schwein_gehabt", seed=seed, deck=DECK, speed=inf, drop_edge_line=drop_edge_line)
    journal = MemoryJournal()
    name = journal.begin(
        started_utc=people.wall_utc(), host_ns=people.host_ns(), host_boot_id="here", simulated=True, seed=seed
    )

    def keep(answer: Answer) -> None:
        evening.answers.append(answer_json(answer, session.now.game, say))
        evening.codes |= {ruling.code for ruling in answer.rulings}

    def watch(view: Mapping[str, Any]) -> None:
        evening.view = view
        state = view["state"]
        if state is not None:
            revealed = state["revealed"] is not None
            if state["deck"] + state["jackpot"] + sum(state["cards"].values()) + revealed != 63:
                evening.wrong_totals.append(state)

    table = RunningTable(
        name=name,
        session=session,
        journal=journal,
        inbox=people,
        clock=people,
        source=people,
        say=say,
        viewer=Viewer(say=say, label=repr),
        settings=Settings(),
        simulated=True,
        audiences=[watch, people.show],
        on_answer=keep,
    )
    start = {"do": "start", "game": "schwein_gehabt", "players": list(NAMES[:players]), "options": options}
    people.put(Told(json.dumps(start), "test"))
    people.start(people)
    end_ns = people.host_ns() + HOUR_NS
    table.run(until=lambda: evening.view.get("phase") == "over" or people.host_ns() > end_ns)
    people.stop()
    evening.gaps_asked = people.link.gaps_asked
    return evening


@pytest.fixture(scope="module")
def seven() -> Evening:
    return play(7)


def test_a_game_ends_with_a_result_and_all_63_cards_after_every_ruling(seven: Evening) -> None:
    assert seven.view["phase"] == "over"
    assert sum(seven.view["result"]["scores"].values()) > 20
    assert seven.wrong_totals == []
    assert {"drew_right", "drew_wrong", "sandwich", "touched_again", "jackpot_trimmed"} <= seven.codes


def test_the_same_seed_gives_the_same_bytes(seven: Evening) -> None:
    assert play(7).answers == seven.answers


def test_a_lost_edge_line_is_asked_for_and_changes_no_byte(seven: Evening) -> None:
    dropped = play(7, drop_edge_line=100)
    assert (seven.gaps_asked, dropped.gaps_asked) == (0, 1)
    assert dropped.answers == seven.answers


@pytest.mark.parametrize(
    ("seed", "players", "options"),
    [
        (13, 4, {"presume": "ask"}),
        (6, 3, {"home": True}),
        (4, 6, {"no_sandwich": "jackpot"}),
        (12, 3, {"free_choice": True}),
    ],
)
def test_other_tables_and_house_rules_come_to_an_end_too(seed: int, players: int, options: dict[str, Any]) -> None:
    evening = play(seed, players, **options)
    assert evening.view["phase"] == "over"
    assert evening.wrong_totals == []
    assert not evening.codes & {"wrong_phase", "no_touch_card", "cannot_be"}
