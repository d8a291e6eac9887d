"""Text on the port that is no line of the wire: a REPL, a traceback, or noise. In: lines of text. Out: what it is."""

from touchjudge.link.events import Foreign

# What MicroPython prints, and what the firmware says when it was told at power-up not to start.
_RAW_REPL = "raw REPL; CTRL-B to exit"
_BANNER = "MicroPython v"
_PROMPTS = (">>> ", ">>>", "... ")
_KEPT_OUT = "touchjudge: OK was held at power-up"
_TRACEBACK = "Traceback (most recent call last):"


class ForeignText:
    """Recognises text line by line; keeps only whether a traceback is under way."""

    def __init__(self) -> None:
        self._in_traceback = False

    def line(self, text: str) -> Foreign | None:
        """What a rejected line is; None in the middle of a traceback, and for an empty one.

        >>> heard = ForeignText()
        >>> [heard.line(text) for text in (_TRACEBACK, '  File "main.py", line 3', "OSError: 28")]
        [None, None, Foreign(kind='traceback', text='OSError: 28')]
        >>> heard.line("MicroPython v1.23.0 on 2024-06-02; Raspberry Pi Pico with RP2040").kind
        'repl'
        """
        bare = text.strip()
        if not bare:
            return None
        if _TRACEBACK in text:
            self._in_traceback = True
            return None
        if self._in_traceback:
            if text.startswith(" "):
                return None
            self._in_traceback = False
            return Foreign("traceback", bare)
        if _RAW_REPL in text:
            return Foreign("raw_repl", bare)
        if _KEPT_OUT in text:
            return Foreign("kept_out", bare)
        if _BANNER in text or bare.startswith(">>>"):
            return Foreign("repl", bare)
        return Foreign("text", bare)

    def unfinished(self, text: str) -> Foreign | None:
        """A prompt that waits without a line end.

        >>> ForeignText().unfinished(">>> ")
        Foreign(kind='repl', text='>>>')
        """
        return Foreign("repl", text.strip()) if text in _PROMPTS else None
