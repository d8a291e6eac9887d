"""Reads the gettext catalogues that ship with the program.

English needs none: its sentences are the message ids. The files are made by ``make words``.
"""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files

from touchjudge.errors import ConfigError

LANGUAGES = ("en", "de", "es")


@cache
def catalogue(language: str) -> NullTranslations:
    """The catalogue of a language; what it lacks is said in English.

    Raises:
        ConfigError: a language that is not one of :data:`LANGUAGES`.
    """
    if language not in LANGUAGES:
        raise ConfigError(f"No sentences in the language {language!r}: choose one of {', '.join(LANGUAGES)}.")
    if language == "en":
        return NullTranslations()
    with files("touchjudge").joinpath("locale", language, "LC_MESSAGES", "touchjudge.mo").open("rb") as file:
        return GNUTranslations(file)
