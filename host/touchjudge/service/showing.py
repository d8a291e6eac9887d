"""What the running table shows: every time the whole view, to everyone who watches."""

from collections.abc import Callable, Sequence
from typing import Any

from touchjudge.ports import LinkChanged
from touchjudge.session.fold import Session
from touchjudge.session.places import Places
from touchjudge.session.setting_up import SetUp
from touchjudge.session.view import Surroundings, Viewer

Audience = Callable[[dict[str, Any]], None]
"""Something that is handed each view on the table's thread and returns at once (a screen's slot, a simulation)."""


class Showing:
    """The links and warnings that stand beside the session, and the audiences.

    Args:
        name: of the session.
    """

    def __init__(
        self, name: str, viewer: Viewer, audiences: Sequence[Audience], *, simulated: bool, language: str
    ) -> None:
        self._name = name
        self._viewer = viewer
        self._audiences = tuple(audiences)
        self._simulated = simulated
        self._language = language
        self._links: dict[str, LinkChanged] = {}
        self._warnings: dict[str, str] = {}
        self._seq = 0

    def link(self, changed: LinkChanged) -> None:
        self._links[changed.source] = changed

    def warn(self, about: str, sentence: str | None) -> None:
        """A sentence that stays until None is said about the same."""
        if sentence is None:
            self._warnings.pop(about, None)
        else:
            self._warnings[about] = sentence

    def beside(self) -> tuple[Any, ...]:
        """What stands beside the session now; another value when something has changed."""
        return dict(self._links), dict(self._warnings)

    def show(self, session: Session, set_up: SetUp | None, places: Places, presses: int) -> None:
        self._seq += 1
        if not self._audiences:
            return
        around = Surroundings(
            session=self._name,
            seq=self._seq,
            simulated=self._simulated,
            language=self._language,
            links=tuple(
                {"source": link.source, "phase": link.phase, "text": link.text, "facts": link.facts}
                for link in self._links.values()
            ),
            warnings=tuple(self._warnings.values()),
            set_up=set_up,
            places=places,
            presses=presses,
        )
        view = self._viewer.view(session, around)
        for audience in self._audiences:
            audience(view)
