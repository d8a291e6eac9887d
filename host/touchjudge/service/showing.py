"""What the running table shows: every time the whole view, to everyone who watches."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from touchjudge.ports import LinkChanged
from touchjudge.session.asking_pads import AskedPads
from touchjudge.session.fold import Session
from touchjudge.session.places import Places
from touchjudge.session.setting_up import SetUp
from touchjudge.session.view import Surroundings, Viewer
from touchjudge.words.sentences import translated
from touchjudge.words.translate import ENGLISH, Translate

Audience = Callable[[dict[str, Any]], None]
"""Something that is handed each view on the table's thread and returns at once (a screen's slot, a simulation)."""


@dataclass(frozen=True, slots=True)
class Now:
    """What the table itself knows besides the session.

    Attributes:
        set_up: where the set-up by buttons stands, while it is open.
        asking: which target shall be pressed, while the table asks.
        pad: which stack's pad was pressed last, and which of the presses that was.
        presses: how many presses the table has felt.
    """

    set_up: SetUp | None
    asking: AskedPads | None
    pad: Mapping[str, Any] | None
    places: Places
    presses: int


class Showing:
    """The links and warnings that stand beside the session, and the audiences.

    Args:
        name: of the session.
        translate: the catalogue of that language, for what links and warnings say.
    """

    def __init__(
        self,
        name: str,
        viewer: Viewer,
        audiences: Sequence[Audience],
        *,
        simulated: bool,
        language: str,
        translate: Translate = ENGLISH,
    ) -> None:
        self._name = name
        self._viewer = viewer
        self._audiences = tuple(audiences)
        self._simulated = simulated
        self._language = language
        self._translate = translate
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

    def show(self, session: Session, now: Now) -> None:
        self._seq += 1
        if not self._audiences:
            return
        around = Surroundings(
            session=self._name,
            seq=self._seq,
            simulated=self._simulated,
            language=self._language,
            links=tuple(
                {
                    "source": link.source,
                    "phase": link.phase,
                    "text": translated(link.text, self._translate),
                    "facts": link.facts,
                    "boot": None if link.board is None else link.board.boot_id,
                }
                for link in self._links.values()
            ),
            warnings=tuple(translated(sentence, self._translate) for sentence in self._warnings.values()),
            set_up=now.set_up,
            # Nobody is asked to press a pad while no board would feel it.
            asking=now.asking if any(link.phase == "connected" for link in self._links.values()) else None,
            pad=now.pad,
            places=now.places,
            presses=now.presses,
        )
        view = self._viewer.view(session, around)
        for audience in self._audiences:
            audience(view)
