"""The newest view and the pages that wait for it: a slot, never a queue.

In: each view as JSON text, for those inside and for those who only look on. Out: to each page the newest text that is
for it, once the page has drawn the one before. A slow page
skips views; a page that slept gets exactly one, the newest. Lives on the event loop of the web thread; no locks.
"""

import asyncio


class Page:
    """One open page: at most one view is on its way to it.

    Attributes:
        inside: whether it is shown what only those inside see.
        address: where it is.
    """

    def __init__(self, newest: "Newest", *, inside: bool = True, address: str = "") -> None:
        self.inside = inside
        self.address = address
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
            text = self._newest.text_for(inside=self.inside)
            if text is not None:
                self._behind = False
                self._drawing = True
                return text

    def _look(self) -> None:
        if self._behind and not self._drawing:
            self._due.set()


class Newest:
    """The newest view as JSON text, and the pages that show it.

    Attributes:
        text: for everybody.
        most_pages: in all.
        most_elsewhere: of pages on other machines, and ``most_of_one`` of them on one: so that nobody can open so many
            that none is left for the others, nor for the screen at the table.
    """

    def __init__(self, *, most_pages: int, most_elsewhere: int | None = None, most_of_one: int | None = None) -> None:
        self.text: str | None = None
        self.most_pages = most_pages
        self.most_elsewhere = most_pages if most_elsewhere is None else most_elsewhere
        self.most_of_one = most_pages if most_of_one is None else most_of_one
        self._inside_text: str | None = None
        self._pages: set[Page] = set()

    def __len__(self) -> int:
        return len(self._pages)

    def full_for(self, address: str | None) -> bool:
        """Whether there is no room for another page.

        Args:
            address: of the other machine; None at this one.
        """
        if len(self._pages) >= self.most_pages:
            return True
        if address is None:
            return False
        elsewhere = [page.address for page in self._pages if page.address]
        return len(elsewhere) >= self.most_elsewhere or elsewhere.count(address) >= self.most_of_one

    def text_for(self, *, inside: bool) -> str | None:
        return self._inside_text if inside and self._inside_text is not None else self.text

    def publish(self, text: str, inside_text: str | None = None) -> None:
        """Show this view.

        Args:
            inside_text: what those inside are shown in its place.
        """
        self.hold(text, inside_text)
        for page in self._pages:
            page.changed()

    def hold(self, text: str, inside_text: str | None = None) -> None:
        """Keep this view for the first page."""
        self.text, self._inside_text = text, inside_text

    def join(self, *, inside: bool = True, address: str = "") -> Page:
        page = Page(self, inside=inside, address=address)
        self._pages.add(page)
        return page

    def leave(self, page: Page) -> None:
        self._pages.discard(page)
