"""The newest view and the pages that wait for it: a slot, never a queue.

In: each view as JSON text. Out: to each page the newest text, once the page has drawn the one before. A slow page
skips views; a page that slept gets exactly one, the newest. Lives on the event loop of the web thread; no locks.
"""

import asyncio


class Page:
    """One open page: at most one view is on its way to it."""

    def __init__(self, newest: "Newest") -> None:
        self._newest = newest
        self._behind = newest.text is not None
        self._drawing = False
        self._due = asyncio.Event()
        self._look()

    def changed(self) -> None:
        """There is a newer view."""
        self._behind = True
        self._look()

    def seen(self) -> None:
        """The page has drawn what it got."""
        self._drawing = False
        self._look()

    def asks(self) -> None:
        """The page wants the newest view whatever it has: it woke up, or doubts its connection."""
        self._drawing = False
        self._behind = self._newest.text is not None
        self._look()

    async def next(self) -> str:
        """The newest view, as soon as the page is ready for one that it does not have."""
        while True:
            await self._due.wait()
            self._due.clear()
            if self._newest.text is not None:
                self._behind = False
                self._drawing = True
                return self._newest.text

    def _look(self) -> None:
        if self._behind and not self._drawing:
            self._due.set()


class Newest:
    """The newest view as JSON text, and the pages that show it."""

    def __init__(self, *, most_pages: int) -> None:
        self.text: str | None = None
        self.most_pages = most_pages
        self._pages: set[Page] = set()

    def __len__(self) -> int:
        return len(self._pages)

    @property
    def full(self) -> bool:
        return len(self._pages) >= self.most_pages

    def publish(self, text: str) -> None:
        self.text = text
        for page in self._pages:
            page.changed()

    def join(self) -> Page:
        page = Page(self)
        self._pages.add(page)
        return page

    def leave(self, page: Page) -> None:
        self._pages.discard(page)
