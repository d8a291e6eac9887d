"""``judge`` and ``games``: the rules without a table."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer

from touchjudge.cli.app import BAD_INPUT, AsJson, Language, app, new_session, sayer
from touchjudge.errors import ConfigError, LineError
from touchjudge.language import answer_json, parse_line, schema
from touchjudge.registry import known_games
from touchjudge.rules.game import Game


@app.command()
def judge(
    file: Annotated[
        Path | None, typer.Argument(readable=False, help="Lines of the table language; standard input if left out.")
    ] = None,
    language: Language = "en",
    print_schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of the lines.")] = False,
) -> None:
    """Table language in, rulings out, a JSON line each; status 2 if a line could not be read."""
    if print_schema:
        print(json.dumps(schema(known_games()), indent=2, ensure_ascii=False))
        return
    say_it, session, misread = sayer(language), new_session(), False
    out = sys.stdout.buffer
    for text in lines_of(file):
        try:
            answer = session.tell(parse_line(text))
        except LineError as error:
            answer = session.tell_unreadable(str(error))
        misread = misread or answer.error is not None
        out.write(answer_json(answer, session.now.game, say_it).encode() + b"\n")
        out.flush()
    if misread:
        raise typer.Exit(BAD_INPUT)


def lines_of(file: Path | None) -> Iterator[bytes]:
    if file is None or str(file) == "-":
        yield from _stripped(sys.stdin.buffer)
        return
    try:
        with file.open("rb") as lines:
            yield from _stripped(lines)
    except OSError as error:
        raise ConfigError(f"{file} cannot be read ({error.strerror}); name a file of table-language lines") from None


def _stripped(lines: BinaryIO) -> Iterator[bytes]:
    for line in lines:
        yield line.rstrip(b"\r\n")


@app.command()
def games(
    game: Annotated[str | None, typer.Argument(help="Only this game.")] = None,
    as_json: AsJson = False,
) -> None:
    """The games, their options and defaults."""
    known = known_games()
    if game is not None and game not in known:
        raise ConfigError(f"there is no game {game!r}; the games are {', '.join(known)}")
    facts = [_facts(each) for each in (known.values() if game is None else [known[game]])]
    for fault in known.faults if game is None else ():
        print(f"touchjudge: {fault}", file=sys.stderr)
    if as_json:
        print(json.dumps({"games": facts}, ensure_ascii=False, indent=2))
        return
    for each in facts:
        fewest, most = each["players"]
        print(f"{each['name']}: {each['title']}, {fewest} to {most} players")
        for option in each["options"]:
            print(f"    --rule {option['name']}={_as_told(option['default'])}  ({option['allowed']})  {option['why']}")


def _facts(game: Game[Any]) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "players": [game.players.start, game.players.stop - 1],
        "cooperative": game.cooperative,
        "rules_version": game.rules_version,
        "default_deck": game.default_deck,
        "targets": list(game.targets),
        "options": [{"name": o.name, "default": o.default, "allowed": o.allowed(), "why": o.why} for o in game.options],
    }


def _as_told(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
