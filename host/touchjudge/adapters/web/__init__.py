"""The web screen: a scoreboard for the TV, a referee's strip, and a JSON API, on a thread of its own."""

from touchjudge.adapters.web.screen import WebScreen

__all__ = ["WebScreen"]
