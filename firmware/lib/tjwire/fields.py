"""The fields of a line: how a value becomes text without spaces, and back.

In: a value, or the text between two spaces. Out: the other of the two, or an exception that names what is legal.
"""

import binascii
import struct

HEX_DIGITS = "0123456789abcdefABCDEF"
WORD_MAX = 32
WORDS_MAX = 12


class WireError(Exception):
    """A wrong call: a value that no line can carry. Bytes from outside never raise it."""


class Field:
    """One field: its name, how it is written, and what it means.

    Attributes:
        name: of the field, and of the attribute of the line's value.
        meaning: one phrase for the protocol's documentation.
    """

    form = ""

    def __init__(self, name: str, meaning: str) -> None:
        self.name = name
        self.meaning = meaning

    def write(self, value: object) -> str:
        """The text of a value; raises :class:`WireError` when the field cannot carry it."""
        raise NotImplementedError

    def read(self, text: str) -> object:
        """The value of a text; raises ``ValueError`` when it is none."""
        raise NotImplementedError

    def refuse(self, value: object, legal: str) -> WireError:
        """The error that says what was tried and what is legal."""
        return WireError("%s is %r: must be %s" % (self.name, value, legal))


class Number(Field):
    """A whole number from 0, hexadecimal without prefix, of at most so many bits."""

    def __init__(self, name: str, meaning: str, bits: int) -> None:
        super().__init__(name, meaning)
        self.bits = bits
        self.form = "number, %d bits" % bits

    def write(self, value: object) -> str:
        if not isinstance(value, int) or value < 0 or value >> self.bits:
            raise self.refuse(value, "0 to %x (hexadecimal)" % ((1 << self.bits) - 1))
        return "%x" % value

    def read(self, text: str) -> object:
        # int alone would let signs, spaces and underscores pass.
        value = int(text, 16) if is_digits(text, 1, (self.bits + 3) // 4) else -1
        if value < 0 or value >> self.bits:
            raise ValueError("%s is no number of at most %d bits: %r" % (self.name, self.bits, text))
        return value


class Digits(Field):
    """Exactly so many hexadecimal digits, kept as text."""

    def __init__(self, name: str, meaning: str, digits: int) -> None:
        super().__init__(name, meaning)
        self.digits = digits
        self.form = "%d digits" % digits

    def write(self, value: object) -> str:
        if not isinstance(value, str) or not is_digits(value, self.digits, self.digits):
            raise self.refuse(value, "%d hexadecimal digits" % self.digits)
        return value

    def read(self, text: str) -> object:
        if not is_digits(text, self.digits, self.digits):
            raise ValueError("%s has not %d hexadecimal digits: %r" % (self.name, self.digits, text))
        return text


class Word(Field):
    """One word of printable ASCII without space, ``!`` and ``*``."""

    form = "word"

    def write(self, value: object) -> str:
        if not isinstance(value, str) or not is_word(value):
            raise self.refuse(value, "1 to %d printable ASCII characters without space, ! and *" % WORD_MAX)
        return value

    def read(self, text: str) -> object:
        if not is_word(text):
            raise ValueError("%s is no word of 1 to %d characters: %r" % (self.name, WORD_MAX, text))
        return text


class OneOf(Field):
    """One of a few words."""

    def __init__(self, name: str, meaning: str, choices: "tuple[str, ...]") -> None:
        super().__init__(name, meaning)
        self.choices = choices
        self.form = " or ".join(choices)

    def write(self, value: object) -> str:
        if not isinstance(value, str) or value not in self.choices:
            raise self.refuse(value, "one of " + ", ".join(self.choices))
        return value

    def read(self, text: str) -> object:
        if text not in self.choices:
            raise ValueError("%s is none of %s" % (self.name, ", ".join(self.choices)))
        return text


class Words32(Field):
    """One to twelve words of 32 bits, eight digits each, without anything between them."""

    form = "8 digits an item, 1 to %d items" % WORDS_MAX

    def write(self, value: object) -> str:
        if not isinstance(value, tuple) or not 1 <= len(value) <= WORDS_MAX:
            raise self.refuse(value, "a tuple of 1 to %d numbers" % WORDS_MAX)
        for word in value:
            if not isinstance(word, int) or word < 0 or word >> 32:
                raise self.refuse(value, "numbers of 0 to ffffffff (hexadecimal)")
        return binascii.hexlify(struct.pack(">%dI" % len(value), *value)).decode()

    def read(self, text: str) -> object:
        packed = binascii.unhexlify(text)
        count = len(packed) // 4
        if len(packed) != 4 * count or not 1 <= count <= WORDS_MAX:
            raise ValueError("%s has %d digits" % (self.name, len(text)))
        return struct.unpack(">%dI" % count, packed)


def is_digits(text: str, least: int, most: int) -> bool:
    """Whether the text is so many hexadecimal digits and nothing else.

    >>> is_digits("0f", 1, 4), is_digits("0_f", 1, 4), is_digits("", 1, 4)
    (True, False, False)
    """
    return least <= len(text) <= most and not text.strip(HEX_DIGITS)


def is_word(text: str) -> bool:
    """Whether a field may carry the text as a word.

    >>> is_word("e66058"), is_word("two words"), is_word("a*")
    (True, False, False)
    """
    return 1 <= len(text) <= WORD_MAX and all("!" < character <= "~" and character != "*" for character in text)
