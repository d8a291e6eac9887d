"""Ten minutes of every game at speed, with pages open: no console error, and in the end what the journal says."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Browser

from journaled_table import JournaledTable, Pages, agrees
from touchjudge.adapters.decks import load
from touchjudge.adapters.simulated import SimulatedTable
from touchjudge.registry import known_games
from touchjudge.simulation.played import chance_of
from touchjudge.simulation.simulators import simulator

pytestmark = pytest.mark.browser

TEN_MINUTES_S = 600
SPEED = 200.0
PLAYERS = {"hearts_and_numbers": ("Ana", "Luis"), "first_touch": ("Ana", "Luis", "Marta")}
# What a line takes at a real table; a round of first_touch has its own times.
LINE_S = {"the_game": 4, "the_game_extreme": 4, "virus": 8, "hearts_and_numbers": 8}
LOOK_EVERY = 30  # lines
START = {"do": "start", "game": "schwein_gehabt", "players": ["Ana", "Luis", "Marta"]}


OPEN = {"/": (1920, 1080), "/table": (768, 1024), "/me": (320, 640)}


@contextmanager
def open_pages(browser: Browser, table: JournaledTable, *paths: str) -> Iterator[Pages]:
    """Such pages, drawn; an error on any console fails."""
    table.shows(lambda _view: True)
    pages = Pages(browser, table.screen.url)
    try:
        for path in paths:
            pages.open(path, OPEN[path])
        yield pages
    finally:
        pages.close()
    assert pages.errors == []


def all_agree(pages: Pages, view: dict[str, Any]) -> None:
    for context in pages.contexts:
        page = context.pages[0]
        if page.url.endswith("/me"):  # a phone of nobody yet only looks on
            page.locator(f"body[data-seq='{view['seq']}']").wait_for(state="attached")
        else:
            agrees(page, view)


def games_of(name: str) -> Iterator[dict[str, Any]]:
    """Lines of one simulated game after another, as people would tell them."""
    game, how = known_games()[name], simulator(name)
    for index in count():
        chance = chance_of(7, index)
        players = PLAYERS.get(name, ("Ana", "Luis", "Marta"))
        played = how.simulate(game, players, how.bots[how.usual], chance, {}, transcript=True)
        for text in played.transcript:
            if text.startswith("{"):
                line = json.loads(text)
                yield {key: value for key, value in line.items() if (line["do"], key) != ("start", "deck")}


def test_schwein_gehabt_for_ten_minutes_with_its_whole_sensing(browser: Browser) -> None:
    """Hands, board, wire, link, debounce and judge; the clock runs up to 200 times as fast as the wall's."""
    people = SimulatedTable("schwein_gehabt", seed=11, deck=load("schwein_gehabt_stand_in"), speed=SPEED)
    table = JournaledTable(people)
    end_ns = people.host_ns() + TEN_MINUTES_S * 10**9
    table.screen.start()
    try:
        table.running.tell(START, "test")
        table.running.run(until=lambda: bool(table.view))  # the first view is there before the first page is
        with open_pages(browser, table, "/") as pages:
            people.start(people)
            while people.host_ns() < end_ns:
                table.running.run(until=lambda: people.host_ns() >= end_ns or table.view["phase"] == "over")
                if table.view["phase"] == "over":  # nothing is hurried where nobody plays
                    table.running.tell(START, "test")
            all_agree(pages, table.by_the_journal())
    finally:
        people.stop()
        table.screen.close()
    assert len(table.lines("reveal")) > 20


@pytest.mark.parametrize("game", ["the_game", "the_game_extreme", "virus", "hearts_and_numbers", "first_touch"])
def test_other_games_for_ten_minutes_by_told_lines(browser: Browser, game: str) -> None:
    with JournaledTable().open() as table, open_pages(browser, table, "/", "/table", "/me") as pages:
        told_s = 0.0
        for n, line in enumerate(games_of(game)):
            answer = table.tell(**line)
            assert "error" not in answer, (line, answer)
            told_s += LINE_S.get(game, 3)
            if n % LOOK_EVERY == 0:
                all_agree(pages, table.by_the_journal())
            if told_s >= TEN_MINUTES_S:
                break
        all_agree(pages, table.by_the_journal())
