"""Tables behind a web screen, for its tests: one that answers each line, one that is full, one that keeps silent."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from touchjudge.ports import Arrival, AskedHistory, Told

HISTORY = '[{"n":1,"told":{"do":"note","text":"hello"}}]'


def answer_ok(lines: str) -> str:
    noted = {"verdict": "ok", "code": "noted", "say": "Noted."}
    answers = [{"n": n, "rulings": [noted], "heard": line} for n, line in enumerate(lines.split("\n"), 1)]
    return "\n".join(json.dumps(answer) for answer in answers)


@dataclass
class AnsweringTable:
    """An inbox whose table answers at once, on whatever thread puts; keeps what it was told."""

    answer: Callable[[str], str] = answer_ok
    told: list[Told] = field(default_factory=list)
    refused: int = 0

    def put(self, arrival: Arrival) -> bool:
        if isinstance(arrival, AskedHistory):
            arrival.reply(HISTORY)
            return True
        assert isinstance(arrival, Told)
        self.told.append(arrival)
        if arrival.reply is not None:
            arrival.reply(self.answer(arrival.line))
        return True

    def wait(self, until_ns: int | None) -> Arrival | None:
        return None


class FullTable(AnsweringTable):
    """An inbox that has no room."""

    def put(self, arrival: Arrival) -> bool:
        self.refused += 1
        return False


class SilentTable(AnsweringTable):
    """An inbox whose table never answers."""

    def put(self, arrival: Arrival) -> bool:
        if isinstance(arrival, Told):
            self.told.append(arrival)
        return True
