"""An evening without a keyboard: `touchjudge play` as a process, a board on a port, hands on pads and buttons.

After every step the web page's view, the picture of the panel, the answer to `state` and the journal folded anew must
say the same.
"""

import io
import json
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from PIL import Image

from commands import touchjudge
from pty_board import PtyBoard
from touchjudge.adapters.control_socket import tell_running_table
from touchjudge.adapters.journal_sqlite import SqliteJournal
from touchjudge.cli.app import labeller, new_session, sayer
from touchjudge.errors import TouchJudgeError
from touchjudge.screens.painters.mono import paint
from touchjudge.screens.painters.typeface import SYSTEM_FONTS, Typeface
from touchjudge.screens.scenes import scene_of
from touchjudge.service import retell
from touchjudge.service.running import AGAIN_AFTER_US
from touchjudge.session.fold import Session
from touchjudge.session.notes import pads_in, seats_in
from touchjudge.session.places import DEFAULT_PLACES, Places
from touchjudge.session.view import Surroundings, Viewer

WITHIN_S = 20.0  # for what must come, on a machine that is busy with other things
PRESS_S, LONG_PRESS_S, TAP_S = 0.06, 1.7, 0.12
TABLE = '[seats]\nseat1 = "Ana"\nseat2 = "Luis"\nseat3 = "Marta"\nseat4 = "Jo"\n'
PADS = {"target1": "mushroom", "target2": "pig", "target3": "sweep"}
# What a view shows beside the session, and what differs while the next game is being set up.
AROUND = {"seq", "links", "warnings", "presses", "pads"}
SET_UP = {"phase", "setup", "players", "seats"}


