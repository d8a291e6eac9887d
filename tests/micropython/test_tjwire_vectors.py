"""The same vectors on the three interpreters that read and write the wire."""

import pytest

from micropython.interpreters import INTERPRETERS
from micropython.vectors import failures

pytestmark = pytest.mark.micropython


def test_host_reads_and_writes_the_vectors():
    assert failures() == []


@INTERPRETERS
def test_board_reads_and_writes_the_vectors(run):
    assert run("import vectors\nfor failure in vectors.failures(): print(failure)\nprint('end')") == "end\n"
