"""Games told in the table language from outside: the ``*_cases.yaml`` beside this file, and those of the contract.

A case is ``id``, ``lines`` (a text is sent as it stands, anything else as JSON) and ``expect``, what they must answer:
``n`` counts the lines from 1; ``code`` (or a list, one of which), ``verdict``, ``player`` and ``effects`` must all fit
one ruling, ``not_code`` none; ``state`` and ``effects`` are matched as subsets; ``codes`` and ``players`` are those of
all rulings in order; ``error`` is true or a part of the sentence; ``answer`` is the whole answer to the last byte.
"""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from need import shared
from touchjudge.cli.app import new_session, sayer
from touchjudge.errors import LineError
from touchjudge.language import answer_json, parse_line
from touchjudge.registry import known_games

HERE = Path(__file__).parent

Case = dict[str, Any]


def load(path: Path) -> list[Case]:
    cases: list[Case] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return cases


CASES = [
    pytest.param(case, id=f"{path.stem.removesuffix('_cases')}: {case['id']}")
    for path in sorted(HERE.glob("*_cases.yaml"))
    for case in load(path)
]


def told(lines: list[Any]) -> list[bytes]:
    """What ``touchjudge judge`` answers to these lines, each without its end of line."""
    session, say_it, answers = new_session(), sayer("en"), []
    for line in lines:
        text = line if isinstance(line, str) else json.dumps(line, ensure_ascii=False)
        try:
            answer = session.tell(parse_line(text.encode("utf-8", "surrogatepass")))
        except LineError as error:
            answer = session.tell_unreadable(str(error))
        answers.append(answer_json(answer, session.now.game, say_it).encode())
    return answers


def subset(want: Any, have: Any) -> bool:
    match want, have:
        case dict(), dict():
            return all(name in have and subset(value, have[name]) for name, value in want.items())
        case list(), list():
            return len(want) == len(have) and all(map(subset, want, have))
        case _:
            return bool(want == have)


def fits(ruling: dict[str, Any], want: Case) -> bool:
    code = want.get("code", ruling["code"])
    return (
        (ruling["code"] in code if isinstance(code, list) else ruling["code"] == code)
        and want.get("verdict", ruling["verdict"]) == ruling["verdict"]
        and want.get("player", ruling["player"]) == ruling["player"]
        and subset(want.get("effects", {}), ruling["effects"])
    )


def fault(want: Case, answer: bytes) -> str | None:
    """What is wrong with this answer, or None."""
    got = json.loads(answer)
    error, rulings = got.get("error"), got.get("rulings", [])
    codes = [ruling["code"] for ruling in rulings]
    match want:
        case {"answer": str(text)}:
            right = answer.decode() == text
        case {"error": True}:
            right = error is not None
        case {"error": str(part)}:
            right = error is not None and part in error
        case _ if error is not None:
            right = False
        case {"state": state}:
            right = subset(state, got.get("state"))
        case {"not_code": code}:
            right = code not in codes
        case _:
            players = [ruling["player"] for ruling in rulings]
            right = (
                want.get("codes", codes) == codes
                and want.get("players", players) == players
                and (any(fits(ruling, want) for ruling in rulings) or want.get("codes") == [])
            )
    return None if right else f"line {want['n']}: wanted {want}, got {answer.decode()}"


def faults(case: Case) -> list[str]:
    answers = told(case["lines"])
    assert len(answers) == len(case["lines"])
    assert not any(b"\n" in answer for answer in answers)
    return [said for want in case["expect"] if (said := fault(want, answers[want["n"] - 1])) is not None]


@pytest.mark.parametrize("case", CASES)
def test_the_referee_answers_as_the_case_says(case: Case) -> None:
    if found := faults(case):
        pytest.fail("\n".join(found), pytrace=False)


def test_case_names_are_all_different() -> None:
    names = [parameter.id for parameter in CASES]
    assert len(set(names)) == len(names)


def game_of(case: Case) -> str:
    return next(str(line["game"]) for line in case["lines"] if line["do"] == "start")


def test_the_cases_of_the_contract_are_answered_as_it_says() -> None:
    games = known_games()
    cases = [case for case in load(shared("ruling-cases.yaml")) if game_of(case) in games]
    wrong = {case["id"]: said for case in cases if (said := faults(case))}
    assert cases
    assert not wrong
