"""From answers to text: compact JSON with the keys in the order that the table language fixes."""

import json
from collections.abc import Callable
from typing import Any

from touchjudge.rules.game import Game, Ruling
from touchjudge.session.fold import Answer

Say = Callable[[Ruling, Game[Any] | None], str]

# Some readers of lines end one here too; in JSON these only ever stand in strings, where they may be escaped.
LINE_ENDS = {"\u0085": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def ruling_json(ruling: Ruling, game: Game[Any] | None, say: Say) -> dict[str, Any]:
    return {
        "verdict": ruling.verdict,
        "code": ruling.code,
        "player": ruling.player,
        "effects": ruling.effects,
        "say": say(ruling, game),
    }


def answer_json(answer: Answer, game: Game[Any] | None, say: Say) -> str:
    """One line of the table language, without its line end; the same bytes on every machine."""
    whole: dict[str, Any] = {"n": answer.n}
    if answer.error is not None:
        whole["error"] = answer.error
    else:
        whole["rulings"] = [ruling_json(ruling, game, say) for ruling in answer.rulings]
        if answer.state is not None:
            whole["state"] = answer.state
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    for end, escaped in LINE_ENDS.items():
        text = text.replace(end, escaped)
    return text
