"""The page: how soon a ruling is on the screen with ten browsers open, what they cost the host, how heavy the page is.

The host (table, journal on disk, web server) is a process of its own, so that its memory is its alone; the browsers'
share of this machine is not taken away from the times.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
PLAYERS = ["Ana", "Luis", "Marta", "Ben", "Cem", "Dora", "Emil", "Fay"]
A_FULL_TABLE = ("/", "/table", *["/me"] * len(PLAYERS))  # the television, the referee, a phone for each player
ALL_TELEVISIONS = ("/",) * 10
TV, PHONE = {"width": 1920, "height": 1080}, {"width": 320, "height": 640}
RULINGS = 60
SLOWER = 6
FIRSTS = 3
WITHIN_MS = 60_000
START = {"do": "start", "game": "schwein_gehabt", "players": PLAYERS}
# In the page: the wall clock of the moment at which the ruling of a view was on the screen (as the browser itself says
# of an element that it is asked to time; made by the view, so it is timed once), by the view's number.
STAMP = """
window.drawnAt = {};
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const said = document.querySelector("#ribbon p, .headline");
  if (said) said.setAttribute("elementtiming", document.body.dataset.seq);
}).observe(document.body, { attributes: true, attributeFilter: ["data-seq"] }));
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) drawnAt[entry.identifier] ??= performance.timeOrigin + entry.renderTime;
}).observe({ type: "element", buffered: true });
"""
DRAWN = "n => Object.entries(drawnAt).find(([seq]) => seq > n)"


def run() -> dict[str, Any]:
    if shutil.which("chromium") is None:
        return {"ruling to page drawn": None, "why": "chromium is missing"}
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder, serving(Path(folder)) as host:
        host.tell(START)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
            figures = {
                "page weight": weight(browser, host.url),
                f"first ruling, processor {SLOWER} times slower": first_ruling(browser, host.url),
                "a full table, ten browsers": ten_browsers(browser, host, A_FULL_TABLE, aim="<= 50"),
                "ten televisions": ten_browsers(browser, host, ALL_TELEVISIONS),
            }
            browser.close()
    return figures


@dataclass
class Host:
    """The process of a table.

    Attributes:
        judged_ms: wall clock at which the view of this number was judged, kept and handed to the page.
    """

    url: str
    pid: int
    judged_ms: dict[str, float] = field(default_factory=dict)

    def tell(self, line: dict[str, Any]) -> float:
        """Have a line judged; the wall clock at which it was sent."""
        request = urllib.request.Request(
            f"{self.url}/api/tell", json.dumps(line).encode(), {"Content-Type": "application/x-ndjson"}
        )
        sent_ms = time.time() * 1000
        with urllib.request.urlopen(request) as answer:
            assert "error" not in json.loads(answer.read())
        return sent_ms


@contextmanager
def serving(folder: Path) -> Iterator[Host]:
    command = [sys.executable, __file__, str(folder / "evening.sqlite3")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        host = Host(process.stdout.readline().strip(), process.pid)

        def listen(said: IO[str] = process.stdout) -> None:
            for line in said:
                seq, at_ms = line.split()
                host.judged_ms[seq] = float(at_ms)

        threading.Thread(target=listen, daemon=True).start()
        try:
            yield host
        finally:
            process.stdin.close()
            process.wait(30)


def weight(browser: Browser, url: str) -> dict[str, Any]:
    """Bytes that come over the line for each page with all its files, from an empty cache."""
    figures = {}
    for path in ("/", "/table", "/me"):
        context = browser.new_context(viewport=TV)  # type: ignore[arg-type]
        page = context.new_page()
        devtools, loaded = context.new_cdp_session(page), list[float]()
        devtools.send("Network.enable")
        devtools.on("Network.loadingFinished", lambda event, loaded=loaded: loaded.append(event["encodedDataLength"]))  # type: ignore[misc]
        page.goto(url + path)
        page.wait_for_selector("body[data-seq]")
        page.wait_for_load_state("networkidle")
        figures[f"{path} bytes"] = {"value": round(sum(loaded)), "aim": "<= 250,000"}
        figures[f"{path} files"] = {"value": len(loaded)}
        context.close()
    return figures


def first_ruling(browser: Browser, url: str) -> dict[str, Any]:
    """From the request for the page to the first ruling on the screen, with an empty cache."""
    times = []
    for _ in range(FIRSTS):
        context = browser.new_context(viewport=PHONE)  # type: ignore[arg-type]
        page = context.new_page()
        slow(context.new_cdp_session(page))
        begun = time.perf_counter()
        page.goto(url, wait_until="commit")
        page.wait_for_selector("#ribbon p", timeout=WITHIN_MS)
        times.append(1000 * (time.perf_counter() - begun))
        context.close()
    return {"median_ms": {"value": statistics.median(times), "aim": "<= 3000"}, "worst_ms": max(times)}


def slow(devtools: CDPSession) -> None:
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def ten_browsers(browser: Browser, host: Host, paths: tuple[str, ...], *, aim: str = "") -> dict[str, Any]:
    """Ten pages in contexts of their own; every ruling is drawn by each of them."""
    alone = resident_mib(host.pid)
    pages = [opened(browser, host.url + path, PLAYERS[n % len(PLAYERS)]) for n, path in enumerate(paths)]
    from_ruling, from_telling = list[float](), list[float]()
    for n in range(RULINGS):
        before = pages[0].evaluate("Number(document.body.dataset.seq)")
        sent_ms = host.tell({"do": "pause"} if n % 2 == 0 else {"do": "resume"})
        for page in pages:
            drawn = page.wait_for_function(DRAWN, arg=before, polling=50, timeout=WITHIN_MS)
            seq, drawn_ms = drawn.json_value()
            from_telling.append(drawn_ms - sent_ms)
            from_ruling.append(drawn_ms - host.judged_ms[seq])
    figures = {
        "ruling to screen": times(from_ruling, aim=aim),
        "told to screen": times(from_telling, aim=""),
        "host's resident_mib, no browser": alone,
        "host's resident_mib, ten browsers": {"value": resident_mib(host.pid), "aim": "<= 100"},
    }
    for page in pages:
        page.context.close()
    return figures


def times(drawn_ms: list[float], *, aim: str) -> dict[str, Any]:
    ordered = sorted(drawn_ms)
    p95 = ordered[int(0.95 * len(ordered))]
    return {
        "drawn": len(ordered),
        "p50_ms": statistics.median(ordered),
        "p95_ms": {"value": p95, "aim": aim} if aim else p95,
        "worst_ms": ordered[-1],
    }


def opened(browser: Browser, url: str, player: str) -> Page:
    context = browser.new_context(viewport=PHONE if url.endswith("me") else TV, reduced_motion="reduce")  # type: ignore[arg-type]
    context.add_init_script(STAMP)
    context.add_init_script(f"localStorage.setItem('touchjudge.me', {player!r})")
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("body[data-seq]", timeout=WITHIN_MS)
    return page


def resident_mib(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return round(int(status.split("VmRSS:")[1].split()[0]) / 1024, 1)


def serve(path: Path) -> None:
    """The host's process: a table that is played by hand, until the input ends."""
    from bench_table import SilentSource, begin, on_a_thread, running_table

    from touchjudge.adapters.inbox import QueueInbox
    from touchjudge.adapters.journal_sqlite import SqliteJournal
    from touchjudge.adapters.system_clock import SystemClock
    from touchjudge.adapters.web import WebScreen

    clock = SystemClock()
    inbox = QueueInbox(clock)
    screen = WebScreen(inbox, port=0)

    def stamp(view: dict[str, Any]) -> None:
        print(view["seq"], time.time() * 1000, flush=True)

    journal = SqliteJournal.write(path, clock=clock)
    table = running_table(
        begin(journal, clock),
        journal=journal,
        inbox=inbox,
        clock=clock,
        source=SilentSource(),
        audiences=[stamp, screen.show],
    )
    screen.start()
    print(screen.url, flush=True)
    with on_a_thread(table, inbox):
        sys.stdin.read()
    screen.close()
    journal.close()


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
