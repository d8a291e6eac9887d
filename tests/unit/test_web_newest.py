"""The slot for the newest view: a slow page skips, a page that slept gets one, never a queue."""

import asyncio

from touchjudge.adapters.web.newest import Newest, Page


def ready(page: Page) -> str | None:
    """What the page would be sent now."""

    async def now() -> str | None:
        task = asyncio.ensure_future(page.next())
        for _ in range(3):
            await asyncio.sleep(0)
        if task.done():
            return task.result()
        task.cancel()
        return None

    return asyncio.run(now())


def test_a_page_gets_the_newest_view_when_it_joins() -> None:
    newest = Newest(most_pages=4)
    newest.publish("1")
    newest.publish("2")
    assert ready(newest.join()) == "2"


def test_a_page_that_joins_before_the_first_view_waits_for_it() -> None:
    newest = Newest(most_pages=4)
    page = newest.join()
    assert ready(page) is None
    newest.publish("1")
    assert ready(page) == "1"


def test_a_page_that_still_draws_is_sent_nothing() -> None:
    newest = Newest(most_pages=4)
    newest.publish("1")
    page = newest.join()
    assert ready(page) == "1"
    for text in ("2", "3", "4"):
        newest.publish(text)
    assert ready(page) is None


def test_a_slow_page_skips_to_the_newest_once_it_has_drawn() -> None:
    newest = Newest(most_pages=4)
    newest.publish("1")
    page = newest.join()
    assert ready(page) == "1"
    for text in ("2", "3", "4"):
        newest.publish(text)
    page.seen()
    assert ready(page) == "4"
    page.seen()
    assert ready(page) is None


def test_a_page_that_asks_gets_the_newest_even_if_it_has_it() -> None:
    newest = Newest(most_pages=4)
    newest.publish("1")
    page = newest.join()
    assert ready(page) == "1"
    page.asks()
    assert ready(page) == "1"


def test_asking_before_there_is_a_view_gets_nothing() -> None:
    page = Newest(most_pages=4).join()
    page.asks()
    assert ready(page) is None


def test_a_page_that_left_is_counted_no_more() -> None:
    newest = Newest(most_pages=1)
    page = newest.join()
    assert (len(newest), newest.full_for(None)) == (1, True)
    newest.leave(page)
    newest.leave(page)
    assert (len(newest), newest.full_for(None)) == (0, False)
