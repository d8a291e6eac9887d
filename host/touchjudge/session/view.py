"""What screens are shown: the whole table as one JSON value, made anew from the session each time.

A screen that missed a hundred views is right again with the next one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import Any

from touchjudge.rules.game import Game, Line, Ruling
from touchjudge.rules.lines import line_of
from touchjudge.session import asking_pads
from touchjudge.session.buttons import buttons
from touchjudge.session.fold import Answer, Entry, Moment, Session
from touchjudge.session.places import SEATS, Places
from touchjudge.session.setting_up import SetUp, shown
from touchjudge.session.touches import touches

RECENT = 30
# Beyond so many plays a list of them helps nobody; the referee rules whatever is played.
MOST_LEGAL = 400

# Lines that say nothing to the people who watch.
_QUIET = frozenset({"noted", "pads_noted", "held", "touched_again"})
# Which ruling of one answer is the headline; of equals the first, which is whoever was first.
_LOUD = {"over": 0, "ask": 1, "foul": 2, "ok": 2, "info": 3}


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a view shows besides the session.

    Attributes:
        seq: counts views, so that a late one is known as such.
        links: source, phase, text and facts of each way to a board.
        warnings: sentences that stay until what they say has been mended.
        set_up: where the set-up by buttons stands, while it is open.
        asking: which target shall be pressed, while the table asks where the pads lie.
        pad: which ``stack`` had its pad pressed since the last card was laid, and which ``press`` that was.
        places: who sits where.
        presses: how many presses the table has felt, those too that tell nothing: a dark display wakes by them.
    """

    session: str
    seq: int
    simulated: bool
    language: str
    links: tuple[Mapping[str, Any], ...] = ()
    warnings: tuple[str, ...] = ()
    set_up: SetUp | None = None
    asking: asking_pads.AskedPads | None = None
    pad: Mapping[str, Any] | None = None
    places: Places = field(default_factory=Places)
    presses: int = 0


@dataclass(slots=True)
class Viewer:
    """Makes views; remembers the rulings it has put into words, which is most of the work.

    Attributes:
        say: a ruling as a sentence.
        label: the lines of a possible answer as a button's text.
        title: the title of a game for those who read the view.
    """

    say: Callable[[Ruling, Game[Any] | None], str]
    label: Callable[[Sequence[Line]], str]
    title: Callable[[str], str] = str
    _legal: tuple[Any, list[Line] | None] | None = None
    _said: dict[int, tuple[Answer, list[dict[str, Any]]]] = field(default_factory=dict)

    def view(self, session: Session, around: Surroundings) -> dict[str, Any]:
        now, entries = session.now, session.entries
        game, setup = now.game, now.setup
        result = game.result(now.state) if game is not None else None
        rulings = self._recent(entries)
        headline = _headline(rulings)
        return {
            "seq": around.seq,
            "session": around.session,
            "n": len(entries),
            "simulated": around.simulated,
            "language": around.language,
            "phase": _phase(now, around.set_up),
            "setup": shown(around.set_up, self.title) if around.set_up is not None else None,
            "pads": asking_pads.shown(around.asking) if around.asking is not None else None,
            "game": game.name if game is not None else None,
            "title": self.title(game.title) if game is not None else "",
            "players": list(_players(now, around.set_up)),
            "options": dict(setup.options) if setup is not None else {},
            "state": game.view(now.state) if game is not None else None,
            "headline": headline["say"] if headline else "",
            "headline_verdict": headline["verdict"] if headline else "info",
            "rulings": rulings,
            "touches": [asdict(touch) for touch in touches(entries)],
            "question": self._question(now, around.places),
            "legal": self._legal_lines(now),
            "result": (
                None
                if result is None
                else {
                    "winners": list(result.winners),
                    "ranking": [list(place) for place in result.ranking],
                    "scores": dict(result.scores),
                }
            ),
            "scores": dict(result.scores) if result else game.scores(now.state) if game is not None else {},
            "links": [dict(link) for link in around.links],
            "warnings": list(around.warnings),
            "pad": around.pad,
            "seats": _seats(around, _players(now, around.set_up)),
            "presses": around.presses,
        }

    def _recent(self, entries: Sequence[Entry]) -> list[dict[str, Any]]:
        newest: list[dict[str, Any]] = []
        for entry in reversed(entries):
            if len(newest) >= RECENT:
                break
            newest[:0] = self._in_words(entry)
        return newest[-RECENT:]

    def _in_words(self, entry: Entry) -> list[dict[str, Any]]:
        known = self._said.get(entry.n)
        if known is not None and known[0] is entry.answer:
            return known[1]
        said = [
            {
                "n": entry.n,
                "verdict": ruling.verdict,
                "code": ruling.code,
                "player": ruling.player,
                "effects": dict(ruling.effects),
                "say": self.say(ruling, entry.after.game),
            }
            for ruling in entry.answer.rulings
        ]
        self._said[entry.n] = (entry.answer, said)
        self._said.pop(entry.n - 10 * RECENT, None)
        return said

    def _legal_lines(self, now: Moment) -> list[Line] | None:
        """What the player to move may do, for games with turns; None where there is no turn or too much to list."""
        game, state = now.game, now.state
        if game is None or now.over or "turn" not in game.view(state):
            return None
        if self._legal is None or self._legal[0] is not state:
            found = list(islice(game.legal(state), MOST_LEGAL + 1))
            self._legal = (state, None if len(found) > MOST_LEGAL else [line_of(each) for each in found])
        return self._legal[1]

    def _question(self, now: Moment, places: Places) -> dict[str, Any] | None:
        waiting = now.game.questions(now.state) if now.game is not None else ()
        if not waiting or now.setup is None:
            return None
        ruling = waiting[0]
        options = ruling.effects["options"]
        button_of = {index: place for place, index in buttons(options, now.setup.players, places).items()}
        return {
            "code": ruling.code,
            "say": self.say(ruling, now.game),
            "options": [
                {
                    "label": self.label(lines),
                    "lines": [dict(line) for line in lines],
                    "button": button_of.get(index),
                }
                for index, lines in enumerate(options)
            ],
        }


def _players(now: Moment, set_up: SetUp | None) -> tuple[str, ...]:
    if set_up is not None:
        return set_up.players
    return now.setup.players if now.setup is not None else ()


def _seats(around: Surroundings, players: tuple[str, ...]) -> dict[str, str]:
    """Who sits at which button; players without one are left out."""
    if around.set_up is not None:
        return dict(around.set_up.seated)
    seated = {place: around.places.player(place, players) for place in SEATS}
    return {place: name for place, name in seated.items() if name in players}


def _phase(now: Moment, set_up: SetUp | None) -> str:
    if set_up is not None or now.game is None:
        return "setup"
    if now.over:
        return "over"
    return "paused" if now.paused else "playing"


def _headline(rulings: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """The ruling to show large: the loudest of the newest answer that says something."""
    telling = [ruling for ruling in rulings if ruling["code"] not in _QUIET]
    if not telling:
        return None
    newest = [ruling for ruling in telling if ruling["n"] == telling[-1]["n"]]
    return min(newest, key=lambda ruling: _LOUD[ruling["verdict"]])
