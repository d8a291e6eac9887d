"""Text from outside (names, cards, notes) made harmless: no control may leave the place where it is shown."""

import unicodedata

# Embeddings, overrides and isolates turn the text around them; a name that is shown needs none.
_BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_HARMFUL = frozenset({"Cc", "Cs", "Cn", "Zl", "Zp"})
_STAND_IN = "\ufffd"


def plain(text: str) -> str:
    r"""The text with each control character, lone surrogate and line break replaced by U+FFFD, bidi controls left out.

    Everything that people write names with stays: every script, joiners, combining marks, emoji.

    >>> plain("Ana\x1b[2J")
    'Ana\ufffd[2J'
    >>> plain("\u202eanA")
    'anA'
    """
    return "".join(
        _STAND_IN if unicodedata.category(character) in _HARMFUL else character
        for character in text
        if character not in _BIDI_CONTROLS
    )
