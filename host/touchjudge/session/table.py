"""What a contact means now: the one place where places on the table become lines of the table language.

In: a debounced contact, its place and its table time, and the moment of the session. Out: lines to tell the referee,
in order. Pure: the running table tells them, keeps those that have to wait, and puts them in the journal.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import dropwhile
from typing import Any, assert_never

from touchjudge.ports import LineRow
from touchjudge.rules.game import Game, Line
from touchjudge.session.buttons import buttons
from touchjudge.session.fold import Moment, Session
from touchjudge.session.places import SEATS, Places
from touchjudge.timing.edges import Chattering, ContactEvent, Pressed, Released, Stepped

LONG_PRESS_US = 1_500_000
# Under `home` a hand that comes back to its button says nothing by that; who lets go and presses again as soon as this
# taps, and a tap speaks.
TAP_US = 500_000
# The phases in which hands may fly, in the games that have such rounds.
OPEN_ROUND = ("react", "open")


@dataclass(frozen=True, slots=True)
class Contact:
    """A contact event with what the clock map and the wiring add to it.

    Attributes:
        source: its stable name in the journal, ``edge:CHIP/BOOT/NUMBER/LINE`` and for a release ``…/up``.
        t_us, bound_us: table time of its first edge (for a release: of that release) with its error bound.
        down: the places that were held down just before it.
        up_us: for a press, how long the place had been up; None where it was not down before.
    """

    event: ContactEvent
    place: str
    source: str
    t_us: int
    bound_us: int
    down: frozenset[str] = frozenset()
    up_us: int | None = None

    @property
    def held_us(self) -> int:
        """How long it was held, for a release; 0 for what is held still."""
        return self.event.ended_us - self.event.began_us if isinstance(self.event, Released) else 0


def lines_of(contact: Contact, moment: Moment, places: Places) -> tuple[Line, ...]:
    """What to tell the referee."""
    match contact.event:
        case Pressed():
            return _pressed(contact, moment, places)
        case Released():
            return _released(contact, moment, places)
        case Stepped():
            return _stepped(contact, moment, places)
        case Chattering():
            return ()
        case _:
            assert_never(contact.event)


def _pressed(contact: Contact, moment: Moment, places: Places) -> tuple[Line, ...]:
    game, setup = moment.game, moment.setup
    if game is None or setup is None:
        return ()
    if moment.paused and contact.place == "ok":
        return ({"do": "resume", "by": "player"},)
    if contact.place in SEATS and _is_home(moment) and not _is_tap(contact):
        return ()
    answer = answer_of(contact.place, moment, places)
    if answer is not None:
        return answer
    if contact.place == "undo":
        return ({"do": "undo", "by": "player"},)
    if contact.place == "ok":
        return _ok(contact, moment)
    if moment.over:
        return ()  # cards are put away; only OK and undo mean something now
    spot = places.spot(contact.place, game)
    if spot is not None and _knows(game, "touch"):
        return (_timed({"do": "touch", "spot": spot}, contact, "sensor"),)
    if contact.place == "reveal" and _knows(game, "reveal"):
        return (*_held(contact.down, moment, places), _timed({"do": "reveal"}, contact, "sensor"))
    if contact.place == "reveal" and _knows(game, "go"):
        # Where the moment of the signal is left to chance, the pad only arms; the table gives the signal.
        do = "arm" if setup.options.get("signal") == "random" else "go"
        return (_timed({"do": do}, contact, "sensor"),)
    player = places.player(contact.place, setup.players)
    if player is None or (_is_home(moment) and not _has_been_away(player, moment)):
        return ()
    if _knows(game, "claim"):
        return (_timed({"do": "claim", "player": player}, contact, "player"),)
    if not game.targets and _knows(game, "touch"):
        return (_timed({"do": "touch", "player": player}, contact, "sensor"),)
    return ()


def answer_of(place: str, moment: Moment, places: Places) -> tuple[Line, ...] | None:
    """The lines of the answer to the open question that a press of this place gives, if it gives one."""
    waiting = moment.game.questions(moment.state) if moment.game is not None else ()
    if not waiting or moment.setup is None:
        return None
    options = waiting[0].effects["options"]
    index = buttons(options, moment.setup.players, places).get(place)
    return None if index is None else tuple({**line, "by": "player"} for line in options[index])


def _ok(contact: Contact, moment: Moment) -> tuple[Line, ...]:
    """OK closes the round that is open; where none is, holding it may still pause."""
    game = moment.game
    if game is None or not _knows(game, "settle") or game.view(moment.state).get("phase") not in OPEN_ROUND:
        return ()
    return (_timed({"do": "settle"}, contact, "player"),)


def _stepped(contact: Contact, moment: Moment, places: Places) -> tuple[Line, ...]:
    """A further hand on a pile is one more touch of that target; it answers no question and turns no card."""
    game = moment.game
    spot = None if game is None or moment.paused or moment.over else places.spot(contact.place, game)
    if game is None or spot is None or not _knows(game, "touch"):
        return ()
    return (_timed({"do": "touch", "spot": spot}, contact, "sensor"),)


def _released(contact: Contact, moment: Moment, places: Places) -> tuple[Line, ...]:
    if contact.place == "ok":
        return _ok_let_go(contact, moment)
    if moment.setup is None or not _is_home(moment):
        return ()
    player = None if moment.over else places.player(contact.place, moment.setup.players)
    return () if player is None else (_timed({"do": "release", "player": player}, contact, "sensor"),)


def _ok_let_go(contact: Contact, moment: Moment) -> tuple[Line, ...]:
    """Holding OK pauses. After the end a short press plays the same again (a long one is for the set-up)."""
    held = contact.held_us >= LONG_PRESS_US
    if moment.game is None or (moment.over and held):
        return ()
    if moment.over:
        return (again(moment),)
    return ({"do": "pause", "by": "player"},) if held and not moment.paused else ()


def _held(down: frozenset[str], moment: Moment, places: Places) -> tuple[Line, ...]:
    """The ``pads`` line before a reveal: what is down then must be seen up before it counts."""
    if moment.game is None or moment.setup is None:
        return ()
    names = [places.spot(place, moment.game) or places.player(place, moment.setup.players) for place in sorted(down)]
    held = [name for name in names if name is not None]
    return ({"do": "pads", "down": held, "by": "sensor"},) if held else ()


def pad_of(contact: Contact, moment: Moment, places: Places) -> str | None:
    """The stack whose pad is pressed, in a game that knows no touches: it says where the card goes that is named."""
    game = moment.game
    if game is None or moment.over or moment.paused or _knows(game, "touch") or not isinstance(contact.event, Pressed):
        return None
    return places.spot(contact.place, game)


def is_reveal(contact: Contact) -> bool:
    """Whether a card is turned by it."""
    return contact.place == "reveal" and isinstance(contact.event, Pressed)


def kept_at_the_end(contacts: Sequence[Contact], told: Sequence[LineRow], session: Session) -> list[Contact]:
    """The contacts that waited for the answer to a question when the journal was left.

    A reveal that came while a question was open waits, and with it every contact after it; the contacts are in the
    journal as edges, but no line tells of them yet, or the line that did was refused.

    Args:
        contacts: of the whole session, in order.
    """
    game = session.now.game
    if game is None or not game.questions(session.now.state):
        return []
    counted = set()
    for row in told:
        if all(ruling.code != "round_open" for ruling in session.entries[row.n - 1].answer.rulings):
            counted.add(row.source)
    # OK and undo may have answered a question meanwhile, and another opened: they end no waiting.
    told_of = [i for i, each in enumerate(contacts) if each.source in counted and each.place not in ("ok", "undo")]
    since = dropwhile(lambda contact: not is_reveal(contact), contacts[max(told_of, default=-1) + 1 :])
    return [contact for contact in since if contact.source not in counted]


def again(moment: Moment) -> Line:
    """The ``start`` line that plays the same game again with the same players, numbers and options."""
    setup, game = moment.setup, moment.game
    if setup is None or game is None:
        raise ValueError("there is no game to play again")
    # Commands are remembered anyhow, with those that have been named since.
    extras = {name: value for name, value in setup.extras.items() if name != "commands"}
    return {
        "do": "start",
        "game": game.name,
        "players": list(setup.players),
        "first": setup.first,
        "options": dict(setup.options),
        "deck": "any" if setup.deck is None else setup.deck.name,
        **extras,
    }


def _is_home(moment: Moment) -> bool:
    return moment.setup is not None and moment.setup.options.get("home") is True


def _is_tap(contact: Contact) -> bool:
    return contact.up_us is not None and contact.up_us <= TAP_US


def _has_been_away(player: str, moment: Moment) -> bool:
    """Under `home`: whether the player let go in this round and came back before the tap, which is a letting go too."""
    if moment.game is None:
        return False
    releases = moment.game.view(moment.state).get("releases", ())
    return [release["player"] for release in releases].count(player) > 1


def _knows(game: Game[Any], do: str) -> bool:
    return any(kind.do == do for kind in game.observations)


def _timed(line: Line, contact: Contact, by: str) -> Line:
    bound = {} if contact.bound_us == 1 else {"bound_us": contact.bound_us}
    return {**line, "t_us": contact.t_us, **bound, "by": by}
