"""The page of an evening: what it says, in which language, and that no name can make it say anything else."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from random import Random
from xml.etree import ElementTree

import pytest

from played_session import Evening, two_rounds
from touchjudge.adapters.catalogues import catalogue
from touchjudge.adapters.report import report_page
from touchjudge.adapters.report.page import name_of
from touchjudge.rules.game import Ruling
from touchjudge.session.played import GamePlayed, Standings

STRANGE = ("<script>alert(1)</script>", "לאה", "$a_b$", "@0@ var(--ink) #010101")
VOID = {"meta", "br", "hr", "img", "link"}


def says(ruling: Ruling, game: GamePlayed) -> str:
    return f"{game.game} says {ruling.code} of {ruling.player}"


def evening_of(players: tuple[str, ...], *, day: int, rounds: int = 8) -> Standings:
    """Touches at times that the day decides."""
    chance, evening = Random(day), Evening()
    evening.start(*players)
    for number in range(rounds):
        shown_us = 5_000_000 + number * 60_000_000
        evening.tell(do="reveal", card="symbol:4-8-2", t_us=shown_us, bound_us=100)
        for spot, player in zip(("pig", "mushroom", "sweep"), players, strict=False):
            evening.touch(spot, shown_us + chance.randrange(300_000, 900_000), bound_us=50, player=player)
        evening.tell(do="settle")
    evening.tell(do="end")
    return replace(evening.standings(), session=replace(evening.row(), started_utc=f"2026-11-{day:02}T19:00:00.000Z"))


def page(standings: Standings, **more: object) -> str:
    return report_page(standings, say=says, **more).decode()  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def strange() -> str:
    return page(evening_of(STRANGE, day=9), earlier=[evening_of(STRANGE, day=2), evening_of(STRANGE, day=3)])


@pytest.fixture(scope="module")
def plain_evening() -> str:
    return page(two_rounds().standings())


class Read(HTMLParser):
    """The tags of a page, which must close each other in order, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def cells(html: str, heading: str) -> list[list[str]]:
    """The rows of the first table after a heading."""
    table = html[html.index(heading) :]
    table = table[table.index("<tbody>") : table.index("</tbody>")]
    return [
        [re.sub(r"<[^>]*>", "", cell).strip() for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in table.split("</tr>")[:-1]
    ]


def test_who_won_and_who_stands_where(plain_evening: str) -> None:
    text = Read(plain_evening).text
    assert "Won by Luis, Marta" in text
    assert "schwein_gehabt says ended of None" in text  # the ending, in the words of the game
    assert cells(plain_evening, "The games") == [["1", "Luis", "1"], ["1", "Marta", "1"], ["3", "Ana", "0"]]


def test_the_figures_of_two_rounds_are_those_that_a_person_works_out(plain_evening: str) -> None:
    assert cells(plain_evening, "Reaction times: ") == [
        ["Ana", "1", "900 ms", "too few", "900 – 900 ms", "900 ms", "±0.002 ms", "0"],
        ["Luis", "1", "412 ms", "too few", "412 – 412 ms", "412 ms", "±0.002 ms", "0"],
        ["Marta", "1", "350 ms", "too few", "350 – 350 ms", "350 ms", "±0.002 ms", "0"],
    ]
    assert cells(plain_evening, "Who was first of two") == [["Ana", "0", "1", "Luis", "0", "0 %", "0 – 79 %"]]
    assert [row[:4] for row in cells(plain_evening, "Touches and draws")] == [
        ["Ana", "1", "1", "1"],
        ["Luis", "1", "1", "0"],
        ["Marta", "1", "1", "0"],
    ]
    assert cells(plain_evening, "<h3>Fouls") == [["Ana", "schwein_gehabt says drew_wrong of Ana", "1"]]


def test_no_name_becomes_a_tag_or_a_colour_and_each_has_its_own_direction(strange: str) -> None:
    read = Read(strange)
    assert "script" not in read.tags
    assert "<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>" in strange
    assert "<bdi>לאה</bdi>" in strange
    assert "<bdi>@0@ var(--ink) #010101</bdi>" in strange
    assert "$a_b$" in read.text
    assert name_of("\u202eanA\x1b") == "<bdi>anA\ufffd</bdi>"


def test_every_picture_is_whole_and_its_names_are_letters(strange: str) -> None:
    pictures = re.findall(r"<svg\b.*?</svg>", strange, flags=re.DOTALL)
    assert len(pictures) == 3  # scores, reactions, evenings
    for svg in pictures:
        root = ElementTree.fromstring(svg)
        labels = [element.text for element in root.iter() if element.tag.endswith("text")]
        assert {"<script>alert(…", "לאה", "$a_b$"} <= set(labels)
        assert not re.search(r"#0[12]0[12]\d\d", svg), "a stand-in for a colour was left"
    assert "Reaction time (ms)" in pictures[1]
    assert "2026-11-02" in pictures[2]


def test_the_page_asks_no_other_place_for_anything(strange: str) -> None:
    read = Read(strange)
    assert not {"script", "link", "img", "iframe", "base"} & set(read.tags)
    for name, value in read.attributes:
        if name in ("href", "xlink:href", "src", "action"):
            assert value.startswith("#")
        if not name.startswith("xmlns"):
            assert "://" not in value
    assert "@import" not in strange
    assert not re.search(r"url\((?!#)", strange)


def test_no_two_things_have_the_same_id_and_each_reference_has_its_own_thing(strange: str) -> None:
    ids = Read(strange).ids
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:url\(|href=")#([\w-]+)', strange)) <= set(ids)


def test_the_same_evening_gives_the_same_bytes_and_no_day_of_writing(strange: str) -> None:
    again = page(evening_of(STRANGE, day=9), earlier=[evening_of(STRANGE, day=2), evening_of(STRANGE, day=3)])
    assert again == strange
    assert set(re.findall(r"20\d\d-\d\d-\d\d", strange)) == {"2026-11-02", "2026-11-03", "2026-11-09", "2026-11-30"}


def test_earlier_evenings_are_compared_by_player_and_only_in_the_same_game(strange: str) -> None:
    rows = cells(strange, "Earlier evenings: ")
    assert [row[:3] for row in rows] == [
        [name, "2", "16"] for name in ("&lt;script&gt;alert(1)&lt;/script&gt;", "לאה", "$a_b$")
    ]
    assert all(re.fullmatch(r"[+−]\d+ ms", row[4]) for row in rows)
    assert all(re.fullmatch(r"[+−]\d+ […–] [+−]\d+ ms", row[5]) for row in rows)
    assert "Earlier evenings" not in page(two_rounds().standings(), earlier=[Evening().standings()])


def test_a_simulated_evening_is_marked_and_another_is_not(plain_evening: str) -> None:
    evening = two_rounds()
    evening.simulated = True
    assert "SIMULATED: nobody sat at this table." in page(evening.standings())
    assert "SIMULATED" not in plain_evening


@pytest.mark.parametrize(
    ("language", "title", "mark"),
    [("de", "Reaktionszeiten: ", "±0,002 ms"), ("es", "Tiempos de reacción: ", "±0,002 ms")],
)
def test_the_page_is_read_in_the_language_that_is_asked_for(language: str, title: str, mark: str) -> None:
    html = page(two_rounds().standings(), translate=catalogue(language), language=language)
    assert f'<html lang="{language}">' in html
    assert cells(html, title)[0][6] == mark
    assert "Reaction time" not in html


def test_an_evening_without_touches_or_without_a_game_is_a_page_too() -> None:
    assert "No game was played." in Read(page(Evening().standings())).text
    evening = Evening()
    evening.start()
    text = Read(page(evening.standings())).text
    assert "Not ended" in text
    assert "No foul was ruled." in text
    assert "Reaction times" not in text


def test_touches_of_nobody_are_said_to_be_of_nobody_and_make_no_picture() -> None:
    standings = two_rounds().standings()
    (game,) = standings.games
    touches = tuple(replace(touch, player=None, seat=None) for touch in game.touches)
    text = Read(page(replace(standings, games=(replace(game, touches=touches),)))).text
    assert "nothing to compare" in text
    assert "nobody knows, mostly hands that came back: 3 (100 %)" in text


def test_a_wide_spread_of_times_gets_a_logarithmic_axis_that_says_so() -> None:
    standings = two_rounds().standings()
    (game,) = standings.games
    touches = tuple(
        replace(touch, reaction_us=us) for touch, us in zip(game.touches, (300_000, 9_000_000, 0), strict=True)
    )
    html = page(replace(standings, games=(replace(game, touches=touches[:2]),)))
    assert "Reaction time (ms, logarithmic)" in html
    # A time of zero has no place on such an axis.
    assert "logarithmic" not in page(replace(standings, games=(replace(game, touches=touches),)))


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_colour_of_letters_can_be_read_on_its_ground_in_light_and_dark(plain_evening: str, scheme: str) -> None:
    light, dark = (
        dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block)) for block in plain_evening.split("@media", 2)[:2]
    )
    colours = light if scheme == "light" else light | dark
    pairs = [(f"person{n}", "panel") for n in range(1, 9)]
    pairs += [("ink", "panel"), ("muted", "panel"), ("ink", "ground"), ("muted", "ground"), ("on-gold", "gold")]
    for letters, ground in pairs:
        high, low = sorted((_luminance(colours[letters]), _luminance(colours[ground])), reverse=True)
        assert (high + 0.05) / (low + 0.05) >= 4.5, (letters, ground)
