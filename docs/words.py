"""Makes the catalogues of sentences: ``make words`` (Babel).

In: the tables of sentences and words in the program, the sentences, titles and options of every registered game, and
the translations in ``host/touchjudge/locale/*/LC_MESSAGES/touchjudge.po``. Out: the template ``touchjudge.pot``, the
``.po`` files with what is new and without what is gone, and the ``.mo`` files that the program reads. With ``--check``
nothing is written; the exit status is 1 where something would change or a sentence has no translation.

A new sentence: write it in its table, run ``make words``, fill in the empty ``msgstr`` in each ``.po``, run it again.
"""

import datetime
import io
import re
import struct
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from touchjudge.rules.game import COMMON_SENTENCES
from touchjudge.screens.texts import COSTS, TEXTS
from touchjudge.words import calibration, choices, evening, report, sentences, things

LOCALE = Path(__file__).parents[1] / "host" / "touchjudge" / "locale"
LANGUAGES = ("de", "es")
# The files must not change when nothing else does, so they carry no time of making.
_MADE = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
_ABOUT: Any = {
    "project": "touchjudge",
    "version": "1",
    "header_comment": "# What touchjudge says. Made by `make words`; only the translations are written by hand.",
    "language_team": "touchjudge",
    "last_translator": "touchjudge",
    "msgid_bugs_address": "touchjudge",
}
_MAKER = re.compile(rb'"Generated-By: [^"]*"\n')  # another version of Babel is no reason to change the files

Entry = tuple[str | tuple[str, str], str | None, str]  # message id or (one, many), context, where it is from


def games() -> list[Any]:
    """Every registered game, by name."""
    found = (point.load() for point in entry_points(group="touchjudge.games"))
    return sorted(found, key=lambda game: str(game.name))


def entries() -> Iterator[Entry]:
    """Everything that can be said, in the order of the tables."""
    yield from _sentences(COMMON_SENTENCES.items(), "rules/game.py")
    for game in games():
        where = f"rules/{game.name}"
        yield game.title, evening.TITLE, f"{where}, title"
        yield from _sentences(game.sentences.items(), where)
        for option in game.options:
            yield option.why, None, f"{where}, option {option.name}"
        for code, word in getattr(game, "words", {}).items():
            yield word, None, f"{where}, {code}"
    yield from _words()
    for code, text in (*calibration.SENTENCES.items(), *calibration.FINDINGS.items(), *calibration.PLACES.items()):
        yield text, None, f"calibration, {code}"
    yield calibration.SEAT, None, "calibration"
    yield from ((sentence, None, "links, journals, displays") for sentence in sentences.SENTENCES)
    yield from ((text, None, f"report, {key}") for key, text in report.TEXTS.items())
    yield from _evening()
    for key, lengths in TEXTS.items():
        yield from ((length, None, f"screens, {key}") for length in lengths)
    for key, (one, many) in COSTS.items():
        yield from (((single, plural), None, f"screens, {key}") for single, plural in zip(one, many, strict=True))


def _evening() -> Iterator[Entry]:
    yield from ((text, None, f"evenings, {key}") for key, text in evening.TEXTS.items())
    yield from ((word, evening.CONTEXT, f"evenings, {key}") for key, word in evening.WORDS.items())
    yield from ((both, None, f"evenings, {key}") for key, both in evening.COUNTS.items())


def _sentences(table: Iterable[tuple[str, Any]], where: str) -> Iterator[Entry]:
    for code, sentence in table:
        match sentence:
            case str():
                yield sentence, None, f"{where}, {code}"
            case (one, many, _):
                yield (one, many), None, f"{where}, {code}"


def _words() -> Iterator[Entry]:
    for table in (things.THINGS, things.CARD_NAMES, things.NOTHING, choices.LINES):
        yield from ((word, None, f"words, {code}") for code, word in table.items())
    yield from ((word, things.OBJECT, f"words, {code}") for code, word in things.OBJECTS.items())
    for form, meaning in (("the", "as a subject"), ("obj", "as an object")):
        yield from ((word, form, f"words, {code} {meaning}") for code, word in things.THE_THINGS.items())
    for one, many in (*things.SYMBOL_COUNTS, *things.DUTY_SENTENCES.values()):
        yield (one, many), None, "words, counts"
    for word in (things.COVER_SENTENCE, things.NOTHING_ELSE, things.NUMBER_CARD, things.HEART_CARD):
        yield word, None, "words"
    for word in (things.LAST_OF_LIST, choices.NO_LINES, choices.NO_COMMAND, "yes", "no"):
        yield word, None, "words"
    yield ".", "decimal mark", "words"


