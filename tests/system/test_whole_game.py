"""Real firmware under real MicroPython, a real terminal pair, the real link, journal and judge: a whole game.

It is played twice: undisturbed, and with the host killed and the cable pulled twice. Both must end alike.
"""

import json
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from micropython.rig import Rig
from scripted_evening import PLAYERS, ScriptedEvening, scripted_evening
from touchjudge.adapters.control_socket import tell_running_table
from touchjudge.adapters.journal_sqlite import SqliteJournal
from touchjudge.cli.app import new_session
from touchjudge.errors import TouchJudgeError
from touchjudge.service import retell

GAME_WITHIN_S = 180.0


class Host:
    """``touchjudge play`` as a process of its own."""

    def __init__(self, port: str, db: Path) -> None:
        self._command = [sys.executable, "-m", "touchjudge.cli", "play", "schwein_gehabt", "--table", f"pico:{port}"]
        self._command += ["--players", ",".join(PLAYERS), "--screen", "none", "--no-web", "--db", str(db)]
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def kill_and_resume(self) -> None:
        self._process.kill()
        self._process.communicate()
        self._process = subprocess.Popen(
            [*self._command, "--resume"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )

    def stop(self) -> tuple[int, str]:
        """Ctrl-C, in the middle of whatever; status and what it said."""
        self._process.send_signal(signal.SIGINT)
        _, said = self._process.communicate(timeout=10)
        return self._process.returncode, said.decode()

    def end(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.communicate()


def name_cards(db: Path, evening: ScriptedEvening, rig: Rig, at_round: dict[int, Any]) -> None:
    """The person at the table: names each card, and waits for the table before anybody presses OK or turns the next.

    Args:
        at_round: what else happens when a round begins, while hands fly.
    """
    deadline = time.monotonic() + GAME_WITHIN_S
    pause = threading.Event()
    let_go: set[tuple[int, str]] = set()
    while time.monotonic() < deadline:
        state = table_state(db)
        if state is None:
            pause.wait(0.05)
            continue
        if state["phase"] == "over":
            return
        happening = at_round.pop(state["round"], None)
        moment = (state["round"], state["phase"])
        if happening is not None:
            happening()
        elif state["revealed"] == "unseen":  # it lies there, and nobody has named it
            tell(db, {"do": "card", "card": evening.cards[state["round"] - 1]})
        elif state["questions"]:
            tell(db, *state["questions"][0]["options"][0])
        elif moment not in let_go:
            let_go.add(moment)
            rig.go_on()
        else:
            pause.wait(0.02)
    raise AssertionError(f"the game did not end within {GAME_WITHIN_S} s; the table stands at {table_state(db)}")


def tell(db: Path, *lines: dict[str, Any]) -> dict[str, Any] | None:
    """Tell the table lines as one; the answer to the last, None where no table runs."""
    try:
        answers = tell_running_table(db, [json.dumps(line) for line in lines])
    except TouchJudgeError:
        return None
    return json.loads(answers[-1]) if answers else None


def table_state(db: Path) -> dict[str, Any] | None:
    answer = tell(db, {"do": "state"})
    return None if answer is None else answer.get("state")


def play(folder: Path, evening: ScriptedEvening, disturb: bool) -> tuple[dict[str, Any], list[tuple[Any, ...]]]:
    """How the game ended, and every draw of it, from the journal."""
    folder.mkdir()
    db = folder / "journal.sqlite3"
    with Rig(folder / "board", script=evening.script) as rig:
        host = Host(rig.port, db)
        try:
            rough = {4: lambda: pull(rig), 9: host.kill_and_resume, 13: lambda: pull(rig)}
            name_cards(db, evening, rig, rough if disturb else {})
            status, said = host.stop()
            assert (status, said) == (0, "")
        finally:
            host.end()
    with closing(SqliteJournal.read(db)) as journal:
        (row,) = journal.sessions()
        session = new_session()
        retell(session, journal.lines(row.session))
        edges = journal.edges(row.session)
    numbers = [edge.number for _, edge in edges]
    assert numbers == list(range(len(numbers))), "every edge once, in order"
    draws = [
        (ruling.code, ruling.player, ruling.effects.get("spot"), ruling.effects.get("reaction_us"))
        for entry in session.entries
        for ruling in entry.answer.rulings
        if ruling.code in ("drew_right", "drew_wrong", "sandwich", "lowest_hand")
    ]
    assert session.now.game is not None
    state = session.now.game.view(session.now.state)
    return {name: state[name] for name in ("round", "cards", "jackpot", "deck", "winners")}, draws


def pull(rig: Rig) -> None:
    """The cable out for a while, then in again."""
    rig.cut()
    threading.Event().wait(0.7)
    rig.restore()


@pytest.mark.timeout(420)  # two games in real time, twenty times slower on a machine that is busy
def test_a_whole_game_ends_alike_with_the_host_killed_and_the_cable_pulled_twice(tmp_path: Path) -> None:
    evening = scripted_evening(seed=5, paced=True)
    result, draws = play(tmp_path / "calm", evening, disturb=False)
    assert result["winners"]
    assert len(draws) > 30
    disturbed_result, disturbed_draws = play(tmp_path / "rough", evening, disturb=True)
    assert disturbed_result == result
    assert disturbed_draws == draws