class Evening:
    """The table, the hands, and everything that can be read of it."""

    def __init__(self, folder: Path, board: PtyBoard) -> None:
        self.db, self._picture = folder / "journal.sqlite3", folder / "panel.png"
        self._board, self._levels = board, 0
        self._port = free_port()
        config = folder / "table.toml"
        config.write_text(TABLE)
        self._command = [sys.executable, "-m", "touchjudge.cli", "play", "--table", f"pico:{board.port}"]
        self._command += ["--config", str(config), "--db", str(self.db), "--port", str(self._port)]
        self._command += ["--screen", f"png:{self._picture}"]
        self._environment = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        self._typeface = Typeface(SYSTEM_FONTS)
        self._playing = self._play()

    def _play(self, *more: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*self._command, *more], env=self._environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )

    # ---- hands

    def hold(self, *places: str) -> None:
        """Put hands on these places, and leave them there."""
        self._move(dict.fromkeys(places, True))

    def let_go(self, *places: str) -> None:
        self._move(dict.fromkeys(places, False))

    def press(self, place: str, hold_s: float = PRESS_S) -> None:
        self.hold(place)
        pass_time(hold_s)
        self.let_go(place)
        pass_time(PRESS_S)

    def tap(self, seat: str) -> None:
        """A hand that rests on its button lets go and presses again."""
        self.let_go(seat)
        pass_time(TAP_S)
        self.hold(seat)
        pass_time(PRESS_S)

    def take(self, seat: str, *targets: str) -> None:
        """A hand leaves its button for these targets, comes home and says that it took something."""
        pass_time(0.15)
        self.let_go(seat)
        for target in targets:
            pass_time(0.1)
            self.press(target)
        self.hold(seat)
        pass_time(PRESS_S)
        self.tap(seat)

    def _move(self, places: dict[str, bool]) -> None:
        for place, down in places.items():
            bit = 1 << DEFAULT_PLACES.index(place)
            self._levels = self._levels | bit if down else self._levels & ~bit
            self._board.edges(self._levels)

    # ---- the cable and the power

    def pull_cable(self) -> None:
        self._board.cut()
        self.wait(lambda view: all(link["phase"] != "connected" for link in view["links"]), "a lost board")

    def put_cable_back(self) -> None:
        self._board.restore()
        self.wait_for_board()

    def wait_for_board(self) -> None:
        self.wait(lambda view: any(link["phase"] == "connected" for link in view["links"]), "the board")

    def kill_and_resume(self) -> None:
        self._playing.kill()
        self._playing.communicate()
        self._playing = self._play("--resume")

    def stop(self) -> None:
        self._playing.terminate()
        _, said = self._playing.communicate(timeout=WITHIN_S)
        assert self._playing.returncode == 0, said

    def end(self) -> None:
        if self._playing.poll() is None:
            self._playing.kill()
            self._playing.communicate()

    # ---- the page and the other doors

    def tell_from_page(self, **line: Any) -> dict[str, Any]:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self._port}/api/tell",
            json.dumps(line).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=WITHIN_S) as answer:
            return dict(json.load(answer))

    def page(self, what: str) -> Any:
        with urllib.request.urlopen(f"http://127.0.0.1:{self._port}/api/{what}", timeout=WITHIN_S) as answer:
            return json.load(answer)

    def view(self) -> dict[str, Any]:
        """What the page shows; empty while there is none."""
        with suppress(OSError):
            return dict(self.page("view"))
        return {}

    def wait(self, true: Callable[[dict[str, Any]], bool], what: str) -> dict[str, Any]:
        """Wait until the page shows it."""
        deadline = time.monotonic() + WITHIN_S
        while not ((view := self.view()) and true(view)):
            assert self._playing.poll() is None, self._playing.communicate()
            assert time.monotonic() < deadline, f"{what} did not come; the page shows {view}"
            pass_time(0.02)
        return view

    def until(self, what: str, act: Callable[[], object], true: Callable[[dict[str, Any]], bool]) -> None:
        """Change the set-up again and again, a dozen times at most, until the page shows this."""
        for _ in range(12):
            before = self.view()["setup"]
            act()
            if true(self.wait(lambda view, before=before: view["setup"] != before, "a change")):  # type: ignore[misc]
                return
        raise AssertionError(f"{what} did not come; the page shows {self.view()}")

    # ---- everything says the same

    def agree(self) -> dict[str, Any]:
        """Compare page, panel, `state` and journal; the view."""
        told = self._ask_state()
        view = self.wait(lambda view: view["n"] >= (told["n"] if told else 0), "the newest line on the page")
        name, session = self.folded()
        view = self.wait(lambda view: view["n"] == len(session.entries), "a page with every line of the journal")
        if told is not None:
            assert view["state"] == told["state"]
        places = Places(seats=seats_in(entry.told for entry in session.entries) or {})
        around = Surroundings(name, 0, False, "en", places=places)
        anew = json.loads(json.dumps(Viewer(sayer("en"), labeller("en")).view(session, around)))
        apart = AROUND | (SET_UP if view["phase"] == "setup" else set())
        assert without(view, apart) == without(anew, apart)
        assert view["warnings"] == []
        self._panel_shows(view)
        return view

    def _ask_state(self) -> dict[str, Any] | None:
        try:
            answers = tell_running_table(self.db, ['{"do":"state"}'])
        except TouchJudgeError:
            return None
        answer = json.loads(answers[-1]) if answers else {}
        return answer if "state" in answer else None

    def folded(self) -> tuple[str, Session]:
        with closing(SqliteJournal.read(self.db)) as journal:
            (row,) = journal.sessions()
            session = new_session()
            retell(session, journal.lines(row.session))
        return row.session, session

    def _panel_shows(self, view: dict[str, Any]) -> None:
        wanted = paint(scene_of(view), self._typeface).tobytes()
        deadline = time.monotonic() + WITHIN_S
        while True:
            with suppress(OSError):
                if Image.open(io.BytesIO(self._picture.read_bytes())).convert("1").tobytes() == wanted:
                    return
            assert time.monotonic() < deadline, f"the panel never showed {scene_of(view)}"
            pass_time(0.02)


def pass_time(seconds: float) -> None:
    """Hands and cables need time."""
    threading.Event().wait(seconds)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def without(view: dict[str, Any], keys: set[str]) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key not in keys}


def told_of(does: str) -> Callable[[dict[str, Any]], bool]:
    """Whether the newest rulings have this code."""
    return lambda view: bool(view["rulings"]) and view["rulings"][-1]["code"] == does


