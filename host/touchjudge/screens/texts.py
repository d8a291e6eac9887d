"""The screens' own words, each in three lengths: for the small panel, for a line on a phone or terminal, for a TV.

Only tables of message ids; ``make words`` takes them into the catalogues. Panel texts stay within thirteen letters.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from touchjudge.words import Translate
from touchjudge.words.values import fill


@dataclass(frozen=True, slots=True)
class Text:
    """One thing to say in three lengths.

    Attributes:
        panel: for 128x64 pixels.
        line: for a phone or a terminal.
        full: for a TV across the room.
    """

    panel: str
    line: str
    full: str


Lengths = tuple[str, str, str]

TEXTS: Mapping[str, Lengths] = {
    # Titles, by what is going on.
    "idle": (
        "touchjudge",
        "Press a seat button to join",
        "Press your seat button, or scan the code, to join the table",
    ),
    "set_up": ("Who plays?", "Who plays? OK goes on", "Press your seat button to join; OK goes on"),
    "which_game": ("{title}", "{title}? OK plays it", "{title}: OK plays it, any other button shows the next"),
    "which_option": ("{name}", "{name}: {value}", "{name}: {value}"),
    "set_up_game": ("OK plays it", "Any other button: the next game", "Any seat or pad shows the next game"),
    "set_up_option": ("OK starts", "Seat: change, pad: next, OK: start", "A seat changes it, a pad goes on, OK starts"),
    "yes": ("yes", "yes", "yes"),
    "no": ("no", "no", "no"),
    "press_pad": ("{target}?", "Press the pad: {target}", "Press the pad of this target: {target}"),
    "press_pad_ok": ("OK: as usual", "OK: the pads lie as usual", "OK: the pads lie as usual"),
    "reveal": ("Next card", "Turn over the next card", "Turn over the next card"),
    "armed": ("Wait", "Wait for the signal", "Hands still: wait for the signal"),
    "dealer": ("Next card", "{name} turns over the next card", "{name} turns over the next card"),
    "turn": ("{name}", "{name} is next", "It is {name}'s turn"),
    "react": ("Go!", "Hands on the targets!", "Quick: hands on the targets!"),
    "touched": ("First", "First touch", "First touch"),
    "settle": ("Settled", "Settled", "The round is settled"),
    "nobody": ("Nobody", "Nobody took anything", "Nobody took anything"),
    "question": ("Question", "The referee asks", "The referee needs an answer"),
    "winner": ("{names} wins", "{names} wins", "{names} wins the game"),
    "winners": ("A tie", "{names} share the win", "{names} share the win"),
    "team_won": ("Won!", "Won together!", "You have won together!"),
    "team_lost": ("Lost", "Lost together", "You have lost together"),
    "ended": ("The end", "The game is over", "The game is over"),
    "paused": ("Paused", "Paused: OK goes on", "The table is paused; OK goes on"),
    "disconnected": ("By hand", "Play on by hand", "Play on by hand"),
    "disconnected_page": ("By hand", "Play on by hand", "Play on by hand, on the page {url}"),
    "begin": ("Who plays?", "First connect the board", "Connect the board, then press your seat button to join"),
    "begin_page": ("Who plays?", "Begin on the page, or connect a board", "Begin on {url}, or connect the board"),
    # Marks.
    "simulated": ("SIM", "SIMULATED", "SIMULATED TABLE"),
    "foul": ("Foul", "Foul", "Foul"),
    "dead_heat": ("=", "dead heat", "too close to tell apart"),
    # Which part of the table is missing.
    "waiting": ("No board", "Waiting for the board", "Waiting for the board"),
    "silent": ("Silent", "The board is silent", "The board does not answer"),
    "lost": ("No board", "The board is gone", "The board is gone; it joins in again by itself"),
    "refused": ("Refused", "The board was refused", "The board was refused"),
    "broken": ("Broken", "The board reports an error", "The board reports an error"),
    "connected": ("OK", "Board connected", "The board is connected"),
    # How phones come in.
    "way_in": ("PIN {pin}", "Phones: {url}  PIN {pin}", "Phones scan the code, or open {url} and type {pin}"),
    # Where the page is.
    "page": ("{url}", "Page: {url}", "The page is at {url}"),
    # Figures.
    "deck": ("Deck", "Deck", "Cards in the deck"),
    "jackpot": ("Pot", "Jackpot", "Cards in the jackpot"),
    "draw_pile": ("Pile", "Draw pile", "Cards in the draw pile"),
    "stack": ("Stack", "Stack", "Cards in the stack"),
    "left": ("Left", "Cards left", "Cards left to lay"),
    "round": ("Round", "Round", "Round"),
    "up1": ("Up 1", "Rising 1", "First rising stack"),
    "up2": ("Up 2", "Rising 2", "Second rising stack"),
    "down1": ("Down 1", "Falling 1", "First falling stack"),
    "down2": ("Down 2", "Falling 2", "Second falling stack"),
    "card": ("Card", "Revealed card", "The revealed card"),
    "numbers": ("Lucky", "Lucky numbers", "Lucky numbers"),
    "discards": ("Discards", "Discards", "Cards in the discards"),
    "points": ("If over now", "Points if it ended now", "Points if the game ended now"),
    # What lies open: bodies, and how it is with an organ; the middle, and what is taken from it.
    "free": ("{colour}", "{colour} healthy", "{colour} healthy"),
    "infected": ("{colour}!", "{colour} infected", "{colour} infected"),
    "vaccinated": ("{colour}+", "{colour} vaccinated", "{colour} vaccinated"),
    "immunised": ("{colour}++", "{colour} immune", "{colour} immune"),
    "organ_legend": ("! + ++", "! infected, + vaccinated, ++ immune", "! infected, + vaccinated, ++ immune"),
    "no_organ": ("-", "no organ", "no organ yet"),
    "must_draw": ("draws", "may only draw", "may only draw"),
    "middle": ("Middle", "In the middle", "In the middle"),
    "take": ("Take", "To be taken", "These must be taken"),
    "taken": ("Taken", "Taken last", "Taken last"),
    "nothing_lies": ("-", "nothing", "nothing"),
    "number_card": ("{colour} {value}", "{colour} {value} {objects}", "{colour} {value} {objects}"),
    "heart_card": ("heart {colour}", "heart {colour} {objects}", "heart {colour} {objects}"),
    # Colours, short where room is.
    "red": ("red", "red", "red"),
    "green": ("grn", "green", "green"),
    "blue": ("blu", "blue", "blue"),
    "yellow": ("yel", "yellow", "yellow"),
    "violet": ("vio", "violet", "violet"),
    "multi": ("mul", "multicolour", "multicolour"),
    # Short names of the targets.
    "mushroom": ("Mushroom", "Mushroom", "Mushroom"),
    "pig": ("Pig", "Pig", "Pig"),
    "sweep": ("Sweep", "Sweep", "Chimney sweep"),
    "unseen": ("Unseen", "Card not seen", "A card that nobody saw"),
    "touch_card": ("Touch!", "Touch card", "Touch card"),
    # What a card of The Game: Extreme demands while it shows.
    "stop": ("STOP", "STOP", "STOP: the turn ends"),
    "skull": ("COVER IT", "COVER THE SKULL", "COVER THE SKULL in this turn"),
    "three": ("THREE", "EXACTLY THREE", "EXACTLY THREE cards in this turn"),
    "silence": ("NO TALKING", "NO TALKING", "NO TALKING while it shows"),
    "no_backwards": ("NO TRICKS", "NO TRICKS", "NO TRICKS while it shows"),
    "one_stack": ("ONE STACK", "ONE STACK", "ONE STACK in a turn while it shows"),
    "draw_one": ("DRAW ONE", "DRAW ONE", "DRAW ONE card only while it shows"),
    # What it costs.
    "nothing": ("0", "nothing", "neither paid nor punished"),
}

# (one, many) in three lengths, counted by {n}.
COSTS: Mapping[str, tuple[Lengths, Lengths]] = {
    "gains cards": (("+{n}", "+{n} card", "gets {n} card"), ("+{n}", "+{n} cards", "gets {n} cards")),
    "pays cards": (("-{n}", "-{n} card", "loses {n} card"), ("-{n}", "-{n} cards", "loses {n} cards")),
    "gains points": (("+{n}", "+{n} point", "gets {n} point"), ("+{n}", "+{n} points", "gets {n} points")),
    "pays points": (("-{n}", "-{n} point", "loses {n} point"), ("-{n}", "-{n} points", "loses {n} points")),
}


def text(key: str, translate: Translate, **parts: str) -> Text:
    """The text for this key in the language of the catalogue; a key without one is shown as it is.

    >>> from touchjudge.words import ENGLISH
    >>> text("turn", ENGLISH, name="Ana").full
    "It is Ana's turn"
    """
    if key not in TEXTS:
        return Text(key, key, key)
    return Text(*(fill(translate.gettext(length), parts) for length in TEXTS[key]))


def cost(change: int, translate: Translate, counted: str = "cards") -> Text:
    """What a round brought or took, in three lengths; ``counted`` in cards or points.

    >>> from touchjudge.words import ENGLISH
    >>> cost(-3, ENGLISH)
    Text(panel='-3', line='-3 cards', full='loses 3 cards')
    """
    if change == 0:
        return text("nothing", translate)
    n = abs(change)
    one, many = COSTS[f"{'gains' if change > 0 else 'pays'} {counted}"]
    lengths = (translate.ngettext(single, plural, n) for single, plural in zip(one, many, strict=True))
    return Text(*(fill(length, {"n": str(n)}) for length in lengths))
