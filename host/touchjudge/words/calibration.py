"""What people read while their table is calibrated: what to press, what came, what is wrong and what mends it.

In: names of places, findings' codes and facts, a catalogue. Out: plain sentences. The templates are message ids.
"""

from collections.abc import Mapping
from typing import Any

from touchjudge.words.plain import plain
from touchjudge.words.translate import ENGLISH, Translate
from touchjudge.words.values import decimal

SENTENCES: Mapping[str, str] = {
    # On the way
    "simulated": "SIMULATED: nothing real is measured, and nothing is written.",
    "waiting": "Waiting for the pads.",
    "hands_off": "Hands off the table: it is listened for {seconds} s to what comes by itself.",
    "how": "Each place is asked for once: press it, hold it for a moment, let go. Enter leaves a place out, and after"
    " {seconds} s without a press the next one is asked for.",
    "press": "Press now: {place}",
    "again": "Once more: {place}",
    "skipped": "left out",
    "recording": "A recording cannot be asked: what is in it is measured.",
    "right": "{count} of {total} came as they should.",
    "nothing_wrong": "Nothing is wrong with the table.",
    "accept": "Write this into {file}? (yes/no)",
    "written": "Written: {file}",
    "not_written": "Nothing was written.",
    # The head of the table
    "head_place": "Place",
    "head_line": "Line",
    "head_came": "Came",
    "head_bounces": "Bounces",
    "head_pause": "Longest pause",
    "head_noise": "By itself",
    "head_settle": "Settle time",
    "head_suggested": "Suggested",
    # What would be written
    "change_place": "line {line}: {place}",
    "change_pressed_low": "line {line}: pressed when it is low",
    "change_pressed_high": "line {line}: pressed when it is high",
    "change_settle": "line {line}: settle time {ms}",
    "change_usual": "settle time of all lines without one of their own: {ms}",
    "changes": "The table file would say:",
}

FINDINGS: Mapping[str, str] = {
    "silent": "{place}: nothing came. Look at the cable to line {line} ({pin}); if nothing is wired there, make it"
    " spare in the table file.",
    "brief": "{place}: the contact did not hold. Press it firmly; if that changes nothing, it is loose.",
    "twice": "{place}: came {times} times, {pause} apart. Pressed once, its contact is loose or worn.",
    "settle_short": "{place}: one press counts {times} times, as its contact pauses for {longest} and the settle time"
    " is {settle}.",
    "held": "{place}: was pressed and does not come up again. Let go; if nobody holds it, it is stuck.",
    "stuck": "{place}: is pressed all the time. Let go; if nobody holds it, the pad is stuck or line {line} ({pin})"
    " touches ground.",
    "inverted": "{place}: is pressed when it is let go, and the other way round. Its line is wired for the other"
    " level.",
    "elsewhere": "{place}: came on line {other_line} ({other}) instead of line {line}. The wires are swapped, or"
    " another place was pressed.",
    "together": "{place}: line {other_line} ({other}) came at the same moment. The two wires touch each other.",
    "chatters": "{place}: bounces for {unrest}, with pauses of up to {longest}. Clean or replace the contact.",
    "floods": "{place}: line {line} ({pin}) never rests and is not listened to. Its cable or pad is broken.",
    "noise": "{place}: line {line} ({pin}) changed {changes} times by itself. Look for a loose or long cable.",
}

PLACES: Mapping[str, str] = {
    "target1": "target pad 1",
    "target2": "target pad 2",
    "target3": "target pad 3",
    "reveal": "reveal pad",
    "ok": "OK",
    "undo": "undo",
    "spare": "no place",
}
SEAT = "button of seat {n}"
_FIRST_GPIO = 2
_SHORT_US = 100


def sentence(key: str, translate: Translate = ENGLISH, **values: object) -> str:
    """One of :data:`SENTENCES`, filled in.

    >>> sentence("press", place="reveal pad")
    'Press now: reveal pad'
    """
    return translate.gettext(SENTENCES[key]).format(**values)


def place_name(place: str, translate: Translate = ENGLISH, seats: Mapping[str, str] | None = None) -> str:
    """A place in words, with the name of who sits there.

    >>> place_name("seat2", seats={"seat2": "Luis"}), place_name("target1")
    ('button of seat 2 (Luis)', 'target pad 1')
    """
    if place.startswith("seat"):
        text = translate.gettext(SEAT).format(n=place.removeprefix("seat"))
    else:
        text = translate.gettext(PLACES.get(place, place))
    name = (seats or {}).get(place)
    return text if name is None else f"{text} ({plain(name)})"


def milliseconds(us: int, translate: Translate = ENGLISH) -> str:
    """A time of a contact.

    >>> milliseconds(25_000), milliseconds(480), milliseconds(90), milliseconds(0)
    ('25 ms', '0.5 ms', '0.09 ms', '0 ms')
    """
    if us % 1_000 == 0:
        text = f"{us // 1_000} ms"
    else:
        text = f"{us / 1_000:.2f} ms" if us < _SHORT_US else f"{us / 1_000:.1f} ms"
    return decimal(text, translate)


def pin_name(line: int, chip_id: str = "") -> str:
    """The input of a line, as it is printed beside the pin.

    >>> pin_name(3), pin_name(3, "gpio")
    ('GP5', 'GPIO5')
    """
    return f"{'GPIO' if chip_id == 'gpio' else 'GP'}{line + _FIRST_GPIO}"


def finding_said(
    code: str,
    place: str,
    line: int,
    facts: Mapping[str, Any],
    translate: Translate = ENGLISH,
    seats: Mapping[str, str] | None = None,
    board: str = "",
) -> str:
    """What is wrong, in a sentence or two with what to do.

    >>> finding_said("silent", "ok", 4, {})
    'OK: nothing came. Look at the cable to line 4 (GP6); if nothing is wired there, make it spare in the table file.'
    """
    return translate.gettext(FINDINGS[code]).format(
        place=place_name(place, translate, seats),
        line=line,
        pin=pin_name(line, board),
        other=place_name(str(facts.get("other", "spare")), translate, seats),
        other_line=facts.get("line", line),
        times=facts.get("times", 0),
        changes=facts.get("changes", 0),
        pause=milliseconds(int(facts.get("pause_us", 0)), translate),
        longest=milliseconds(int(facts.get("longest_us", 0)), translate),
        unrest=milliseconds(int(facts.get("unrest_us", 0)), translate),
        settle=milliseconds(int(facts.get("settle_us", 0)), translate),
    )