def sit_down(evening: Evening) -> None:
    """Three people, Schwein gehabt!, hands at home: by seat buttons, a pad and OK alone."""
    evening.wait_for_board()
    for number, name in enumerate(("Ana", "Luis", "Marta"), 1):
        evening.press(f"seat{number}")
        evening.wait(lambda view, name=name: view["players"][-1:] == [name], name)  # type: ignore[misc]
        evening.agree()
    evening.press("ok")
    evening.wait(lambda view: view["setup"]["step"] == "game", "the choice of a game")
    choose(evening, "schwein_gehabt")
    evening.press("ok")
    evening.wait(lambda view: view["setup"]["step"] == "options", "the options")
    if evening.view()["setup"]["option"]["name"] != "home":
        evening.until("home", lambda: evening.press("target1"), lambda view: view["setup"]["option"]["name"] == "home")
    evening.press("seat1")
    evening.wait(lambda view: view["setup"]["options"]["home"] is True, "hands at home")
    evening.agree()
    evening.press("ok")
    view = evening.wait(lambda view: view["phase"] == "playing", "the game")
    assert (view["players"], view["options"]["home"]) == (["Ana", "Luis", "Marta"], True)
    press_each_target(evening)


def press_each_target(evening: Evening) -> None:
    """The table asks once which pad lies under which card."""
    for number, (place, target) in enumerate(PADS.items(), 1):
        asked = {"target": target, "number": number, "of": len(PADS)}
        evening.wait(lambda view, asked=asked: view["pads"] == asked, f"the question for the {target}")  # type: ignore[misc]
        evening.agree()
        evening.press(place)
    evening.wait(lambda view: view["pads"] is None, "the end of the questions")
    _, session = evening.folded()
    assert pads_in(entry.told for entry in session.entries) == {"schwein_gehabt": PADS}


def choose(evening: Evening, game: str) -> None:
    if evening.view()["setup"]["game"] != game:
        evening.until(game, lambda: evening.press("seat1"), lambda view: view["setup"]["game"] == game)


def reveal(evening: Evening) -> None:
    evening.press("reveal")
    evening.wait(lambda view: view["state"]["phase"] == "react", "an open round")


def name_and_settle(evening: Evening, card: str) -> dict[str, Any]:
    """Somebody names the card on the page, OK closes the round."""
    evening.tell_from_page(do="card", card=card)
    evening.press("ok")
    evening.wait(lambda view: view["state"]["phase"] == "reveal", "a settled round")
    return evening.agree()


def test_an_evening_from_sitting_down_to_taking_the_scores_home(tmp_path: Path) -> None:
    with PtyBoard(tmp_path / "ttyPad") as board:
        evening = Evening(tmp_path, board)
        try:
            play_the_evening(evening)
            evening.stop()
        finally:
            evening.end()
    take_home(evening, tmp_path)


def play_the_evening(evening: Evening) -> None:
    sit_down(evening)
    evening.agree()
    evening.hold("seat1", "seat2", "seat3")

    reveal(evening)
    evening.take("seat2", "target2")
    evening.wait(told_of("claimed"), "Luis's claim")
    evening.agree()
    view = name_and_settle(evening, "symbol:3-5-2")
    assert view["scores"] == {"Ana": 0, "Luis": 1, "Marta": 0}

    # Ana took the mushroom, but Marta taps; nobody notices until two rounds later.
    reveal(evening)
    pass_time(0.15)
    evening.let_go("seat1", "seat3")
    pass_time(0.1)
    evening.press("target1")
    evening.hold("seat1", "seat3")
    pass_time(PRESS_S)
    evening.tap("seat3")
    wrong = evening.wait(told_of("claimed"), "Marta's claim")["rulings"][-1]
    assert wrong["player"] == "Marta"
    view = name_and_settle(evening, "symbol:4-7-8")
    assert view["scores"] == {"Ana": 0, "Luis": 1, "Marta": 0}, "wrong, but she has nothing to give"

    # The cable is out while Marta takes the sweep and says so.
    reveal(evening)
    evening.pull_cable()
    evening.take("seat3", "target3")
    evening.agree()
    evening.put_cable_back()
    evening.wait(told_of("claimed"), "what was done without a cable")
    view = name_and_settle(evening, "symbol:8-8-6")
    assert view["scores"] == {"Ana": 0, "Luis": 1, "Marta": 1}

    # The host dies in the middle of a round.
    reveal(evening)
    pass_time(0.15)
    evening.let_go("seat1")
    pass_time(0.1)
    evening.press("target2")
    evening.wait(told_of("touched"), "Ana's touch")
    before = evening.agree()
    evening.kill_and_resume()
    evening.hold("seat1")
    pass_time(PRESS_S)
    evening.tap("seat1")
    after = evening.wait(told_of("claimed"), "Ana's claim after the host came back")
    assert after["touches"] == before["touches"]
    evening.agree()
    view = name_and_settle(evening, "symbol:5-1-5")
    assert view["scores"] == {"Ana": 1, "Luis": 1, "Marta": 1}

    # Now it is put right from the page: the claim of the second round was Ana's.
    line = next(line for line in evening.page("history") if line["n"] == wrong["n"])
    assert (line["told"]["do"], line["told"]["player"]) == ("claim", "Marta")
    corrected = evening.tell_from_page(do="correct", n=line["n"], lines=[{**line["told"], "player": "Ana"}])
    assert corrected["rulings"][0]["code"] == "corrected"
    assert len(corrected["rulings"][0]["effects"]["changed"]) >= 2
    view = evening.agree()
    assert view["scores"] == {"Ana": 2, "Luis": 1, "Marta": 1}
    assert [(touch["spot"], touch["player"]) for touch in view["touches"]] == [("pig", "Ana")]

    # Pause and go on with the button, then the end as it stands.
    evening.press("ok", LONG_PRESS_S)
    evening.wait(lambda view: view["phase"] == "paused", "a pause")
    evening.agree()
    evening.press("ok")
    evening.wait(lambda view: view["phase"] == "playing", "the game again")
    evening.tell_from_page(do="end")
    evening.wait(lambda view: view["phase"] == "over", "the end")
    # Hands leave, cards are put away: that is no foul.
    evening.let_go("seat1", "seat2", "seat3")
    for place in ("target1", "reveal"):
        evening.press(place)
    view = evening.agree()
    assert view["result"]["winners"] == ["Ana"]
    assert view["rulings"][-1]["code"] == "ended"

    one_more_sits_down(evening)


