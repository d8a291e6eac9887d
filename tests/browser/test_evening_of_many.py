"""Two phones, the referee's console and the kiosk at one table: every page always shows what the journal says."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from journaled_table import JournaledTable, Pages, agrees, phone_agrees

pytestmark = pytest.mark.browser

PLAYERS = ["Ana", "Luis", "Marta"]
ROUND_US = 8_000_000
MINUTE_MS = 60_000


class Evening:
    """The table and the four pages."""

    def __init__(self, table: JournaledTable, pages: Pages) -> None:
        self.table = table
        table.tell(do="start", game="schwein_gehabt", players=PLAYERS)
        self.pages = pages
        self.kiosk = pages.open("/", (1920, 1080))
        self.console = pages.open("/table", (768, 1024))
        self.ana, self.luis = self.phone("Ana"), self.phone("Luis")
        self.t_us = 0

    def phone(self, name: str) -> Page:
        # A clock that can be put forward: a phone sleeps a minute without one going by.
        page = self.pages.open("/me", (320, 640), prepare=lambda page: page.clock.install())
        page.get_by_role("button", name=name, exact=True).click()
        return page

    def reveal(self, card: str) -> None:
        self.t_us += ROUND_US
        self.table.tell(do="reveal", card=card, t_us=self.t_us, by="sensor")

    def touch(self, spot: str, after_us: int, **who: str) -> None:
        self.table.tell(do="touch", spot=spot, t_us=self.t_us + after_us, by="sensor", **who)

    def agree(self, *, asleep: Page | None = None) -> None:
        """Every page that is awake and reached shows the newest view, and that is what the journal gives."""
        view = self.table.by_the_journal()
        for board in (self.kiosk, self.console):
            if board is not asleep:
                agrees(board, view)
        for phone, name in ((self.ana, "Ana"), (self.luis, "Luis")):
            if phone is not asleep:
                phone_agrees(phone, view, name)

    def tap(self, phone: Page) -> None:
        """One press of a phone's claim, until the table has taken it."""
        told = self.table.view["n"]
        phone.locator(".claim-button").click()
        self.table.shows(lambda view: view["n"] > told)

    def claims(self) -> list[str]:
        return [line["player"] for line in self.table.lines("claim")]


@pytest.fixture
def evening(browser: Browser) -> Iterator[Evening]:
    with JournaledTable().open() as table:
        pages = Pages(browser, table.screen.url)
        try:
            yield Evening(table, pages)
        finally:
            pages.close()
        # Without a network the browser says so itself; everything else that it says is a fault of a page.
        assert [error for error in pages.errors if "ERR_INTERNET_DISCONNECTED" not in error] == []


def test_four_pages_agree_with_the_journal_after_each_step(evening: Evening) -> None:
    evening.agree()
    evening.reveal("symbol:1-2-3")
    evening.agree()
    evening.touch("mushroom", 300_000)
    evening.touch("pig", 412_000)
    evening.agree()
    evening.tap(evening.luis)
    evening.tap(evening.ana)
    assert evening.claims() == ["Luis", "Ana"]
    evening.agree()
    evening.console.get_by_role("button", name="Settle", exact=True).click()
    settled = evening.table.shows(lambda view: view["question"] or view["state"]["phase"] == "reveal")
    evening.agree()
    while settled["question"] is not None:  # on one phone it is answered, and gone on all pages
        n = settled["n"]
        evening.luis.locator(".answer").first.click()
        settled = evening.table.shows(lambda view, n=n: view["n"] > n and not view["question"])  # type: ignore[misc]
    evening.agree()
    evening.console.get_by_role("button", name="Undo", exact=True).click()
    evening.table.shows(lambda view: view["n"] > settled["n"])
    evening.agree()
    evening.table.tell(do="end")
    view = evening.table.by_the_journal()
    agrees(evening.kiosk, view)
    agrees(evening.console, view)
    for phone, name in ((evening.ana, "Ana"), (evening.luis, "Luis")):
        phone.locator(f"body[data-seq='{view['seq']}']").wait_for(state="attached")
        expected = "You won" if name in view["result"]["winners"] else "Winner"
        expect(phone.locator(".act .big")).to_contain_text(expected)


def test_a_claim_without_a_network_is_told_once_when_it_is_back(evening: Evening) -> None:
    evening.reveal("symbol:1-2-3")
    evening.touch("pig", 350_000)
    evening.agree()
    # The phone tries again by its own clock: however slow this machine is, it waits until the network is back.
    evening.luis.clock.pause_at(evening.luis.evaluate("Date.now()") / 1000 + 1)
    evening.luis.context.set_offline(True)
    with evening.luis.expect_event("requestfailed", lambda request: request.url.endswith("/api/tell")):
        evening.luis.locator(".claim-button").click()
    assert evening.claims() == []
    evening.tap(evening.ana)  # the others play on
    evening.agree(asleep=evening.luis)
    evening.luis.context.set_offline(False)
    evening.luis.clock.resume()
    evening.table.shows(lambda view: len(view["state"]["claims"]) == 2)
    assert evening.claims() == ["Ana", "Luis"]
    evening.agree()


def test_pages_without_a_network_are_right_when_it_is_back(evening: Evening) -> None:
    for page in (evening.kiosk, evening.luis):
        page.context.set_offline(True)
    evening.reveal("symbol:4-5-6")
    evening.touch("sweep", 280_000, player="Marta")
    evening.table.tell(do="settle")
    agrees(evening.console, evening.table.by_the_journal())
    for page in (evening.kiosk, evening.luis):
        page.context.set_offline(False)
    evening.agree()


def test_a_phone_that_slept_for_a_minute_shows_the_table_of_now(evening: Evening) -> None:
    evening.agree()
    devtools = evening.ana.context.new_cdp_session(evening.ana)
    devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    for n in range(3):
        evening.reveal(f"symbol:{n + 1}-7-8")
        evening.touch("pig", 300_000, player="Luis")
        evening.table.tell(do="settle")
    evening.reveal("touch:pig")
    evening.agree(asleep=evening.ana)
    devtools.send("Page.setWebLifecycleState", {"state": "active"})
    evening.ana.clock.fast_forward(MINUTE_MS)
    evening.agree()
    evening.tap(evening.ana)
    assert evening.claims() == ["Ana"]
    evening.agree()
