"""The catalogues: every code of every game has a sentence, every sentence a German and a Spanish one, no file stale."""

import importlib.util
import inspect
import io
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from touchjudge.adapters.catalogues import LANGUAGES, catalogue
from touchjudge.errors import ConfigError
from touchjudge.rules.game import COMMON_SENTENCES, foul, ok
from touchjudge.words import choice, in_words, interval, say


def _maker() -> ModuleType:
    path = Path(__file__).parents[2] / "docs" / "words.py"
    spec = importlib.util.spec_from_file_location("docs_words", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKER = _maker()
GAMES = MAKER.games()


def _po(language: str) -> Catalog:
    path: Path = MAKER.LOCALE / language / "LC_MESSAGES" / "touchjudge.po"
    return read_po(io.BytesIO(path.read_bytes()), locale=language)


def test_the_files_are_as_make_words_makes_them() -> None:
    stale = [
        str(path.relative_to(MAKER.LOCALE))
        for path, content in MAKER.made().items()
        if not path.exists() or path.read_bytes() != content
    ]
    assert stale == [], "run `make words`"


@pytest.mark.parametrize("language", MAKER.LANGUAGES)
def test_nothing_is_without_a_translation_and_nothing_fuzzy(language: str) -> None:
    assert MAKER.missing(_po(language)) == []


@pytest.mark.parametrize("language", MAKER.LANGUAGES)
def test_a_translation_uses_only_effects_that_the_english_sentence_has(language: str) -> None:
    def names(text: str) -> set[str]:
        return set(re.findall(r"\{(\w+)[:}]", text))

    wrong = []
    for message in _po(language):
        english = [message.id] if isinstance(message.id, str) else message.id
        strings = [message.string] if isinstance(message.string, str) else message.string or ()
        allowed = set().union(*map(names, english))
        wrong += [string for string in strings if message.id and not names(string) <= allowed]
    assert wrong == []


def _ruled(game: Any) -> set[str]:
    """The codes that the game's own modules give to ``ok``, ``foul``, ``ask``, ``info`` and ``over``."""
    module = inspect.getmodule(type(game))
    assert module is not None
    assert module.__file__ is not None
    file = Path(module.__file__)
    package = file.parent.name != "rules"
    sources = file.parent.glob("*.py") if package else [file]
    call = re.compile(r'\b(?:ok|foul|ask|info|over)\(\s*"([a-z_]+)"')
    return {code for source in sources for code in call.findall(source.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_code_that_a_game_rules_has_a_sentence(game: Any) -> None:
    codes = _ruled(game)
    assert codes
    assert codes - set(game.sentences) - set(COMMON_SENTENCES) == set()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_a_game_is_said_without_a_gap_when_its_effects_are_there(game: Any, language: str) -> None:
    translate = catalogue(language)
    for code, sentence in {**COMMON_SENTENCES, **game.sentences}.items():
        templates = [sentence] if isinstance(sentence, str) else sentence[:2]
        names = {name for template in templates for name in re.findall(r"\{(\w+)[:}]", template)}
        said = say(ok(code, "Ana", **dict.fromkeys(names - {"player"}, 2)), game, translate)
        assert "…" not in said
        assert "{" not in said


@pytest.mark.parametrize("language", ["de", "es"])
def test_a_language_says_numbers_lists_and_articles_its_own_way(language: str) -> None:
    translate = catalogue(language)
    assert interval(412_345, translate) == "0,412 s"
    sayings = {
        "de": (
            "Das kann nicht sein: seht euch deck und jackpot an.",
            "den Pilz",
            "1 Pilz, 8 Schweine und 2 Schornsteinfeger",
        ),
        "es": ("Eso no puede ser: mirad deck y jackpot.", "la seta", "1 seta, 8 cerdos y 2 deshollinadores"),
    }
    sentence, object_form, card = sayings[language]
    assert say(foul("cannot_be", fields=["deck", "jackpot"]), None, translate) == sentence
    assert in_words("spot", "mushroom", translate, form="obj") == object_form
    assert in_words("card", "symbol:1-8-2", translate) == card
    heart = {"de": "Herz, Rot (Mond, sun)", "es": "corazón, rojo (luna, sun)"}  # no deck that ships has a sun
    assert in_words("card", "heart:red:moon+sun", translate) == heart[language]


def test_an_answer_is_labelled_in_the_language_of_the_table() -> None:
    lines = [{"do": "winner", "player": None}]
    assert [choice(lines, catalogue(language)) for language in LANGUAGES] == ["Nobody", "Niemand", "Nadie"]


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(ConfigError, match="'fr': choose one of en, de, es"):
        catalogue("fr")
