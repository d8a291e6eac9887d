"""The web screen: a scoreboard for the TV, a referee's strip, and a JSON API, on a thread of its own."""

from touchjudge.adapters.web.door import Door
from touchjudge.adapters.web.door_file import evening_keys, keys_path
from touchjudge.adapters.web.evenings import Evenings, File
from touchjudge.adapters.web.practice import Practice, PracticeRound
from touchjudge.adapters.web.screen import WebScreen

__all__ = ["Door", "Evenings", "File", "Practice", "PracticeRound", "WebScreen", "evening_keys", "keys_path"]
