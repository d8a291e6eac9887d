"""The table that plays by itself: simulated people and a simulated board before the host's own link."""

from touchjudge.adapters.simulated.table import CHIP_ID, SimulatedTable

__all__ = ["CHIP_ID", "SimulatedTable"]
