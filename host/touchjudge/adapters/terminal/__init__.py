"""The terminal as a scoreboard: live where there is room, plain lines where output is a file or a pipe."""

from touchjudge.adapters.terminal.screen import TerminalScreen

__all__ = ["TerminalScreen"]
