"""A real table behind a real page in Debian's Chromium; an error on its console fails the test that saw it."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from browser_table import ARGUMENTS, TV, Open, RealTable, facts
from need import chromium
from touchjudge.adapters.web import WebScreen


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # Playwright keeps an event loop running in this thread; other tests need theirs, so it ends with the module.
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture
def table() -> Iterator[RealTable]:
    table = RealTable()
    table.screen = WebScreen(table, port=0, facts=facts)
    table.screen.start()
    with closing(table.screen):
        yield table


@pytest.fixture
def open_page(browser: Browser, table: RealTable) -> Iterator[Open]:
    """Opens a page of the table."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_it(
        path: str = "/", size: tuple[int, int] = TV, *, prepare: Callable[[Page], None] | None = None, **more: Any
    ) -> Page:
        assert table.screen is not None
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", **more)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        if prepare is not None:
            prepare(page)
        page.goto(table.screen.url + path)
        return page

    yield open_it
    for context in contexts:
        context.close()
    # A table that is away makes the browser say so; everything else that it says is a fault of the page.
    assert [error for error in errors if "ERR_CONNECTION_REFUSED" not in error and "status of 422" not in error] == []
