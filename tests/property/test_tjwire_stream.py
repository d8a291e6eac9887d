"""Whatever the bytes: the decoder neither raises nor grows, and what it hands on was said."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tjwire
from tjwire import Decoder, Line, Noise, decode, encode
from tjwire.fields import Digits, Number, OneOf, Word, Words32

WORDS = st.text(st.characters(min_codepoint=0x22, max_codepoint=0x7E, exclude_characters="*"), min_size=1, max_size=32)


def values_of(field):
    match field:
        case Number():
            return st.integers(0, 2**field.bits - 1)
        case Digits():
            return st.text("0123456789abcdef", min_size=field.digits, max_size=field.digits)
        case OneOf():
            return st.sampled_from(field.choices)
        case Word():
            return WORDS
        case _:
            raise AssertionError(field)


@st.composite
def lines(draw) -> Line:
    kind = draw(st.sampled_from(tjwire.LINES))
    edges = draw(st.integers(1, tjwire.EDGES_MAX))
    words = st.lists(st.integers(0, 2**32 - 1), min_size=edges, max_size=edges).map(tuple)
    fields = [draw(words if isinstance(field, Words32) else values_of(field)) for field in kind.FIELDS]
    if kind is tjwire.Hello:
        fields[0] = tjwire.PROTOCOL
    return kind(*fields)


def in_pieces(data: bytes, cuts: list[int]):
    ends = sorted({cut % (len(data) + 1) for cut in cuts} | {0, len(data)})
    return [data[start:end] for start, end in pairwise(ends)]


CUTS = st.lists(st.integers(0, 5000), max_size=20)


def heard(decoder: Decoder, pieces) -> list[Line]:
    return [line for piece in pieces for line in decoder.feed(piece)]


def without_noise(lines):
    return [line for line in lines if not isinstance(line, Noise)]


@given(lines())
def test_every_line_comes_back_as_it_was(line):
    text = encode(line)
    assert decode(text) == line
    assert len(text) <= tjwire.LINE_MAX
    assert text.endswith(b"\n")


@given(lines())
def test_no_byte_of_a_line_can_be_taken_for_ctrl_c_a_line_end_or_the_repl(line):
    text = encode(line)
    assert all(0x20 <= byte <= 0x7E for byte in text[:-1])
    assert text.count(b"!") == text.count(b"*") == 1


@given(st.binary(max_size=2000), CUTS)
def test_any_bytes_are_heard_without_an_exception_and_in_bounded_memory(data, cuts):
    decoder = Decoder()
    noise = [line for line in heard(decoder, in_pieces(data, cuts)) if isinstance(line, Noise)]
    assert len(noise) == decoder.rejected
    assert all(len(line.text) <= tjwire.LINE_MAX for line in noise)
    assert len(decoder.pending_text) <= tjwire.LINE_MAX
    if noise:
        assert decoder.rejected_text == noise[-1].text


@given(st.lists(st.one_of(lines().map(encode), st.binary(max_size=300), st.just(b"\n")), max_size=20), CUTS)
def test_pieces_do_not_matter(said, cuts):
    data = b"".join(said)
    whole, cut, singly = Decoder(), Decoder(), Decoder()
    wanted = whole.feed(data)
    assert heard(cut, in_pieces(data, cuts)) == wanted
    assert [line for byte in data if (line := singly.push(byte)) is not None] == wanted
    assert whole.rejected == cut.rejected == singly.rejected
    assert whole.pending_text == cut.pending_text == singly.pending_text


@given(lines(), st.integers(0, 2000), st.integers(0, 7))
def test_a_flipped_bit_is_never_heard_as_a_line(line, position, bit):
    text = bytearray(encode(line))
    text[position % (len(text) - 1)] ^= 1 << bit
    said = bytes(text) + encode(tjwire.Ping(1))
    decoder = Decoder()
    # A flip can make a line end or a `!` of a byte; what is heard is still only what was said whole.
    assert without_noise(decoder.feed(encode(tjwire.Hi(0)) + said)) == [tjwire.Hi(0), tjwire.Ping(1)]
    assert decoder.rejected >= 1


@given(lines(), lines(), st.data())
def test_a_line_cut_short_takes_no_other_with_it(cut, following, data):
    text = encode(cut)
    kept = data.draw(st.integers(1, len(text) - 2))
    decoder = Decoder()
    assert without_noise(decoder.feed(text[:kept] + encode(following))) == [following]
    assert decoder.rejected == 1


@given(st.lists(lines(), min_size=1, max_size=10), st.data())
def test_doubled_lines_are_heard_twice_and_are_no_noise(said, data):
    doubled = data.draw(st.lists(st.sampled_from(said), max_size=10))
    decoder = Decoder()
    assert decoder.feed(b"".join(map(encode, said + doubled))) == said + doubled
    assert decoder.rejected == 0


@pytest.mark.parametrize(
    ("filling", "times"), [(b"x", 16), (b" ", 1), (b"\x00", 1), (b"!", 1), (b"\n", 1), (b"!x", 1), (b"\xff\r", 1)]
)
def test_a_mebibyte_without_a_line_end_leaves_nothing_behind(filling, times):
    decoder = Decoder()
    decoder.feed(b"\n")
    for _ in range(times):
        decoder.feed(filling * (2**16 // len(filling)))
        assert len(decoder.pending_text) <= tjwire.LINE_MAX
    assert without_noise(decoder.feed(b"\n" + encode(tjwire.Ping(1)))) == [tjwire.Ping(1)]


@given(st.binary(max_size=200), lines())
def test_the_first_partial_line_after_opening_is_no_error(half, line):
    text = encode(line)
    rest = text[len(half) % (len(text) - 1) + 1 :]
    decoder = Decoder()
    assert decoder.feed(rest + text) == [line]
    assert decoder.rejected == 0
    decoder.feed(text[: len(text) // 2])
    decoder.reopened()
    assert decoder.feed(rest + text) == [line]
    assert decoder.rejected == 0


@given(st.text(max_size=40))
def test_a_value_that_a_word_cannot_carry_is_a_wrong_call(text):
    try:
        said = encode(tjwire.Set(1, "name", text))
    except tjwire.WireError:
        return
    assert decode(said) == tjwire.Set(1, "name", text)
