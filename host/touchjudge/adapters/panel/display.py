"""What of a luma device is used, and what a kind of panel knows how to do with it."""

from collections.abc import Callable
from typing import Protocol

from PIL import Image

from touchjudge.screens.scene import Scene


class Display(Protocol):
    """A luma device."""

    def command(self, *cmd: int) -> None: ...

    def data(self, data: list[int]) -> None: ...

    def contrast(self, level: int) -> None: ...

    def show(self) -> None: ...

    def hide(self) -> None: ...


class Kind(Protocol):
    """A kind of panel: how it is painted and spoken to."""

    @property
    def renew_s(self) -> int | None:
        """Set it up anew so often; None where the panel itself says when it is gone."""
        ...

    def blank(self) -> Image.Image: ...

    def paint(self, scene: Scene) -> Image.Image: ...

    def shade(self, picture: Image.Image) -> Image.Image:
        """The picture for the time when nobody plays."""
        ...

    def send(self, display: Display, shown: Image.Image | None, wanted: Image.Image) -> None:
        """Bring the panel from one picture to another; from anything if it is not known what it shows."""
        ...

    def light(self, display: Display, *, dim: bool) -> None: ...

    def switch(self, display: Display, *, lit: bool) -> None: ...


OpenDisplay = Callable[[], Display]
"""Makes the display anew, as often as need be; may raise whatever luma and the bus raise."""
