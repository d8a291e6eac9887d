"""A whole table for browser tests: real journal, judge and web page, and what its pages must show by the journal alone.

The journal is told again to an empty session, so what a page is compared with owes nothing to the session on show.
"""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from browser_table import facts
from touchjudge.adapters.inbox import QueueInbox
from touchjudge.adapters.simulated import SimulatedTable
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.adapters.web import WebScreen
from touchjudge.cli.app import labeller, new_session, sayer
from touchjudge.ports import Board, Inbox, Stop, Told
from touchjudge.service import RunningTable, Settings, retell
from touchjudge.session.view import Surroundings, Viewer
from touchjudge.testing.memory_journal import MemoryJournal

WITHIN_S = 60.0


class NoBoard:
    """An edge source of a table that is played by hand."""

    def start(self, inbox: Inbox) -> None: ...

    def acknowledge(self, board: Board, below: int) -> None: ...

    def stop(self) -> None: ...


class JournaledTable:
    """Table, journal and web screen; the table on a thread of its own, or turn by turn with people who play alone.

    Args:
        people: who plays by themselves; they are inbox, clock and boards then.
    """

    def __init__(self, people: SimulatedTable | None = None) -> None:
        clock = people or SystemClock()
        self.inbox: Inbox = people or QueueInbox(clock)
        self.journal = MemoryJournal()
        self.screen = WebScreen(self.inbox, port=0, facts=facts)
        self.name = self.journal.begin(
            started_utc=clock.wall_utc(), host_ns=clock.host_ns(), host_boot_id="here", simulated=True, seed=1
        )
        self.view: dict[str, Any] = {}
        self._changed = threading.Condition()
        self.running = RunningTable(
            name=self.name,
            session=new_session(),
            journal=self.journal,
            inbox=self.inbox,
            clock=clock,
            source=people or NoBoard(),
            say=sayer("en"),
            viewer=Viewer(sayer("en"), labeller("en")),
            # By hand no round may close itself while a page is still being looked at.
            settings=Settings() if people else Settings(settle_after_ms=3_600_000),
            simulated=True,
            audiences=[self.screen.show, self._keep, *([people.show] if people else [])],
        )

    def _keep(self, view: dict[str, Any]) -> None:
        with self._changed:
            self.view = view
            self._changed.notify_all()

    @contextmanager
    def open(self) -> Iterator["JournaledTable"]:
        """Serve pages, and judge on a thread until the end."""
        self.screen.start()
        thread = threading.Thread(target=self.running.run, name="table")
        thread.start()
        try:
            yield self
        finally:
            self.inbox.put(Stop())
            thread.join()
            self.screen.close()

    def tell(self, **line: Any) -> dict[str, Any]:
        """Tell a line and wait for its answer; what it led to is shown when this returns."""
        answered = threading.Event()
        answers: list[str] = []

        def take(text: str) -> None:
            answers.append(text)
            answered.set()

        assert self.inbox.put(Told(json.dumps(line), "test", take))
        assert answered.wait(WITHIN_S)
        answer: dict[str, Any] = json.loads(answers[0])
        self.shows(lambda view: view["n"] >= answer["n"])
        return answer

    def shows(self, enough: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The newest view, once it is one like that."""
        with self._changed:
            assert self._changed.wait_for(lambda: bool(self.view) and enough(self.view), WITHIN_S)
            return self.view

    def lines(self, do: str) -> list[dict[str, Any]]:
        """All lines of this kind that are in the journal."""
        told = (json.loads(row.text) for row in self.journal.lines(self.name))
        return [line for line in told if line["do"] == do]

    def by_the_journal(self) -> dict[str, Any]:
        """The view that an empty session gives when the journal is told to it."""
        session = new_session()
        retell(session, self.journal.lines(self.name))
        viewer = Viewer(sayer("en"), labeller("en"))
        return viewer.view(session, Surroundings(self.name, self.view["seq"], True, "en"))


@dataclass
class Pages:
    """Pages in contexts of their own; everything that their consoles call an error is kept."""

    browser: Browser
    url: str
    errors: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)

    def open(self, path: str, size: tuple[int, int], *, prepare: Callable[[Page], None] = lambda _page: None) -> Page:
        context = self.browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: self.errors.append(f"{path}: {said.text}") if said.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(f"{path}: {error}"))
        prepare(page)
        page.goto(self.url + path)
        page.locator("body[data-seq]").wait_for(state="attached")
        return page

    def close(self) -> None:
        for context in self.contexts:
            context.close()


READ = """() => {
  const all = (what) => [...document.querySelectorAll(what)];
  const texts = (what) => all(what).map((node) => node.textContent);
  const text = (what) => document.querySelector(what)?.textContent ?? null;
  const figure = (node) => node.querySelector(".figure").textContent;
  const lies = (organ) => [organ.dataset.organ, organ.querySelectorAll(".on .icon").length];
  return {
    phase: document.body.dataset.phase,
    title: text("h1"),
    asked: text("#question:not([hidden]) .asked"),
    answers: texts("#question:not([hidden]) .answer:not(.any) span"),
    scores: all(".panel").map((panel) => [panel.dataset.player, panel.querySelector(".digits")?.textContent ?? null]),
    winners: texts(".winners .name"),
    piles: texts(".pile .figure"),
    stacks: all(".stack").map((stack) => [stack.dataset.spot, figure(stack)]),
    facts: all(".fact:has(.figure)").map((fact) => [fact.dataset.fact, figure(fact)]),
    bodies: all(".body").map((body) => [body.dataset.player, [...body.querySelectorAll(".organ")].map(lies)]),
    open: texts(".small-card:not([data-taken=true]) span"),
    mine: { numbers: texts(".my-numbers li"), facts: texts(".my-facts dd"), asked: text("#me .asked") },
  };
}"""


def read(page: Page, seq: int) -> dict[str, Any]:
    """What a page shows once it shows the view of this number."""
    page.locator(f"body[data-seq='{seq}']").wait_for(state="attached", timeout=WITHIN_S * 1000)
    said: dict[str, Any] = page.evaluate(READ)
    return said


def board_says(view: dict[str, Any]) -> dict[str, Any]:
    """What scoreboard and console must show of a view."""
    state, question, scores = view["state"], view["question"], view["scores"]
    wanted: dict[str, Any] = {
        "phase": view["phase"],
        "title": view["title"],
        "asked": question["say"] if question else None,
        "answers": [option["label"] for option in question["options"]] if question else [],
        "scores": [[name, str(scores[name]) if name in scores else None] for name in view["players"]],
    }
    if view["result"] is not None:
        return wanted | {"winners": [] if "left" in view["result"]["scores"] else view["result"]["winners"]}
    match view["game"]:
        case "schwein_gehabt":
            return wanted | {"piles": [str(state["deck"]), str(state["jackpot"])]}
        case "the_game" | "the_game_extreme":
            figures = {"left": state["left"], "draw_pile": state["draw_pile"], "laid": len(state["laid_this_turn"])}
            return wanted | {
                "stacks": [[name, str(top)] for name, top in state["stacks"].items()],
                "facts": [[name, str(n)] for name, n in figures.items()],
            }
        case "virus":
            bodies = state["bodies"]
            return wanted | {
                "bodies": [
                    [name, [[organ, len(cards)] for organ, cards in bodies[name].items()]] for name in view["players"]
                ],
                "facts": [["draw_pile", str(state["draw_pile"])], ["discards", str(len(state["discards"]))]],
            }
        case "hearts_and_numbers":
            return wanted | {
                "open": [" · ".join(card.split(":")[-1].split("+")) for card in state["open"]],
                "facts": [["stack", str(state["stack"])]],
            }
    return wanted


def phone_says(view: dict[str, Any], me: str) -> dict[str, Any]:
    """What the phone of a player must show of a view of Schwein gehabt!."""
    own = view["scores"][me]
    place = 1 + sum(score > own for score in view["scores"].values())
    return {
        "numbers": [str(number) for number in view["state"]["numbers"][me]],
        "own": str(own),
        "place": f"{place}. / {len(view['players'])}",
        "asked": view["question"]["say"] if view["question"] else None,
    }


def agrees(page: Page, view: dict[str, Any]) -> None:
    """A board shows what this view says."""
    wanted = board_says(view)
    said = read(page, view["seq"])
    assert {name: said[name] for name in wanted} == wanted


def phone_agrees(page: Page, view: dict[str, Any], me: str) -> None:
    """A phone shows what this view says."""
    mine = read(page, view["seq"])["mine"]
    wanted = phone_says(view, me)
    digits = "".join(letter for letter in mine["facts"][0].split("+")[0].split("−")[0] if letter.isdigit())
    said = {"numbers": mine["numbers"], "own": digits, "place": mine["facts"][1], "asked": mine["asked"]}
    assert said == wanted
