"""Cards that are scanned: from the text of a code to what is told at the table, or to a sentence on what is missing.

In: codes from a scanner's thread or from a photo, and each view on the table's thread. Out: lines of the table language
in the inbox, without times. A card that needs more (its stack, the round it belongs to) is kept until the table shows
that it is there; the page is shown it as ``picked``. A code that nobody knows belongs to the card that is named next by
hand.
"""

import json
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from touchjudge.decks.card_codes import card_of
from touchjudge.errors import TouchJudgeError
from touchjudge.ports import Arrival, Told, Warned
from touchjudge.session.scanned import New, Scanned, new_code, scanned
from touchjudge.words.sentences import Sentence, told

SOURCE = "scanner"
_ABOUT = "scanned card"
_SAME_NS = 2_000_000_000  # a scanner that sees a code for longer says it again


class ScannedCards:
    """May be called from several threads.

    Args:
        put: into the table's inbox.
        codes_of: the enrolled codes of a game, and their cards; read anew each time, so that what was enrolled
            meanwhile is known.
        learn: keeps that a game's card bears a code; may take its time and raise TouchJudgeError, so it is called on a
            thread of its own.
    """

    def __init__(
        self,
        put: Callable[[Arrival], Any],
        codes_of: Callable[[str], Mapping[str, str]],
        *,
        learn: Callable[[str, str, str], None] | None = None,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._put = put
        self._codes_of = codes_of
        self._learn = learn
        self._clock_ns = clock_ns
        self._lock = threading.Lock()
        self._view: Mapping[str, Any] = {}
        self._kept: tuple[str, ...] = ()
        self._kept_for: Any = None
        self._heeded: Any = None  # the press of a pad that was there before the card
        self._new: New | None = None
        self._warned = False
        self._last: tuple[str, int] | None = None

    def heard(self, code: str) -> str | None:
        """A code was read; the card that it is, or None if nobody knows it."""
        with self._lock:
            now_ns = self._clock_ns()
            again = self._last is not None and self._last[0] == code and now_ns - self._last[1] < _SAME_NS
            self._last = (code, now_ns)
            game = self._view.get("game")
            card = card_of(code, game, self._codes_of(game)) if isinstance(game, str) else None
            if again:
                return card
            if not isinstance(game, str):
                self._warn(Sentence("A card was scanned while no game is played; its code is {code}.", code=code))
            elif card is None:
                self._unknown(game, code)
            else:
                self._new = None
                self._heeded = _press(self._view)
                self._take(scanned(self._fresh(), card, self._kept))
            return card

    def look(self, view: dict[str, Any]) -> None:
        """The newest view; a card that was kept is told as soon as what it waited for is there."""
        with self._lock:
            self._view = view
            about = _about(view)
            if about != self._kept_for and self._kept:
                self._kept = ()
                self._warn(None)
            self._kept_for = about
            if self._new is not None:
                self._see_named(self._new)
            if len(self._kept) == 1 and (meaning := scanned(self._fresh(), self._kept[0])).lines:
                self._take(meaning)

    def beside(self, audience: Callable[[dict[str, Any]], None]) -> Callable[[dict[str, Any]], None]:
        """Shows ``picked``, the card that waits, to an audience besides the view while there is one."""

        def shown(view: dict[str, Any]) -> None:
            with self._lock:
                picked = self._kept[0] if len(self._kept) == 1 else None
            audience(view if picked is None else {**view, "picked": picked})

        return shown

    def _unknown(self, game: str, code: str) -> None:
        enrol = f"`touchjudge deck enrol {game} --scanner auto`"
        self._new = new_code(self._view, code) if self._learn is not None else None
        if self._new is None:
            unknown = "The code {code} is no card of {game}: {command} takes it in."
            self._warn(Sentence(unknown, code=code, game=self._view.get("title"), command=enrol))
        else:
            unknown = "The code {code} is new: name its card by hand now, and it is known. Or enrol it: {command}."
            self._warn(Sentence(unknown, code=code, command=enrol))

    def _see_named(self, new: New) -> None:
        """A person may have named the card of a new code."""
        card = new.card(self._view)
        if card is not None and self._learn is not None:
            self._new = None
            threading.Thread(target=self._keep, args=(self._learn, new, card), name="enrolling", daemon=True).start()
        elif not new.can_be_named(self._view):
            self._new = None
            self._warn(None)

    def _keep(self, learn: Callable[[str, str, str], None], new: New, card: str) -> None:
        try:
            learn(new.game, new.code, card)
        except TouchJudgeError as error:
            sentence: str | None = Sentence(
                "The code {code} could not be enrolled: {why}", code=new.code, why=told(error)
            )
        else:
            sentence = None
        with self._lock:
            self._warn(sentence)

    def _fresh(self) -> Mapping[str, Any]:
        """The view without a pad that was pressed before the card was scanned: that press meant another one."""
        return {**self._view, "pad": None} if _press(self._view) == self._heeded else self._view

    def _take(self, meaning: Scanned) -> None:
        self._kept = meaning.kept
        if meaning.lines:
            self._warn(None)
            self._put(Told("\n".join(map(_text, meaning.lines)), SOURCE, self._answered))
        else:
            self._warn(meaning.why)

    def _answered(self, answer: str) -> None:
        """What the table cannot take at all is said; what is against the rules is a ruling, and shown as that."""
        for line in answer.splitlines():
            error = json.loads(line).get("error")
            if error is not None:
                with self._lock:
                    self._warn(Sentence("The scanned card cannot be told: {why}", why=error))

    def _warn(self, sentence: str | None) -> None:
        if sentence is not None or self._warned:
            self._warned = sentence is not None
            self._put(Warned(_ABOUT, sentence))


def _press(view: Mapping[str, Any]) -> Any:
    return (view.get("pad") or {}).get("press")


def _about(view: Mapping[str, Any]) -> Any:
    """What a card that waits belongs to: when this changes, somebody has played it by hand, or it is too late."""
    state = view.get("state") or {}
    turn = state.get("turn"), repr(state.get("must_draw")), len(state.get("played") or ())
    return view.get("session"), view.get("game"), view.get("phase"), *turn


def _text(line: Mapping[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))
