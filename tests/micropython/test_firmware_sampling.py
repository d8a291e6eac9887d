"""The path from the rings to the lines, on the 64-bit and the 32-bit MicroPython."""

import re
from pathlib import Path

import pytest

from micropython.interpreters import INTERPRETERS, on_wasm

pytestmark = pytest.mark.micropython

# Read, not imported: it needs MicroPython.
NAMES = re.findall(r"^    (\w+),$", Path(__file__).with_name("sampling.py").read_text(), re.MULTILINE)


@INTERPRETERS
@pytest.mark.parametrize("name", NAMES)
def test_sampling(run, name):
    assert run(f"import sampling\nsampling.{name}()\nprint('end')") == "end\n"


def test_every_check_is_run():
    assert len(NAMES) == 10


def test_the_lock_catches_a_number_above_two_to_the_thirty():
    """The proof that the tests above can fail: on the wasm build such a number takes memory, as on the board."""
    code = """
import micropython
n = 2**29
micropython.heap_lock()
try:
    n = n + n
    caught = "nothing"
except MemoryError:
    caught = "caught"
micropython.heap_unlock()
print(caught)
"""
    assert on_wasm(code) == "caught\n"
