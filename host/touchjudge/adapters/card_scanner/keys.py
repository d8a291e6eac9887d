"""From key events to the text of a code: what a scanner types, as a US keyboard would, up to Enter or Tab.

In: numbers of keys and whether they went down or up, with the host's clock. Out: a text, or None while there is none.
Ref: Linux input event codes (input-event-codes.h), which never change.
"""

_ROWS = (
    (2, "1234567890-=", "!@#$%^&*()_+"),
    (16, "qwertyuiop[]", "QWERTYUIOP{}"),
    (30, "asdfghjkl;'`", 'ASDFGHJKL:"~'),
    (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
    (57, " ", " "),
)
_KEYPAD = {71: "7", 72: "8", 73: "9", 74: "-", 75: "4", 76: "5", 77: "6", 78: "+", 79: "1", 80: "2", 81: "3", 82: "0",
           83: ".", 55: "*", 98: "/"}  # fmt: skip
_PLAIN = {first + n: letter for first, letters, _ in _ROWS for n, letter in enumerate(letters)} | _KEYPAD
_SHIFTED = {first + n: letter for first, _, letters in _ROWS for n, letter in enumerate(letters)} | _KEYPAD
_SHIFTS = frozenset({42, 54})
_OTHERS = frozenset({29, 97, 56, 100, 125, 126})  # control, alt, meta: what is typed with them is no letter
_CAPS_LOCK = 58
_ENDS = frozenset({15, 28, 96})  # Tab, Enter, Enter of the keypad
_UP, _DOWN = 0, 1


class Keys:
    """Puts a text together.

    Args:
        longest: of a text; a longer one is dropped whole.
        pause_ns: after such a pause between two keys a new text begins: a scanner types without one.
    """

    def __init__(self, *, longest: int = 200, pause_ns: int = 1_000_000_000) -> None:
        self._longest = longest
        self._pause_ns = pause_ns
        self._text = ""
        self._held: set[int] = set()
        self._capitals = False
        self._last_ns: int | None = None

    def key(self, code: int, value: int, now_ns: int) -> str | None:
        """One key went down (1), up (0), or is repeated by the system (2); the text that ends with it, if one does.

        >>> keys = Keys()
        >>> [keys.key(code, value, 0) for code, value in ((42, 1), (25, 1), (25, 0), (42, 0), (2, 1), (28, 1))][-1]
        'P1'
        """
        if value == _UP:
            self._held.discard(code)
            return None
        if value != _DOWN:
            return None
        if self._last_ns is not None and now_ns - self._last_ns > self._pause_ns:
            self._text = ""
        self._last_ns = now_ns
        if code in _ENDS:
            text, self._text = self._text, ""
            return text.strip() or None if len(text) <= self._longest else None
        if code in _SHIFTS or code in _OTHERS:
            self._held.add(code)
        elif code == _CAPS_LOCK:
            self._capitals = not self._capitals
        elif not self._held & _OTHERS and len(self._text) <= self._longest:
            self._text += self._letter(code)
        return None

    def _letter(self, code: int) -> str:
        shifted = bool(self._held & _SHIFTS)
        plain = _PLAIN.get(code, "")
        if plain.isalpha() and self._capitals:
            shifted = not shifted
        return _SHIFTED.get(code, "") if shifted else plain