def one_more_sits_down(evening: Evening) -> None:
    """OK long, Jo joins, another game: who was first, by seat buttons."""
    pass_time(AGAIN_AFTER_US / 1e6)  # before that OK is meant for the last round
    evening.press("ok", LONG_PRESS_S)
    evening.wait(lambda view: view["phase"] == "setup", "the set-up")
    view = evening.agree()
    assert (view["phase"], view["players"]) == ("setup", ["Ana", "Luis", "Marta"])
    evening.press("seat4")
    evening.wait(lambda view: view["players"] == ["Ana", "Luis", "Marta", "Jo"], "Jo")
    evening.agree()
    evening.press("ok")
    evening.wait(lambda view: view["setup"]["step"] == "game", "the choice of a game")
    choose(evening, "first_touch")
    evening.press("ok")
    evening.wait(lambda view: view["setup"]["step"] == "options", "the options")
    evening.agree()
    evening.press("ok")
    evening.wait(lambda view: view["phase"] == "playing" and view["game"] == "first_touch", "the second game")
    evening.agree()
    evening.press("reveal")
    evening.wait(lambda view: view["state"]["phase"] == "open", "the signal")
    pass_time(0.15)
    for seat in ("seat4", "seat2"):
        evening.press(seat)
    evening.wait(lambda view: len(view["touches"]) == 2, "both touches")
    evening.agree()
    evening.press("ok")
    view = evening.wait(lambda view: view["scores"].get("Jo") == 1, "Jo's point")
    evening.tell_from_page(do="end")
    evening.wait(lambda view: view["phase"] == "over", "the end of the second game")
    view = evening.agree()
    assert view["result"]["winners"] == ["Jo"]


def take_home(evening: Evening, folder: Path) -> None:
    csv, exported = folder / "evening.csv", folder / "evening.json"
    name, session = evening.folded()
    for kind, where in (("csv", csv), ("json", exported)):
        ended = touchjudge("export", "last", "--format", kind, "-o", where, "--db", evening.db)
        assert ended.status == 0, ended.said
    players = (folder / "evening-players.csv").read_text().splitlines()
    assert len(players) == 1 + 3 + 4
    assert sum(",Jo," in row for row in players) == 1
    again = folder / "again.sqlite3"
    assert touchjudge("import", exported, "--db", again).status == 0
    with closing(SqliteJournal.read(again)) as journal:
        (row,) = journal.sessions()
        imported = new_session()
        retell(imported, journal.lines(row.session))
    assert row.session == name
    assert [entry.answer for entry in imported.entries] == [entry.answer for entry in session.entries]
