"""How long a command takes to start: scripts start one for each thing they ask. Processor time, the best of several."""

import resource
import subprocess
import sys
from typing import Any

TIMES = 10
NOTE = b'{"do":"note","text":"x"}\n'
START = b'{"do":"start","game":"schwein_gehabt","players":["Ana","Luis","Marta"]}\n'


def run() -> dict[str, Any]:
    return {
        "python alone": {"processor_ms": started_ms("-c", "pass")},
        "judge": {"processor_ms": {"value": started_ms("-m", "touchjudge.cli", "judge", told=NOTE), "aim": "< 500"}},
        "judge a game": {"processor_ms": started_ms("-m", "touchjudge.cli", "judge", told=NOTE + START)},
        "games": {"processor_ms": started_ms("-m", "touchjudge.cli", "games")},
        "sessions": {"processor_ms": started_ms("-m", "touchjudge.cli", "sessions")},
    }


def started_ms(*words: str, told: bytes = b"") -> float:
    """Processor time of a call, in user and system."""
    took_s = []
    for _ in range(TIMES):
        before_s = children_s()
        subprocess.run([sys.executable, *words], input=told, capture_output=True, check=False)
        took_s.append(children_s() - before_s)
    return min(took_s) * 1000


def children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
