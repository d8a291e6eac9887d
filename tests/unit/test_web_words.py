"""What the page is made of: every language has every word, and text stands out from its ground."""

import re

import pytest

from touchjudge.adapters import recorded
from touchjudge.adapters.catalogues import catalogue
from touchjudge.adapters.decks import load
from touchjudge.adapters.simulated import table as simulated
from touchjudge.adapters.web.app import STATIC
from touchjudge.words.things import OBJECTS
from touchjudge.words.values import objects

TOKENS = (STATIC / "tokens.css").read_text()

# Text and the ground it stands on, as tokens.
PAIRS = [
    *[(ink, ground) for ink in ("ink", "muted", "accent") for ground in ("felt", "felt-light", "felt-deep", "panel")],
    ("gain", "panel"),
    ("loss", "panel"),
    ("on-ok", "ok"),
    ("on-foul", "foul"),
    ("on-gold", "gold"),
    ("warn", "warn-ground"),
    ("card-ink", "card"),
    ("card-muted", "card"),
    ("on-back", "back"),
    ("on-back", "back-light"),
]


def keys(language: str) -> set[str]:
    text = (STATIC / "words" / f"{language}.js").read_text()
    body = re.search(r"^export default \{\n(.*?)^\};", text, re.MULTILINE | re.DOTALL)
    assert body is not None
    return set(re.findall(r"(?:^|[{,]\s*|^\s+)(\w+):", body[1], re.MULTILINE))


@pytest.mark.parametrize("language", ["de", "es"])
def test_every_word_of_the_page_is_there_in_every_language(language: str) -> None:
    assert len(keys("en")) > 180
    assert keys(language) == keys("en")


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_the_page_calls_the_objects_of_a_card_as_the_sentences_do(language: str) -> None:
    text = (STATIC / "words" / f"{language}.js").read_text()
    table = re.search(r"^  objects: \{(.*?)\},$", text, re.MULTILINE | re.DOTALL)
    assert table is not None
    said = dict(re.findall(r'(\w+): "([^"]+)"', table[1]))
    assert said == {code: objects(code, catalogue(language)) for code in OBJECTS}
    deck = load("hearts_and_numbers_stand_in", game="hearts_and_numbers", folders=[])
    assert said.keys() == {each for card in deck.cards for each in card.split(":")[-1].split("+")}


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_every_source_that_has_words_for_a_name_is_said_in_every_language(language: str) -> None:
    text = (STATIC / "words" / f"{language}.js").read_text()
    table = re.search(r"^  sources: \{(.*)\},$", text, re.MULTILINE)
    assert table is not None
    names = {name.strip('"'): said for name, said in re.findall(r'("[^"]+"|\w+): "([^"]+)"', table[1])}
    assert names.keys() == {simulated.SOURCE, recorded.SOURCE}
    assert all((name == said) is (language == "en") for name, said in names.items())


def tokens(scheme: str) -> dict[str, str]:
    light, dark = TOKENS.split("@media (prefers-color-scheme: dark)")
    found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", light))
    if scheme == "dark":
        found |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", dark))
    return found


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("pair", PAIRS, ids="-on-".join)
def test_text_has_a_contrast_of_at_least_four_and_a_half(scheme: str, pair: tuple[str, str]) -> None:
    ink, ground = (luminance(tokens(scheme)[name]) for name in pair)
    contrast = (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05)
    assert contrast >= 4.5, f"{pair[0]} on {pair[1]} in {scheme}: {contrast:.2f}"
