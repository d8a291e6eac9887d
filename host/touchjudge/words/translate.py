"""What the words need of a catalogue: the part of gettext's interface that is used here.

``gettext.NullTranslations`` and everything that is read from a ``.mo`` file fit as they are.
"""

from gettext import NullTranslations
from typing import Protocol


class Translate(Protocol):
    """Message ids in, the language's text out; an unknown id comes back as it is."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str: ...

    def pgettext(self, context: str, message: str, /) -> str: ...


ENGLISH: Translate = NullTranslations()
