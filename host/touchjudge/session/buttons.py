"""Which button gives which answer to the open question.

An option that names one player who is named alone by no other option belongs to that player's seat. Of the others OK
gives the way out (nobody, nothing, a card that nobody saw), or the first where there is none, and undo the next; what
is left can only be answered on a page.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from touchjudge.rules.game import Line
from touchjudge.session.places import SEATS, Places


def buttons(options: Sequence[Sequence[Line]], players: tuple[str, ...], places: Places) -> dict[str, int]:
    """Place name → index of the option that a press of it chooses.

    >>> options = [[{"do": "claim", "player": "Ana"}], [{"do": "claim", "player": "Luis"}], [{"do": "nobody"}]]
    >>> buttons(options, ("Ana", "Luis"), Places())
    {'seat1': 0, 'seat2': 1, 'ok': 2}
    >>> buttons([[{"do": "card", "card": "touch:pig"}], [{"do": "card", "card": "unseen"}]], (), Places())
    {'ok': 1, 'undo': 0}
    """
    seats = {places.player(place, players): place for place in SEATS}
    named = [_one_player(lines) for lines in options]
    found: dict[str, int] = {}
    others = []
    for index, name in enumerate(named):
        if name is not None and named.count(name) == 1 and name in seats:
            found[seats[name]] = index
        else:
            others.append(index)
    others.sort(key=lambda index: not _is_way_out(options[index]))
    return found | dict(zip(("ok", "undo"), others, strict=False))


def _is_way_out(lines: Sequence[Mapping[str, Any]]) -> bool:
    return any(
        line.get("do") == "nobody" or line.get("card") == "unseen" or line.get("player", "") is None for line in lines
    )


def _one_player(lines: Sequence[Mapping[str, Any]]) -> str | None:
    """The player whom all lines of an option name, or None."""
    names = {line.get("player") for line in lines}
    name = names.pop() if len(names) == 1 else None
    return name if isinstance(name, str) else None
