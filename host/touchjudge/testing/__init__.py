"""Stand-ins for parts of the outside world, shipped and typed.

Each passes the contract tests of the real part: :class:`FakeClock`, :class:`FakeBoard`, :class:`ScriptedLink`.
"""

from touchjudge.testing.fake_board import FakeBoard
from touchjudge.testing.fake_clock import FakeClock
from touchjudge.testing.scripted_link import ScriptedLink

__all__ = ["FakeBoard", "FakeClock", "ScriptedLink"]
