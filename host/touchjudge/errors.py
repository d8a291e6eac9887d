"""What can go wrong, named by who must act.

Every message is one sentence that says what was tried, the value, the limit or the legal set, and what to do.
"""


class TouchJudgeError(Exception):
    """Base of all errors that touchjudge raises on purpose; the command line prints them and exits with 2."""


class RuleError(TouchJudgeError, ValueError):
    """Something that the rules of a game do not know: an option, a player count, a card, a spot."""


class IllegalAction(RuleError):
    """An action proposed through the program (a bot, a page) that breaks a rule of the game.

    Attributes:
        code: the stable ruling code, such as ``not_higher``.
    """

    def __init__(self, message: str, *, code: str) -> None:
        super().__init__(message)
        self.code = code


class LineError(TouchJudgeError, ValueError):
    """A line of the table language that is not understood; nothing has changed."""


class LinkError(TouchJudgeError):
    """The way to a board: no such port, no permission, held by another program."""


class JournalError(TouchJudgeError):
    """The journal: held by another table, of a newer version, damaged, or on a full disk."""


class ConfigError(TouchJudgeError, ValueError):
    """A setting: ``table.toml``, a deck file, a command line option."""
