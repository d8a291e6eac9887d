"""``play --lan``: opens the page to the network, and shows the way in on the displays that stand at the table."""

import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from touchjudge.adapters.web import Door, WebScreen, evening_keys, keys_path
from touchjudge.cli.page_evenings import page_evenings
from touchjudge.cli.page_facts import page_facts
from touchjudge.cli.page_practice import page_practice
from touchjudge.ports import Inbox, Screen

Photos = Callable[[bytes], Mapping[str, Any]]
Invitation = Callable[[], dict[str, Any] | None]
EVERY_ADDRESS = "0.0.0.0"  # noqa: S104 - what --lan asks for


def web_page(
    inbox: Inbox, *, journal: Path, port: int, lan: bool, language: str, photos: Photos | None = None
) -> WebScreen:
    """The page of a table: for this machine alone, or behind a door on every address.

    Args:
        photos: reads the cards in a photo.

    Raises:
        ConfigError: the PIN cannot be kept beside the journal.
    """
    return WebScreen(
        inbox,
        host=EVERY_ADDRESS if lan else "127.0.0.1",
        port=port,
        facts=partial(page_facts, journal, language),
        evenings=page_evenings(journal, language),
        photos=photos,
        practice=page_practice(language),
        door=_door(journal) if lan else None,
    )


def _door(journal: Path) -> Door:
    return Door(evening_keys(keys_path(journal), time.time()), wall_s=time.time, host_s=time.monotonic)


class Inviting:
    """A screen at the table that shows besides the view where the page is, and the way in for phones."""

    def __init__(self, screen: Screen, invitation: Invitation, url: str) -> None:
        self.name = screen.name
        self._screen = screen
        self._invitation = invitation
        self._url = url

    def show(self, view: dict[str, Any]) -> None:
        self._screen.show({**view, "page": self._url, "join": self._invitation()})

    def close(self) -> None:
        self._screen.close()


def inviting(make: Callable[[], Screen], invitation: Invitation, url: Callable[[], str]) -> Callable[[], Screen]:
    """Makes the same screen, which invites too.

    Args:
        url: of the page, asked when the screen is made: the port may be any free one.
    """
    return lambda: Inviting(make(), invitation, url())


def say_where(page: WebScreen, *, nothing_else_shows: bool) -> None:
    """Say on standard error where the page is; the PIN only to eyes at the table, never into a log file.

    Args:
        nothing_else_shows: no other screen shows the PIN.
    """
    print(f"The scoreboard is at {page.url}", file=sys.stderr)
    invited = page.invitation()
    if invited is None:
        return
    if nothing_else_shows or sys.stderr.isatty():
        print(f"Phones come in at {invited['url']} with the PIN {invited['pin']}", file=sys.stderr)
    else:
        print(f"Phones come in at {invited['url']} with the PIN on the display", file=sys.stderr)
