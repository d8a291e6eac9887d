"""How simulated people answer the referee's questions: with what really happened.

In: a question as a view shows it and the :class:`~touchjudge.simulation.players.Truth` of the round it is about. Out:
the lines of the answer. Each option is a list of lines; the one that says most of the truth is taken.
"""

from typing import Any

from touchjudge.simulation.acts import Line
from touchjudge.simulation.players import Truth


def truthful(question: dict[str, Any], truth: Truth) -> list[Line]:
    """The lines that answer a question truthfully; the first option where the truth says nothing about it.

    >>> options = [{"lines": [{"do": "winner", "player": "Ana"}]}, {"lines": [{"do": "winner", "player": None}]}]
    >>> truthful({"code": "who_won", "options": options}, Truth("touch:pig"))
    [{'do': 'winner', 'player': None}]
    """
    if question["code"] == "which_card":
        return [{"do": "card", "card": truth.card}]
    lowest = question["code"] == "who_was_lowest"
    options: list[list[Line]] = [option["lines"] for option in question["options"]]
    best = max(options, key=lambda lines: _agreement(lines, truth, lowest=lowest), default=[])
    return [dict(line) for line in best]


def _agreement(lines: list[Line], truth: Truth, *, lowest: bool) -> int:
    return sum(_line_agreement(line, truth, lowest=lowest) for line in lines)


def _line_agreement(line: Line, truth: Truth, *, lowest: bool) -> int:
    player, spot = line.get("player"), line.get("spot")
    match line["do"], spot:
        case "winner", None:
            return 2 if player == (truth.lowest if lowest else truth.winner) else -1
        case "winner", _:
            on_spot = [draw.player for draw in truth.draws if draw.spot == spot]
            return 2 if on_spot[:1] == [player] else -1
        case "claim", None:
            return 0 if any(draw.player == player for draw in truth.draws) else -1
        case "claim", _:
            return 2 if any((draw.player, draw.spot) == (player, spot) for draw in truth.draws) else -2
        case "nobody", _:
            return 1 if all(draw.spot != spot for draw in truth.draws) else -2
        case _:
            return 0
