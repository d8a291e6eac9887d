"""What the lists of past evenings say at a terminal: games and how they came out, touches, lines, judging anew.

In: keys of the tables here, values that fill the texts, a catalogue. Out: plain text. The texts are message ids; heads
of columns and single words have the context :data:`CONTEXT`, since other languages bend such words by where they stand.
"""

from collections.abc import Mapping, Sequence
from functools import reduce

from touchjudge.words import things
from touchjudge.words.translate import ENGLISH, Translate
from touchjudge.words.values import fill

CONTEXT = "list"
TITLE = "title of a game"

TEXTS: Mapping[str, str] = {
    "session": "Session {session}, begun {started}",
    "simulated": "SIMULATED",
    "none": "No session yet: {command} begins one.",
    # How a game came out
    "game": "Game {number}: {title}, {outcome}",
    "lines_from_to": "lines {first} to {last}",
    "minutes": "{minutes} min",
    "not_ended": "not ended",
    "won_together": "won together",
    "lost_together": "lost together",
    "nobody_won": "nobody won",
    "left": "left {count}",
    "nothing_counted": "nothing counted yet",
    # Touches
    "touches": "Touches of game {number} (times in ms; ± is the bound of the stamp)",
    "round": "round {number}: {card}",
    "no_card": "card not named",
    "too_soon": "sooner than anyone can react",
    "dead_heat": "dead heat",
    # Lines
    "lines": "Lines (the number is the N of undo and correct)",
    "error": "error: {error}",
    "undone_by": "undone by {n}",
    "corrected_by": "corrected by {n}",
    # Putting right
    "nothing_otherwise": "Judged otherwise now: nothing. {show} has the evening as it stands, and {undo} takes this"
    " back.",
    # Judging anew
    "no_difference": "Session {session}: nothing would differ.",
    "line": "line {n}",
    "not_understood": "not understood: {error}",
    "taken_out": "taken out",
    "left_out": "Left out: {what}.",
    "same_scores": "Game {number}, {title}: the scores stay as they are.",
    "other_scores": "Game {number}, {title}: {scores}",
    "not_kept": "Nothing is changed yet; {option} keeps it.",
    "kept_apart": "Kept as session {kept}; session {session} stays as it is.",
    # The end of play
    "goes_on": "the game is not over; {command} goes on with it",
}

WORDS: Mapping[str, str] = {
    "line": "line",
    "time": "table time",
    "spot": "spot",
    "player": "player",
    "reaction": "reaction",
    "known": "known",
    "ruling": "ruling",
    "winner": "winner",
    "nobody": "nobody",
    # How it is known who touched, and by what it was felt
    "sensed": "sensed",
    "claimed": "claimed",
    "inferred": "inferred",
    "declared": "declared",
    "named": "named",
    "unknown": "unknown",
    "pad": "pad",
    "button": "button",
    "hand": "hand",
    # Judged before and now
    "was": "was",
    "now": "now",
}

# (one, many), by the number they are asked with.
COUNTS: Mapping[str, tuple[str, str]] = {
    "games": ("{count} game", "{count} games"),
    "lines": ("{count} line", "{count} lines"),
    "edges": ("{count} edge", "{count} edges"),
    "rounds": ("{count} round", "{count} rounds"),
    "won": ("{names} won", "{names} won"),
    "otherwise": (
        "Judged otherwise now: line {numbers}. {show} has the evening as it stands, and {undo} takes this back.",
        "Judged otherwise now: lines {numbers}. {show} has the evening as it stands, and {undo} takes this back.",
    ),
    "kept": (
        "Kept as {count} correction of session {session}; undo takes each back.",
        "Kept as {count} corrections of session {session}; undo takes each back.",
    ),
}


def text(key: str, translate: Translate = ENGLISH, **values: object) -> str:
    """One of :data:`TEXTS`, filled in.

    >>> text("round", number=3, card="symbol:1-2-3")
    'round 3: symbol:1-2-3'
    """
    return translate.gettext(TEXTS[key]).format(**values)


def word(key: str, translate: Translate = ENGLISH) -> str:
    """One of :data:`WORDS`; a code that is none of them stays as it is.

    >>> word("time"), word("guessed")
    ('table time', 'guessed')
    """
    return translate.pgettext(CONTEXT, WORDS[key]) if key in WORDS else key


def counted(key: str, count: int, translate: Translate = ENGLISH, **values: object) -> str:
    """One of :data:`COUNTS`, filled in.

    >>> counted("games", 1), counted("edges", 0), counted("kept", 2, session="s")
    ('1 game', '0 edges', 'Kept as 2 corrections of session s; undo takes each back.')
    """
    return translate.ngettext(*COUNTS[key], count).format(count=count, **values)


def joined(names: Sequence[str], translate: Translate = ENGLISH) -> str:
    """Names, each with an "and" before the next.

    >>> joined(["Ana", "Luis", "Marta"]), joined(["Ana"])
    ('Ana and Luis and Marta', 'Ana')
    """
    both = translate.gettext(things.LAST_OF_LIST)
    return reduce(lambda before, last: fill(both, {"list": before, "last": last}), names)


def game_title(title: str, translate: Translate = ENGLISH) -> str:
    """The title of a game in the language of a catalogue; one that it does not have stays as the game brings it.

    >>> game_title("First touch"), game_title("")
    ('First touch', '')
    """
    return translate.pgettext(TITLE, title)
