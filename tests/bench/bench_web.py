"""The page: how soon it holds and shows a ruling with ten browsers open, what they cost the host, how heavy it is.

The host (table, journal on disk, web server) is a process of its own, so that its memory is its alone; the browsers'
share of this machine is not taken away from the times. So each kind of page is also timed alone, with nine others that
are connected but draw elsewhere, as screens do that have a processor of their own.
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
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
PLAYERS = ["Ana", "Luis", "Marta", "Ben", "Cem", "Dora", "Emil", "Fay"]
A_FULL_TABLE = ("/", "/table", *["/me"] * len(PLAYERS))  # the television, the referee, a phone for each player
ALL_TELEVISIONS = ("/",) * 10
TV, PHONE = {"width": 1920, "height": 1080}, {"width": 320, "height": 640}
ROUND = (
    {"do": "reveal"},
    {"do": "touch", "spot": "mushroom"},
    {"do": "touch", "spot": "pig"},
    {"do": "claim", "player": "Ana"},
    {"do": "settle"},
    {"do": "card", "card": "unseen"},
)
ROUNDS = 10  # of those, for each figure
SLOWER = 6
FIRSTS = 3
WITHIN_MS = 60_000
START = {"do": "start", "game": "schwein_gehabt", "players": PLAYERS}
# In the page, by the view's number: the wall clock at which the document held the view, and at which its ruling was on
# the screen, as the browser itself says of an element that it is asked to time (each view makes a new one).
STAMP = """
window.heldAt = {};
window.shownAt = {};
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const seq = document.body.dataset.seq;
  heldAt[seq] ??= performance.timeOrigin + performance.now();
  const said = document.querySelector("#ribbon:not([hidden]) p, .asked, .headline");
  if (said) said.setAttribute("elementtiming", seq);
}).observe(document.body, { attributes: true, attributeFilter: ["data-seq"] }));
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) shownAt[entry.identifier] ??= performance.timeOrigin + entry.renderTime;
}).observe({ type: "element", buffered: true });
"""
DRAWN = """n => {
  const [seq, shown] = Object.entries(shownAt).find(([seq]) => seq > n) ?? [];
  return seq && [seq, heldAt[seq], shown];
}"""


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
                **{
                    f"{path}, nine others on machines of their own": drawn_by(browser, host, (path,), others=9)
                    for path in ("/", "/table", "/me")
                },
                "a full table, ten browsers on this machine": drawn_by(browser, host, A_FULL_TABLE),
                "ten televisions on this machine": drawn_by(browser, host, ALL_TELEVISIONS),
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

    def tell(self, line: dict[str, Any]) -> None:
        """Have a line judged."""
        request = urllib.request.Request(
            f"{self.url}/api/tell", json.dumps(line).encode(), {"Content-Type": "application/x-ndjson"}
        )
        with urllib.request.urlopen(request) as answer:
            assert "error" not in json.loads(answer.read())


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


def drawn_by(browser: Browser, host: Host, paths: tuple[str, ...], *, others: int = 0) -> dict[str, Any]:
    """Pages in contexts of their own, and other pages of which only the line is here; every ruling is drawn by each."""
    alone = resident_mib(host.pid)
    pages = [opened(browser, host.url + path, PLAYERS[n % len(PLAYERS)]) for n, path in enumerate(paths)]
    drawn: list[tuple[str, float, float]] = []  # the view's number, when the page held it, when it was on the screen
    with ExitStack() as lines:
        for _ in range(others):
            follow(lines.enter_context(connect(host.url.replace("http", "ws") + "/ws", origin=Origin(host.url))))
        for told in ROUND * ROUNDS:
            before = pages[0].evaluate("Number(document.body.dataset.seq)")
            host.tell(told)
            for page in pages:
                shown = page.wait_for_function(DRAWN, arg=before, polling=50, timeout=WITHIN_MS)
                drawn.append(tuple(shown.json_value()))
        figures = {
            "ruling to page": times([held_ms - host.judged_ms[seq] for seq, held_ms, _ in drawn], aim="<= 50"),
            "ruling to screen": times([shown_ms - host.judged_ms[seq] for seq, _, shown_ms in drawn]),
            "host's resident_mib, before": alone,
            "host's resident_mib": {"value": resident_mib(host.pid), "aim": "<= 100"},
        }
    for page in pages:
        page.context.close()
    return figures


def follow(line: ClientConnection) -> None:
    """Take each view as a page does: say that it was seen, then get the next."""

    def take() -> None:
        for view in line:
            line.send(json.dumps({"seen": json.loads(view)["seq"]}))

    threading.Thread(target=take, daemon=True).start()


def times(drawn_ms: list[float], *, aim: str = "") -> dict[str, Any]:
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
