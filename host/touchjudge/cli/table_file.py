"""``table init`` and ``table check``: the file that says how the table is wired and who sits where."""

from pathlib import Path
from typing import Annotated

import typer

from touchjudge.adapters.catalogues import LANGUAGES
from touchjudge.adapters.table_file import (
    SPARE,
    PanelPart,
    TableFile,
    default_path,
    read_table_file,
    write_table_file,
)
from touchjudge.cli.app import app
from touchjudge.errors import ConfigError
from touchjudge.service import Settings

table = typer.Typer(name="table", help="The file that says how the table is wired.")
app.add_typer(table)

File = Annotated[Path | None, typer.Argument(help="The table file; by default table.toml in the user's config folder.")]


@table.command()
def init(file: File = None) -> None:
    """Write a table file with comments; it changes nothing until it is edited."""
    path = file or default_path()
    write_table_file(path)
    print(f"wrote {path}: edit it, then run `touchjudge table check`")


@table.command()
def check(file: File = None) -> None:
    """Read a table file and say what it means; what is wrong is said with its line, and the status is 2."""
    path = file or default_path()
    told = read_table_file(path, languages=LANGUAGES)
    print(f"{path} is right")
    for name, places in {"any board": told.places.by_line, **told.places.boards}.items():
        print(f"{name}: {', '.join(f'{line} {place}' for line, place in enumerate(places) if place != SPARE)}")
    for name, pads in {"any board": told.places.force, **told.places.boards_force}.items():
        if pads is not None and pads.lines:
            print(f"{name}: analogue pads on lines {', '.join(map(str, pads.enabled))}, on {pads.on}, off {pads.off}")
    if told.places.seats:
        print(f"seats: {', '.join(f'{place} {name}' for place, name in told.places.seats.items())}")
    if told.panel != PanelPart():
        wired = [f"{name} {number}" for name, number in told.panel.wiring.items()]
        print(f"panel: {', '.join([told.panel.driver, *['upside down'] * told.panel.upside_down, *wired])}")
    if told.scanner.device is not None:
        print(f"scanner: {told.scanner.device}")


def table_file(config: Path | None) -> TableFile:
    """The table file that was named, or the user's own if there is one.

    Raises:
        ConfigError: the one that was named is not there, or a file that is wrong or that this user may not read.
    """
    if config is None and not _is_there(default_path()):
        return TableFile()
    return read_table_file(config or default_path(), languages=LANGUAGES)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:  # as when a program is started with the home folder of somebody else
        raise ConfigError(
            f"the table file {path} cannot be looked for ({error.strerror}); log in as the user who plays, or name"
            " another with --config"
        ) from None


def settings_of(told: TableFile, language: str, *, simulated: bool) -> Settings:
    """How the table behaves; a simulated one is wired as boards usually are, so that its seed decides everything."""
    if simulated:
        return Settings(language=language)
    return Settings(
        settle_after_ms=told.settle_after_ms,
        settle=told.settle,
        overrides=told.overrides,
        board_overrides=told.board_overrides,
        places=told.places,
        language=language,
    )
