"""The contract of edge sources on the Pi's own pins, with the mock pins that gpiozero ships."""

import pytest

from contract.edge_source import EdgeSourceContract
from pi_header import PiHeader, source
from touchjudge.ports import EdgeSource


class HeaderRig:
    """The header; what it does not hand on at once is forgotten with the process."""

    keeps = False
    has_cable = False

    def __init__(self) -> None:
        self.header = PiHeader()

    def source(self) -> EdgeSource:
        return source(self.header)

    def change(self, *levels: int) -> None:
        for mask in levels:
            self.header.change(mask)

    def cut(self) -> None:
        raise NotImplementedError("there is no cable")

    restore = cut


class TestPiPins(EdgeSourceContract):
    @pytest.fixture
    def rig(self) -> HeaderRig:
        return HeaderRig()
