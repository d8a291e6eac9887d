"""Codes in a photo: QR codes, bar codes and their kin on the cards that a phone has photographed.

In: the bytes of a picture as a phone sends it. Out: the texts of the codes in it, from left to right. What is not a
picture, is far too large, or holds no code is refused in one sentence; nothing is kept.
Ref: zxing-cpp, which does the reading; Pillow, whose list of formats is the list here.
"""

import io
import warnings
from importlib import import_module
from typing import Any

from PIL import Image, ImageOps, UnidentifiedImageError

from touchjudge.errors import ConfigError

MOST_BYTES = 12_000_000
MOST_PIXELS = 40_000_000
_FORMATS = ("JPEG", "PNG", "WEBP")
_WORKED_ON = 1600  # pixels of the longer side that are looked at first
_LONGEST = 200
_MOST_CODES = 40


def codes_in(photo: bytes) -> list[str]:
    """The texts of the codes in a photo, each once; at least one.

    Raises:
        ConfigError: no picture, too large, no code in it; or the reader is not installed.
    """
    reader = _reader()
    picture = _opened(photo)
    # Looked at in small first: a code that fills half of the photo is found in a fraction of the time.
    found = _read(reader, picture, _WORKED_ON)
    if not found and max(picture.size) > _WORKED_ON:
        found = _read(reader, picture, max(picture.size))
    if not found:
        raise ConfigError("There is no code in the photo; hold the card still, fill half of the picture with its code.")
    return found


def _opened(photo: bytes) -> Image.Image:
    """The picture upright and in grey; its size is known before a pixel of it is unpacked."""
    if len(photo) > MOST_BYTES:
        raise ConfigError(f"The photo has {len(photo)} bytes, and may have {MOST_BYTES}; take a smaller one.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow's own limit is above ours, and only warns
            picture = Image.open(io.BytesIO(photo), formats=_FORMATS)
            if picture.width * picture.height > MOST_PIXELS:
                raise Image.DecompressionBombError
            return ImageOps.exif_transpose(picture.convert("L"))
    except Image.DecompressionBombError:
        millions = MOST_PIXELS // 1_000_000
        raise ConfigError(f"The photo has more than {millions} million pixels; take a smaller one.") from None
    except UnidentifiedImageError:
        raise ConfigError("The photo is no JPEG, PNG or WebP picture; set the camera to the most compatible.") from None
    except (OSError, ValueError, SyntaxError, EOFError) as error:
        raise ConfigError(f"The photo cannot be read ({error}); take it again.") from None


def _read(reader: Any, picture: Image.Image, longest: int) -> list[str]:
    small = picture.copy()
    small.thumbnail((longest, longest))
    codes = reader.read_barcodes(small)
    placed = sorted(codes, key=lambda code: (code.position.top_left.x, code.position.top_left.y))
    texts = [code.text.strip() for code in placed[:_MOST_CODES] if code.valid]
    return list(dict.fromkeys(text for text in texts if text and text.isprintable() and len(text) <= _LONGEST))


def _reader() -> Any:
    try:
        return import_module("zxingcpp")
    except ImportError as error:
        raise ConfigError(f"Codes in photos need zxing-cpp ({error}): run pip install 'touchjudge[codes]'.") from error
