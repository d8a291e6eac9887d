"""What has to be arranged before cards are played: who plays what, who sits where, which pad lies under which target.

In: presses while the table asks for such things, and every line that was told. Out: the lines that a press means, and
the notes that a ``start`` needs before it. It keeps the places of :class:`Sensing` as the notes of the evening say.
"""

from collections.abc import Sequence
from typing import Any

from touchjudge.rules.game import Line
from touchjudge.service.sensing import Sensing
from touchjudge.session.asking_pads import AskedPads, asked_after, told_beside
from touchjudge.session.fold import Session
from touchjudge.session.notes import Pads, as_noted, joining, pads_in, pads_note, seats_in, seats_note
from touchjudge.session.places import Places
from touchjudge.session.setting_up import SetUp, join, leave, press, set_up_again
from touchjudge.session.table import Contact, pad_of
from touchjudge.timing.edges import Pressed


class Arranging:
    """Where the arranging stands.

    Attributes:
        set_up: while people say with buttons who plays what.
        asking: while the table asks for the pads of a game.
        pad: which ``stack`` had its pad pressed since the last card was laid, and which ``press`` that was.
    """

    def __init__(self, sensing: Sensing, session: Session, usual: Places, pads: Pads | None) -> None:
        """Nothing is asked yet.

        Args:
            usual: the table as its file says.
            pads: by game, place → target, of earlier evenings; None: this table never asks.
        """
        self._sensing = sensing
        self._session = session
        self._usual = usual.seats
        self._pads = pads
        self._names: tuple[str, ...] = ()
        self.set_up: SetUp | None = None
        self.asking: AskedPads | None = None
        self.pad: dict[str, Any] | None = None

    def restore(self) -> None:
        """Stand where the lines of the session end."""
        told = (entry.told for entry in self._session.entries)
        self._sensing.places = as_noted(self._sensing.places, told)
        self.asking = self._asked_pads()

    def open_set_up(self, set_up: SetUp | None) -> None:
        """Let people say who plays what; without one it begins with those who play now."""
        if set_up is None:
            self.set_up = set_up_again(self._session, self._sensing.places, self._usual, self._names)
        else:
            self.set_up, self._names = set_up, set_up.names

    def press(self, contact: Contact) -> tuple[Line, ...] | None:
        """The lines that a contact means while something is arranged; None: it means what it always means."""
        pressed = isinstance(contact.event, Pressed)
        if self.set_up is not None:
            return self._press_in_set_up(self.set_up, contact.place) if pressed else ()
        if self.asking is None or not pressed or self._session.now.paused:
            return None
        answered = self.asking.press(contact.place)
        if answered is None:
            return None
        self.asking, note = answered
        return () if note is None else (note,)

    def note_pad(self, contact: Contact, presses: int) -> None:
        """Remember the pad of a stack, where a press tells nothing by itself."""
        stack = pad_of(contact, self._session.now, self._sensing.places)
        if stack is not None:
            self.pad = {"stack": stack, "press": presses}

    def before_start(self, start: Line, players: Sequence[str]) -> tuple[Line, ...]:
        """The notes to tell before a game begins, so that every export can name seat and player."""
        return (*self._seats(players), *self._pads_of(str(start["game"])))

    def told(self, line: Line) -> None:
        """A line is in the session."""
        if line["do"] == "note":
            self._heed(line)
        if line["do"] == "start":
            self.set_up = None  # also when a page began the game
        if not told_beside(line):
            self.pad = None
        if self.asking is None or not told_beside(line):
            self.asking = self._asked_pads()

    # ----

    def _press_in_set_up(self, set_up: SetUp, place: str) -> tuple[Line, ...]:
        self.set_up, start = press(set_up, place)
        return () if start is None else (seats_note(set_up.seated), start)

    def _heed(self, note: Line) -> None:
        self._sensing.places = as_noted(self._sensing.places, [note])
        if self._pads is not None:
            self._pads = pads_in([note], self._pads)
        named = joining(note)
        if named is not None and self.set_up is not None:
            name, joins = named
            self.set_up = (join if joins else leave)(self.set_up, name)

    def _asked_pads(self) -> AskedPads | None:
        if self._pads is None or self._session.now.over:
            return None
        newest_first = (entry.told for entry in reversed(self._session.entries))
        return asked_after(newest_first, self._session.now.game, self._sensing.places)

    def _pads_of(self, game: str) -> tuple[Line, ...]:
        """Keep in this evening what earlier ones know of the pads of a game."""
        known = (self._pads or {}).get(game)
        return () if known is None or game in self._sensing.places.pads else (pads_note(game, known),)

    def _seats(self, players: Sequence[str]) -> tuple[Line, ...]:
        """Give everybody who will play a button, where people do not simply sit in turn order."""
        places = self._sensing.places
        if not (places.seats or self._usual):
            return ()
        seats = places.with_players(players, self._usual).seats
        known = seats_in(entry.told for entry in self._session.entries)
        return () if seats == places.seats == known else (seats_note(seats),)