def template() -> Catalog:
    """All messages, each once, with the places it is from as comments."""
    catalog = Catalog(creation_date=_MADE, fuzzy=False, **_ABOUT)
    for message_id, context, where in entries():
        catalog.add(message_id, context=context, auto_comments=[where])
    return catalog


def updated(language: str, messages: Catalog, po: bytes | None) -> Catalog:
    """The catalogue of a language with the translations there are; what is gone from the program is gone from it."""
    if po is None:
        catalog = Catalog(locale=language, revision_date=_MADE, fuzzy=False, **_ABOUT)
    else:
        catalog = read_po(io.BytesIO(po), locale=language)
    catalog.update(messages, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    return catalog


def as_po(catalog: Catalog) -> bytes:
    out = io.BytesIO()
    write_po(out, catalog, width=110, no_location=True, ignore_obsolete=True)
    return _MAKER.sub(b"", out.getvalue())


def as_mo(catalog: Catalog) -> bytes:
    """The binary catalogue: a table of lengths and offsets, sorted by message id, and then the texts.

    Babel's own writer puts its version into the header, and the file would change with it.

    Ref: GNU gettext manual, The Format of GNU MO Files.
    """
    plural = f"nplurals={catalog.num_plurals}; plural={catalog.plural_expr};"
    header = f"Language: {catalog.locale}\nPlural-Forms: {plural}\nContent-Type: text/plain; charset=utf-8\n"
    texts = {b"": header.encode()}
    for message in catalog:
        if message.id and _complete(message):
            context = f"{message.context}\x04" if message.context else ""
            texts[(context + "\0".join(_forms(message.id))).encode()] = "\0".join(_forms(message.string)).encode()
    keys = sorted(texts)
    at = 28 + 16 * len(keys)  # the header is 7 words, each of the two tables 2 words for each text
    tables, blob = [], b""
    for column in (keys, [texts[key] for key in keys]):
        for content in column:
            tables += [len(content), at + len(blob)]
            blob += content + b"\0"
    head = [0x950412DE, 0, len(keys), 28, 28 + 8 * len(keys), 0, at]
    return struct.pack(f"<{len(head) + len(tables)}I", *head, *tables) + blob


def missing(catalog: Catalog) -> list[str]:
    """Message ids that have no translation, only half of one, or one that someone must look at."""
    return [_id(message) for message in catalog if message.id and (message.fuzzy or not _complete(message))]


def _complete(message: Message) -> bool:
    return bool(message.string) and all(_forms(message.string))


def _id(message: Message) -> str:
    return _forms(message.id)[0]


def _forms(text: str | Iterable[str] | None) -> list[str]:
    return [text] if isinstance(text, str) else list(text or ())


def made() -> dict[Path, bytes]:
    """Every file of the catalogues as it should be."""
    messages = template()
    files = {LOCALE / "touchjudge.pot": as_po(messages)}
    for language in LANGUAGES:
        po = LOCALE / language / "LC_MESSAGES" / "touchjudge.po"
        catalog = updated(language, messages, po.read_bytes() if po.exists() else None)
        files[po] = as_po(catalog)
        files[po.with_suffix(".mo")] = as_mo(catalog)
    return files


def main(arguments: list[str]) -> int:
    check = arguments == ["--check"]
    wrong = 0
    for path, content in made().items():
        if not path.exists() or path.read_bytes() != content:
            wrong += 1
            print(f"{'stale' if check else 'made'}: {path.relative_to(LOCALE.parent)}")
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
    for language in LANGUAGES:
        po = LOCALE / language / "LC_MESSAGES" / "touchjudge.po"
        lacking = missing(read_po(io.BytesIO(po.read_bytes()), locale=language)) if po.exists() else ["everything"]
        for message_id in lacking:
            print(f"{language} has no translation of: {message_id}")
        wrong += bool(lacking) and check
    return int(check and wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
