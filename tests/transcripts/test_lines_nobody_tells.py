"""Noise, damage and madness at the referee's door: each line has its one answer, and what must hold holds."""

import subprocess
import sys

import pytest

from fuzzed_lines import told_to
from touchjudge.errors import LineError
from touchjudge.language import parse_line
from touchjudge.registry import known_games

SOUND = b'{"do":"start","game":"schwein_gehabt","players":["A","B","C"]}\n'
STATE = b'{"do":"state"}\n'


def judged(told: bytes) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "touchjudge.cli", "judge"], input=told, capture_output=True, check=False
    )


@pytest.mark.parametrize("game", known_games())
@pytest.mark.parametrize("seed", range(3))
def test_mad_lines_are_answered_alike_when_they_are_told_again(game: str, seed: int) -> None:
    told = list(told_to(known_games()[game], seed))
    assert [answer for _, answer in told] == [answer for _, answer in told_to(known_games()[game], seed)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b'{"do":"reveal","t_us":' + b"9" * 5_000 + b"}", "5000 digits"),
        (b'{"do":"note","text":' + b"[" * 30_000 + b"}", "nested"),
        (b'{"do":"note","text":"' + b"x" * 70_000 + b'"}', "65536"),
        (b"\xff\xfe{}", "UTF-8"),
        (b'{"do":"note","text":"\xed\xa0\x80"}', "UTF-8"),
        (b'{"do":"note","text":"\\ud800"}', "surrogate"),
        (b"\x00", "JSON"),
    ],
)
def test_what_no_reader_can_hold_is_refused_by_name(text: bytes, said: str) -> None:
    with pytest.raises(LineError, match=said):
        parse_line(text)


def test_judge_reads_on_after_every_damaged_line_and_ends_with_status_two() -> None:
    damaged = (
        b'{"do":"set","state":' + b'{"cards":' * 900 + b"1" + b"}" * 901,
        b"9" * 5_000,
        b"\xff",
        b"",
        b"[" * 60_000,
    )
    run = judged(SOUND + b"".join(line + b"\n" + STATE for line in damaged))
    answers = run.stdout.decode().splitlines()
    assert run.returncode == 2
    assert run.stderr == b""
    assert len(answers) == 1 + 2 * len(damaged)
    assert all('"error"' in answer for answer in answers[1::2])
    assert all('"state"' in answer for answer in answers[2::2])


def test_judge_ends_with_status_zero_when_all_was_understood_fouls_included() -> None:
    run = judged(SOUND + b'{"do":"settle"}\n' + STATE.rstrip())
    assert run.returncode == 0
    assert len(run.stdout.splitlines()) == 3
