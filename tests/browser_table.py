"""A real table behind a real web screen, for browser tests: the real rules judge, the real view is shown."""

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from touchjudge.adapters.web import WebScreen
from touchjudge.cli.app import labeller, new_session, sayer
from touchjudge.cli.page_facts import game_facts
from touchjudge.language import answer_json, parse_line
from touchjudge.ports import Arrival, AskedHistory, Told
from touchjudge.registry import known_games
from touchjudge.session.fold import Session
from touchjudge.session.history import history
from touchjudge.session.view import Surroundings, Viewer
from touchjudge.words.translate import ENGLISH

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
TV = (1920, 1080)

Open = Callable[..., Page]


def facts() -> dict[str, Any]:
    """What a page can set up, with the names of an earlier evening."""
    return {"games": [game_facts(game, ENGLISH) for game in known_games().values()], "names": ["Ana", "Jörg"]}


@dataclass
class RealTable:
    """The inbox and the table at once: judges each line by the real rules and shows the view."""

    language: str = "en"
    session: Session = field(default_factory=new_session)
    told: list[Mapping[str, Any]] = field(default_factory=list)
    view: dict[str, Any] = field(default_factory=dict)
    refused: int = 0
    simulated: bool = True
    screen: WebScreen | None = None
    _seq: int = 0
    _one_at_a_time: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self._say = sayer(self.language)
        self._viewer = Viewer(self._say, labeller(self.language))

    def put(self, arrival: Arrival) -> bool:
        if isinstance(arrival, AskedHistory):
            with self._one_at_a_time:
                arrival.reply(json.dumps(history(self.session.entries, self._say)))
            return True
        assert isinstance(arrival, Told)
        answers = [self.tell(**json.loads(line)) for line in arrival.line.split("\n")]
        if arrival.reply is not None:
            arrival.reply("\n".join(answers))
        return True

    def wait(self, until_ns: int | None) -> Arrival | None:
        return None

    def tell(self, **line: Any) -> str:
        """Judge one line and show what came of it; the answer as JSON text."""
        with self._one_at_a_time:
            self.told.append(line)
            answer = self.session.tell(parse_line(json.dumps(line)))
            self.show_now()
            return answer_json(answer, self.session.now.game, self._say)

    def show_now(self, **around: Any) -> None:
        """Show the table as it is; ``around`` are further fields of :class:`Surroundings`."""
        self._seq += 1
        surroundings = Surroundings("2026-05-01-1", self._seq, self.simulated, self.language, **around)
        self.show(self._viewer.view(self.session, surroundings))

    def show(self, view: dict[str, Any]) -> None:
        self.view = view
        assert self.screen is not None
        self.screen.show(view)
