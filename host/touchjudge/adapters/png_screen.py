"""A panel's picture in a file: ``--screen png:FILE``, for tests, for other programs, for a picture frame.

Whoever reads the file sees a whole picture, the old or the new one: it is written beside and then put in its place.
"""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from touchjudge.errors import ConfigError
from touchjudge.screens.painters import colour, mono
from touchjudge.screens.painters.typeface import SYSTEM_FONTS, SmoothTypeface, Typeface
from touchjudge.screens.panels import MONO
from touchjudge.screens.scene import Scene
from touchjudge.screens.scenes import scene_of
from touchjudge.words import ENGLISH, Translate


class PngScreen:
    """Writes the picture each time that it changes.

    Args:
        path: the file.
        size: that of a small panel, or of one with colours.
        scale: how many pixels of the file one of the panel's is.

    Raises:
        ConfigError: the folder does not exist.
    """

    name = "png"

    def __init__(
        self,
        path: Path,
        catalogue: Callable[[str], Translate] = lambda _language: ENGLISH,
        *,
        size: tuple[int, int] = MONO,
        scale: int = 1,
    ) -> None:
        if not path.parent.is_dir():
            raise ConfigError(f"The picture {path} cannot be written: there is no folder {path.parent}; make it first.")
        self._path = path
        self._catalogue = catalogue
        self._scale = scale
        self._paint = _painter(size)
        self._written: bytes | None = None

    def show(self, view: Mapping[str, Any]) -> None:
        """Write this view's picture if it is another one.

        Raises:
            OSError: the file cannot be written.
        """
        picture = self._paint(scene_of(view, self._catalogue(str(view.get("language") or "en"))))
        if picture.tobytes() == self._written:
            return
        beside = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        try:
            enlarged(picture, self._scale).save(beside, format="PNG")
            beside.replace(self._path)
        finally:
            beside.unlink(missing_ok=True)
        self._written = picture.tobytes()

    def close(self) -> None:
        """Nothing is open; the last picture stays."""


def _painter(size: tuple[int, int]) -> Callable[[Scene], Image.Image]:
    if size == MONO:
        typeface = Typeface(SYSTEM_FONTS)
        return lambda scene: mono.paint(scene, typeface)
    smooth = SmoothTypeface(SYSTEM_FONTS)
    return lambda scene: colour.paint(scene, size, smooth)


def enlarged(picture: Image.Image, scale: int) -> Image.Image:
    """The picture with each pixel as a square of so many."""
    return picture.resize((picture.width * scale, picture.height * scale), Image.Resampling.NEAREST)
