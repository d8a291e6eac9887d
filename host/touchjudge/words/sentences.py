"""A sentence that is said in English now and in the table's language later, when somebody reads it.

Links, journals and displays say what is wrong with them without knowing who reads it. A :class:`Sentence` is that text
in English, and keeps beside it what it was made of, so that whoever shows it can put it into the reader's language. The
message ids stand in :data:`SENTENCES`: what is not among them stays in English.
"""

from typing import Any, Self

from touchjudge.words.translate import Translate

SENTENCES = (
    # the pads
    "No Pico is plugged in: play goes on by hand, and the pads join in when it comes.",
    "Waiting for the board on {port} to say hello.",
    "The pads are disconnected: put the cable in again, they join in by themselves.",
    "The pads are connected (board {board}, firmware {firmware}).",
    "The pads restarted: touches in the moment before it may be missing, so check the last round.",
    "{edges} edges went to another program and are not in this journal.",
    "The board says nothing: has it the firmware? If not: `touchjudge firmware install`.",
    "The pads are disconnected: nothing was heard from the board for a second; trying to reach it again.",
    "The board's program ended with an error: {error}",
    "OK was held when the board was powered up: power it up again without, to play.",
    "No permission to open {port}{group}.",
    "{port} is no serial port: name the port of the Pico, such as /dev/ttyACM0.",
    "{port} cannot be opened ({why}): pull the cable and put it in again.",
    "{port} is held by {holder}: close that program, then try again.",
    "{port} is gone ({why}): the cable was pulled or the board lost its power.",
    "The board on {port} has not read for {seconds} s: if this stays, power it off and on.",
    "The board stands at its MicroPython prompt: its program is being started.",
    "The board stands at its MicroPython prompt: run `touchjudge firmware install`.",
    "Two boards say they are {board} ({port} and {others}): neither is used, pull one of them out.",
    "Line {lines} flooded and is muted: that pad or its cable is broken.",
    "The simulated pads are there.",
    "The simulated pads say nothing.",
    "The recording {recording} is played: {edges} edges.",
    "The recording {recording} ends here ({why}); the game goes on.",
    "The switch of {place} chatters; its presses still count once. Replace it soon.",
    # the journal and the displays
    "Not saved: {why}. The game goes on in memory.",
    "the journal {path} could not {tried}: the disk is full; make room, what was kept before is unharmed",
    "the journal {path} could not {tried}: the file or its disk is read-only; make it writable, or give another file"
    " with --db",
    "the journal {path} could not {tried}: another program is writing to it; end that one (perhaps an SQLite tool)",
    "the journal {path} could not {tried}: the disk failed ({why}); check the disk or card, it may be full or worn out",
    "The screen {screen} does not work ({why}).",
    "The panel does not answer ({why}); it is tried again every {seconds} s.",
    # judging anew
    "line {n} cannot be told there: {why}",
    "{place} at {seconds} s was pressed, and cannot be put in later; tell it by hand if it was meant",
    "{place} at {seconds} s was pressed, and no line beside it can be corrected; tell it by hand",
    "{place} at {seconds} s cannot be put in: {why}",
    "line {n} cannot be taken out: {why}",
    "line {n} cannot be moved to {t_us} µs: {why}",
    "it was taken out already",
    # cards that are scanned
    "A card was scanned while no game is played; its code is {code}.",
    "The code {code} is no card of {game}: {command} takes it in.",
    "The code {code} is new: name its card by hand now, and it is known. Or enrol it: {command}.",
    "The code {code} could not be enrolled: {why}",
    "The scanned card cannot be told: {why}",
    "{path} may not be read: run `sudo usermod -aG input $USER`, then log in again.",
    "The scanner ({path}) cannot be read: {why}; it joins in again by itself.",
    "No input device calls itself a scanner: plug it in, or name it with --scanner /dev/input/by-id/…",
)


class Sentence(str):
    """An English sentence that can be put into other languages; in all else a text like any other.

    >>> text = Sentence("The switch of {place} chatters; its presses still count once. Replace it soon.", place="pig")
    >>> text.startswith("The switch of pig chatters")
    True
    """

    __slots__ = ("_made_of",)
    _made_of: tuple[tuple[str, dict[str, Any]], ...]

    def __new__(cls, message: str, **parts: Any) -> Self:
        """Make the sentence of a message id; parts that are sentences are translated with it."""
        made = super().__new__(cls, _filled(message, parts))
        made._made_of = ((message, parts),)
        return made

    def then(self, following: "Sentence") -> "Sentence":
        """This and another one after it.

        >>> Sentence("One.").then(Sentence("Two.")).then(Sentence("Three."))
        'One. Two. Three.'
        """
        both = str.__new__(type(self), f"{self} {following}")
        both._made_of = (*self._made_of, *following._made_of)
        return both

    def in_language(self, translate: Translate) -> str:
        """The sentence in the language of a catalogue.

        >>> from touchjudge.words.translate import ENGLISH
        >>> Sentence("Line {lines} is muted.", lines="3").in_language(ENGLISH)
        'Line 3 is muted.'
        """
        return " ".join(
            _filled(translate.gettext(message), {name: translated(part, translate) for name, part in parts.items()})
            for message, parts in self._made_of
        )


def translated(text: Any, translate: Translate) -> Any:
    """A sentence in the catalogue's language; everything else as it is.

    >>> from touchjudge.words.translate import ENGLISH
    >>> translated("plain", ENGLISH), translated(7, ENGLISH), translated(Sentence("One."), ENGLISH)
    ('plain', 7, 'One.')
    """
    return text.in_language(translate) if isinstance(text, Sentence) else text


def told(error: Exception) -> str:
    """What an error says; one that was raised with a sentence keeps it.

    >>> told(ValueError("no")), type(told(ValueError(Sentence("No."))))
    ('no', <class 'touchjudge.words.sentences.Sentence'>)
    """
    said = error.args[0] if error.args else None
    return said if isinstance(said, Sentence) else str(error)


def _filled(message: str, parts: dict[str, Any]) -> str:
    # Only where parts are named: a sentence without any may hold braces.
    return message.format(**parts) if parts else message
