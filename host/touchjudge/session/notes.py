"""What the table keeps about itself as notes: who sits where, which pad lies under which target, who joins by phone.

A note is a line that every reader of a journal knows and that changes nothing in a game. These begin with one word
that says what they are, and JSON follows. In: lines told. Out: the newest of what they say.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from touchjudge.rules.game import Line
from touchjudge.session.places import PADS, SEATS, Places

Pads = Mapping[str, Mapping[str, str]]  # game → place → target

_SEATS, _PADS, _JOINS, _LEAVES = "seats ", "pads ", "joins ", "leaves "


def seats_note(seats: Mapping[str, str]) -> Line:
    """The note that keeps who sits where.

    >>> seats_note({"seat1": "Ana", "seat3": "Luis"})
    {'do': 'note', 'text': 'seats {"seat1": "Ana", "seat3": "Luis"}'}
    """
    return _note(_SEATS, dict(seats))


def seats_in(told: Iterable[Mapping[str, Any]]) -> dict[str, str] | None:
    """Who sits where by the newest such note among lines; None where there is none.

    >>> seats_in([{"do": "note", "text": 'seats {"seat1": "Ana"}'}, {"do": "settle"}])
    {'seat1': 'Ana'}
    """
    found: dict[str, str] | None = None
    for seats in _said(_SEATS, told):
        if isinstance(seats, dict) and all(place in SEATS for place in seats):
            found = {place: str(name) for place, name in seats.items()}
    return found


def pads_note(game: str, pads: Mapping[str, str]) -> Line:
    """The note that keeps which target of a game lies on which pad.

    >>> pads_note("schwein_gehabt", {"target2": "mushroom"})
    {'do': 'note', 'text': 'pads {"schwein_gehabt": {"target2": "mushroom"}}'}
    """
    return _note(_PADS, {game: dict(pads)})


def pads_in(told: Iterable[Mapping[str, Any]], before: Pads | None = None) -> dict[str, Mapping[str, str]]:
    """By game, place → target by the newest such notes; a game whose pads are forgotten (no place) is left out.

    Args:
        before: what was known before these lines.

    >>> pads_in([pads_note("snap", {"target2": "bell"}), pads_note("old", {})], before={"old": {"target1": "a"}})
    {'snap': {'target2': 'bell'}}
    """
    found = dict(before or {})
    for games in _said(_PADS, told):
        for game, pads in games.items() if isinstance(games, dict) else ():
            if isinstance(pads, dict) and all(place in PADS for place in pads):
                found[game] = {place: str(target) for place, target in pads.items()}
    return {game: pads for game, pads in found.items() if pads}


def as_noted(places: Places, told: Iterable[Mapping[str, Any]]) -> Places:
    """The places as these notes of an evening leave them."""
    notes = [line for line in told if line.get("do") == "note"]
    seats = seats_in(notes)
    return replace(places, seats=places.seats if seats is None else seats, pads=pads_in(notes, places.pads))


def joining(line: Mapping[str, Any]) -> tuple[str, bool] | None:
    """The name that joins (True) or leaves (False) the set-up by this line, as a phone tells it.

    >>> joining({"do": "note", "text": 'joins "Ana"'}), joining({"do": "note", "text": 'leaves "Ana"'})
    (('Ana', True), ('Ana', False))
    >>> joining({"do": "note", "text": "joins us"})
    """
    for word, joins in ((_JOINS, True), (_LEAVES, False)):
        for name in _said(word, [line]):
            if isinstance(name, str):
                return name, joins
    return None


def _note(word: str, value: object) -> Line:
    return {"do": "note", "text": word + json.dumps(value, ensure_ascii=False)}


def _said(word: str, told: Iterable[Mapping[str, Any]]) -> Iterator[Any]:
    for line in told:
        text = line.get("text")
        if line.get("do") == "note" and isinstance(text, str) and text.startswith(word):
            try:
                value = json.loads(text.removeprefix(word))
                json.dumps(value, ensure_ascii=False).encode()  # half of a sign, spelled out, cannot be kept
            except (ValueError, RecursionError):
                continue
            yield value
