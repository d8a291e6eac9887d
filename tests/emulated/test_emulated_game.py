"""A game of Schwein gehabt! on an emulated Pico: pins, real firmware, USB, the real link, the table, the journal.

Four rounds of it, or the whole with TOUCHJUDGE_LONG. The same edges are then handed to a second table directly: every
line from a sensor, every ruling and the end must be the same.
"""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from emulated.rig import LONG, WITHIN_S, EmulatedPico
from hand_table import HandTable
from scripted_evening import ROUND_US, scripted_evening
from touchjudge.adapters.inbox import QueueInbox
from touchjudge.adapters.journal_sqlite import SqliteJournal
from touchjudge.adapters.pico_link import PicoLink
from touchjudge.ports import EdgesArrived

pytestmark = [pytest.mark.emulated, pytest.mark.timeout(WITHIN_S)]

ROUNDS = 32 if LONG else 4  # 32 are more than a game lasts
EVENING = scripted_evening(seed=5)


@dataclass
class CardTable:
    """A table, and the person who names each card as soon as it lies there."""

    hands: HandTable

    def take(self, arrival: Any) -> None:
        self.hands.running.take(arrival)
        state = self.hands.views[-1]["state"] if self.hands.views else None
        if state is None:
            return
        if state["revealed"] == "unseen":
            self.hands.tell(do="card", card=EVENING.cards[state["round"] - 1])
        elif state["questions"]:
            for line in state["questions"][0]["options"][0]:
                self.hands.tell(**line)

    def sensed(self) -> list[str]:
        """The lines that sensors told."""
        lines = self.hands.journal.lines(self.hands.session_name)
        return [row.text for row in lines if row.source.startswith("edge:")]

    def rulings(self) -> list[tuple[Any, ...]]:
        entries = self.hands.running.session.entries
        return [
            (ruling.code, ruling.player, dict(ruling.effects))
            for entry in entries
            for ruling in entry.answer.rulings
            if ruling.code in ("touched", "claimed", "drew_right", "drew_wrong", "sandwich", "lowest_hand")
        ]

    def end(self) -> dict[str, Any]:
        self.hands.tell(do="end")
        return self.hands.state


def test_game_through_the_emulated_board_is_the_game_of_its_edges(tmp_path: Path) -> None:
    rows = [tuple(map(int, row.split(","))) for row in EVENING.script.splitlines()]
    moves = [(1_000.0 * at_us, line, level == 1) for at_us, line, level in rows if at_us < 500_000 + ROUNDS * ROUND_US]
    with EmulatedPico(tmp_path) as pico, closing(SqliteJournal.write(tmp_path / "db", clock=pico.clock)) as journal:
        link = PicoLink(pico.clock, port=pico.port, find_ports=list)
        played = CardTable(HandTable(journal=journal, clock=pico.clock, source=link))  # type: ignore[arg-type]
        played.hands.start()
        inbox = QueueInbox(pico.clock)
        link.start(inbox)

        def take_all() -> int:
            while (arrival := inbox.wait(0)) is not None:
                played.take(arrival)
            return len(journal.edges(played.hands.session_name))

        def connected() -> bool:
            take_all()
            return any(each["phase"] == "connected" for view in played.hands.views[-1:] for each in view["links"])

        pico.until(connected, "a hello", 8_000)
        times_us = pico.drive(moves)
        wanted = len(set(times_us))
        pico.until(lambda: take_all() == wanted, "all edges", ROUNDS * ROUND_US / 1000 + 3_000)
        link.stop()
        result = played.end()
        edges = journal.edges(played.hands.session_name)
        assert [edge.number for _, edge in edges] == list(range(wanted))
        errors = {edge.device_us - int(at_us) for (_, edge), at_us in zip(edges, sorted(set(times_us)), strict=True)}
        assert errors <= {0, 1}
        told = CardTable(HandTable())
        told.hands.start()
        for board, edge in edges:
            told.take(EdgesArrived(board, (edge,), told.hands.clock.host_ns()))
        assert told.end() == result
        assert result["round"] == ROUNDS or (LONG and result["winners"])
        assert told.sensed() == played.sensed()
        assert told.rulings() == played.rulings()
        assert len(played.rulings()) > 2 * result["round"]
