"""Codes in photos: codes that were drawn, then held askew, in bad light, out of focus; and what is no photo of one."""

import io
import random
import struct
import zlib

import pytest
import segno
from PIL import Image, ImageDraw, ImageFilter

from touchjudge.adapters.photo_codes import MOST_BYTES, MOST_PIXELS, codes_in
from touchjudge.decks.card_codes import printed
from touchjudge.errors import ConfigError

pytest.importorskip("zxingcpp", reason="zxing-cpp is not installed")

PIG = printed("schwein_gehabt", "touch:pig")
SWEEP = printed("schwein_gehabt", "touch:sweep")


def code(text: str, scale: int = 8) -> Image.Image:
    drawn = io.BytesIO()
    segno.make_qr(text, error="m").save(drawn, kind="png", scale=scale, border=4)
    return Image.open(drawn).convert("RGB")


def on_a_table(*codes: Image.Image, size: tuple[int, int] = (1200, 900)) -> Image.Image:
    """Cards side by side on dark wood."""
    photo = Image.new("RGB", size, "#5a4632")
    for n, drawn in enumerate(codes):
        photo.paste(drawn, (100 + n * size[0] // len(codes), 200))
    return photo


def sent(photo: Image.Image, kind: str = "JPEG", **options: object) -> bytes:
    content = io.BytesIO()
    photo.save(content, kind, **options)
    return content.getvalue()


def noisy(photo: Image.Image, most: int = 60) -> Image.Image:
    grains = random.Random(5)
    noise = Image.new("L", photo.size)
    noise.putdata([grains.randrange(most) for _ in range(photo.width * photo.height)])
    return Image.blend(photo, Image.merge("RGB", [noise] * 3), 0.4)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_photo_of_a_card_is_the_text_of_its_code_in_every_format_that_phones_send(kind: str) -> None:
    assert codes_in(sent(on_a_table(code(PIG)), kind)) == [PIG]


@pytest.mark.parametrize("degrees", [7, 33, 90, 145, 180, 278])
def test_a_card_may_lie_askew(degrees: int) -> None:
    assert codes_in(sent(on_a_table(code(PIG)).rotate(degrees, expand=True, fillcolor="#5a4632"))) == [PIG]


def test_a_photo_may_be_out_of_focus_grainy_dark_and_pressed_small() -> None:
    photo = noisy(on_a_table(code(PIG, 10)).filter(ImageFilter.GaussianBlur(2.5))).point(lambda value: value * 0.5)
    assert codes_in(sent(photo, quality=35)) == [PIG]


def test_a_card_may_be_held_at_a_slant() -> None:
    photo = on_a_table(code(PIG, 10))
    slant = (1.0, 0.25, -40.0, 0.06, 1.1, -20.0, 0.0002, 0.0001)
    assert codes_in(sent(photo.transform(photo.size, Image.Transform.PERSPECTIVE, slant))) == [PIG]


def test_a_bad_corner_of_a_code_is_made_up_for() -> None:
    drawn = code(PIG, 10)
    ImageDraw.Draw(drawn).ellipse((200, 210, 250, 260), fill="#6b4a20")  # coffee
    assert codes_in(sent(on_a_table(drawn))) == [PIG]


def test_several_cards_are_told_from_left_to_right_and_each_once() -> None:
    assert codes_in(sent(on_a_table(code(SWEEP, 6), code(PIG, 6), code(SWEEP, 6), size=(1800, 700)))) == [SWEEP, PIG]


def test_a_small_code_in_a_large_photo_is_found() -> None:
    photo = on_a_table(code(PIG, 4), size=(4000, 3000))
    assert codes_in(sent(photo)) == [PIG]


def test_a_phone_that_says_how_it_was_held_may_hold_it_so() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    assert codes_in(sent(on_a_table(code(PIG)), exif=exif)) == [PIG]


# ---- what is refused


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xd8\xff\xe0",
        b"GIF89a" + bytes(50),
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        bytes(5000),
        b"%PDF-1.7",
    ],
)
def test_what_is_no_picture_is_refused_in_one_sentence(content: bytes) -> None:
    with pytest.raises(ConfigError, match=r"The photo (is no|cannot be read)") as refused:
        codes_in(content)
    assert "\n" not in str(refused.value)


def told(content: bytes) -> list[str] | str:
    """The codes, or the sentence that refuses the photo."""
    try:
        return codes_in(content)
    except ConfigError as error:
        return str(error)


def test_half_a_photo_is_refused_or_read_but_breaks_nothing() -> None:
    whole = sent(on_a_table(code(PIG)))
    for end in range(0, len(whole), max(1, len(whole) // 25)):
        answer = told(whole[:end])
        assert answer == [PIG] or "\n" not in answer


def test_broken_bytes_break_nothing() -> None:
    whole, chance = sent(on_a_table(code(PIG))), random.Random(9)
    for _ in range(60):
        broken = bytearray(whole)
        for _ in range(chance.randrange(1, 30)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        answer = told(bytes(broken))
        assert answer == [PIG] or "\n" not in answer


def test_a_photo_without_a_code_says_what_to_do() -> None:
    with pytest.raises(ConfigError, match="hold the card still"):
        codes_in(sent(on_a_table()))


def test_too_many_bytes_are_refused_before_they_are_looked_at() -> None:
    with pytest.raises(ConfigError, match=f"may have {MOST_BYTES}"):
        codes_in(bytes(MOST_BYTES + 1))


def test_a_picture_that_would_unpack_to_gigabytes_is_refused_unpacked() -> None:
    side = 60_000
    assert side * side > MOST_PIXELS

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    bomb = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(bytes(10_000)))
        + chunk(b"IEND", b"")
    )
    assert len(bomb) < 1000
    with pytest.raises(ConfigError, match="million"):
        codes_in(bomb)


def test_a_code_that_says_something_endless_is_no_code_of_a_card() -> None:
    with pytest.raises(ConfigError, match="no code"):
        codes_in(sent(on_a_table(code("9" * 900, 6))))
