"""Bytes that once reached every corner of the decoders and the link: they are taken without an exception, as ever."""

import pytest

from fuzzed_wire import examine, seeds


def test_there_are_seeds() -> None:
    assert len(seeds()) >= 16


@pytest.mark.parametrize("part", range(10))
def test_both_decoders_and_the_link_agree_on_every_seed(part: int) -> None:
    for seed in seeds()[part::10]:
        examine(seed)
