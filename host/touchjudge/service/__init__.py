"""The running table, and what keeps its screens from stopping it."""

from touchjudge.service.retelling import retell
from touchjudge.service.running import RunningTable
from touchjudge.service.seat_lights import SeatLights
from touchjudge.service.settings import Settings
from touchjudge.service.showing import Audience
from touchjudge.service.supervisor import SupervisedScreen

__all__ = ["Audience", "RunningTable", "SeatLights", "Settings", "SupervisedScreen", "retell"]
