"""The seeds of the fuzzer on the interpreters of the board: what its decoder makes of them is what the host's makes."""

import pytest

from fuzzed_wire import heard_by, seeds, with_crcs
from micropython.interpreters import INTERPRETERS

pytestmark = pytest.mark.micropython

AT_ONCE = 100  # what the wasm interpreter, which collects nothing, has room for
CODE = """
import tjwire
for row in %r:
    data = bytes(int(row[at : at + 2], 16) for at in range(0, len(row), 2))
    decoder = tjwire.Decoder()
    lines = [line for line in [decoder.push(byte) for byte in data] if line is not None]
    print(decoder.rejected, [repr(line) for line in lines])
"""


@INTERPRETERS
def test_board_reads_every_seed_as_the_host_does(run):
    rows = [with_crcs(seed) for seed in seeds()]
    for at in range(0, len(rows), AT_ONCE):
        some = rows[at : at + AT_ONCE]
        told = run(CODE % [data.hex() for data in some]).splitlines()
        wanted = []
        for data in some:
            _, lines, (_, rejected) = heard_by(data)
            wanted.append(f"{rejected} {[repr(line) for line in lines]}")
        assert told == wanted
