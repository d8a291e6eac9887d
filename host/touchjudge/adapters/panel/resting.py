"""A panel as a function of views and time: what it shows, when it rests, and when it is tried again.

In: views. Out: only those parts of a picture that differ from what the panel shows already, so nothing flickers. A
panel that nobody needs is dimmed and its picture moved about, later it is dark; the next thing that happens at the
table wakes it. A panel that is missing or whose wire comes loose is tried again until it is there, and then drawn anew.
"""

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PIL import Image

from touchjudge.adapters.panel.display import Display, Kind, OpenDisplay
from touchjudge.screens.scenes import scene_of
from touchjudge.words import ENGLISH, Translate
from touchjudge.words.sentences import Sentence

_SECOND_NS = 1_000_000_000
# Where the picture lies while nobody plays: round in a ring, so that no pixel is lit for long.
_PLACES = ((0, 0), (2, 0), (2, 1), (2, 2), (0, 2), (-2, 2), (-2, 0), (-2, -2), (0, -2), (2, -2))
_SILENT = "The panel does not answer ({why}); it is tried again every {seconds} s."


@dataclass(frozen=True, slots=True)
class Rest:
    """When a panel rests.

    Attributes:
        dim_after_s: without anything new; then it is dim and the picture moves every ``move_every_s``.
        dark_after_s: then it is off.
        retry_s: how often a missing panel is looked for.
    """

    dim_after_s: int = 60
    move_every_s: int = 30
    dark_after_s: int = 600
    retry_s: int = 2


class Panel:
    """What a panel shows, as a function of views and time; not thread-safe.

    Args:
        open_display: makes the display anew; may raise whatever luma and the bus raise.
        kind: how it is painted and spoken to.
        again: sets the display up anew without switching it off, for kinds that cannot say when they are gone.
        lost: the errors that mean that the display is not there, now or any more.
    """

    def __init__(
        self,
        open_display: OpenDisplay,
        kind: Kind,
        *,
        again: Callable[[], None] = lambda: None,
        catalogue: Callable[[str], Translate] = lambda _language: ENGLISH,
        rest: Rest | None = None,
        upside_down: bool = False,
        lost: tuple[type[Exception], ...] = (OSError,),
    ) -> None:
        self._open = open_display
        self._lost_by = lost
        self._kind = kind
        self._again = again
        self._catalogue = catalogue
        self._rest = rest or Rest()
        self._upside_down = upside_down
        self._picture = kind.blank()
        self._told: tuple[object, ...] | None = None
        self._woken_ns = 0
        self._display: Display | None = None
        self._retry_ns: int | None = None
        self._sent: Image.Image | None = None
        self._renewed_ns = 0
        self._dim: bool | None = None
        self._lit: bool | None = None
        self.trouble: str | None = None

    def show(self, view: Mapping[str, Any], now_ns: int) -> None:
        """Take over a view; :meth:`advance` sends it."""
        picture = self._kind.paint(scene_of(view, self._catalogue(str(view.get("language") or "en"))))
        told = (view.get("session"), view.get("n"), view.get("presses"))
        if told != self._told or picture.tobytes() != self._picture.tobytes():
            self._woken_ns = now_ns
        self._picture, self._told = picture, told

    def wake(self, now_ns: int) -> None:
        """Somebody touched the table: be bright again."""
        self._woken_ns = now_ns

    def advance(self, now_ns: int) -> int:
        """Send what is due; when there is something to do again, in the clock of ``now_ns``."""
        if self._retry_ns is not None and now_ns < self._retry_ns:
            return self._retry_ns
        try:
            if self._display is None:
                self._display, self._renewed_ns = self._open(), now_ns
            elif self._lit and self._kind.renew_s is not None and now_ns >= self._renewal_ns():
                self._again()
                self._sent, self._renewed_ns = None, now_ns
            self._send(self._display, now_ns)
        except self._lost_by as error:
            self._lost(error, now_ns)
            return now_ns + self._rest.retry_s * _SECOND_NS
        self._retry_ns, self.trouble = None, None
        return self._due_ns(now_ns)

    def close(self) -> None:
        """Leave the panel dark; a panel that is gone is no error."""
        display, self._display = self._display, None
        if display is not None:
            with contextlib.suppress(*self._lost_by):
                self._kind.switch(display, lit=False)

    def _send(self, display: Display, now_ns: int) -> None:
        idle_s = (now_ns - self._woken_ns) // _SECOND_NS
        lit, dim = idle_s < self._rest.dark_after_s, idle_s >= self._rest.dim_after_s
        if lit:
            wanted = self._placed(idle_s)
            if wanted is not self._sent:
                self._kind.send(display, self._sent, wanted)
            self._sent = wanted
        if dim != self._dim:
            self._kind.light(display, dim=dim)
            self._dim = dim
        if lit != self._lit:
            self._kind.switch(display, lit=lit)
            self._lit = lit

    def _placed(self, idle_s: int) -> Image.Image:
        """The picture, moved about a little while nothing happens."""
        picture = self._picture
        if idle_s >= self._rest.dim_after_s:
            dx, dy = _PLACES[(idle_s - self._rest.dim_after_s) // self._rest.move_every_s % len(_PLACES)]
            picture = self._kind.blank()
            picture.paste(self._kind.shade(self._picture), (dx, dy))
        return picture.transpose(Image.Transpose.ROTATE_180) if self._upside_down else picture

    def _lost(self, error: Exception, now_ns: int) -> None:
        self.trouble = Sentence(_SILENT, why=error, seconds=self._rest.retry_s)
        self._display, self._sent, self._dim, self._lit = None, None, None, None
        self._retry_ns = now_ns + self._rest.retry_s * _SECOND_NS

    def _due_ns(self, now_ns: int) -> int:
        idle_s = (now_ns - self._woken_ns) // _SECOND_NS
        rest = self._rest
        if idle_s < rest.dim_after_s:
            next_s = rest.dim_after_s
        elif idle_s < rest.dark_after_s:
            moved = (idle_s - rest.dim_after_s) // rest.move_every_s + 1
            next_s = min(rest.dim_after_s + moved * rest.move_every_s, rest.dark_after_s)
        else:
            return now_ns + 3600 * _SECOND_NS
        due_ns = self._woken_ns + next_s * _SECOND_NS
        return due_ns if self._kind.renew_s is None else min(due_ns, self._renewal_ns())

    def _renewal_ns(self) -> int:
        return self._renewed_ns + (self._kind.renew_s or 0) * _SECOND_NS
