"""Fill the generated parts of the documentation from the program itself.

A part stands between ``<!-- generated: NAME … -->`` and ``<!-- end -->``. With ``--check`` nothing is written, and the
status is 1 if a page is stale; a test does the same.

usage: python docs/generate.py [--check]
"""

import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
PART = re.compile(r"(<!-- generated: (?P<name>[^>]*?) -->\n).*?(<!-- end -->)", re.DOTALL)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; bars inside cells are escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def code(value: object) -> str:
    return f"`{value}`"


def wire(sender: str) -> str:
    """All lines that one end of the wire says, with their fields."""
    from tjwire import LINES

    rows = []
    for line in LINES:
        if sender == line.SENDER:
            fields = "<br>".join(f"{code(field.name)} {field.meaning} ({field.form})" for field in line.FIELDS)
            rows.append((code(line.KIND), line.MEANING, fields))
    return table(("line", "what for", "fields"), rows)


def game_named(name: str) -> Any:
    from touchjudge.registry import known_games

    return known_games()[name]


def options(name: str) -> str:
    rows = [
        (code(option.name), code(spelled(option.default)), option.allowed(), option.why)
        for option in game_named(name).options
    ]
    return table(("option", "default", "allowed", "what for"), rows)


def spelled(default: bool | int | str) -> str:
    """As it is typed after ``--rule name=``."""
    return str(default).lower() if isinstance(default, bool) else str(default)


def codes(name: str) -> str:
    rows = []
    for key, sentence in game_named(name).sentences.items():
        said = sentence if isinstance(sentence, str) else f"{sentence[0]} / {sentence[1]}"
        rows.append((code(key), said))
    return table(("code", "what people read"), rows)


def pinout() -> str:
    board = tomllib.loads((ROOT / "hardware" / "pinout.toml").read_text(encoding="utf-8"))
    rows = [
        (str(line["line"]), f"GP{line['gpio']}", str(line["pin"]), line["spot"], line["name"]) for line in board["line"]
    ]
    rows += [("", f"GP{board[out]['gpio']}", str(board[out]["pin"]), "output", out) for out in ("lights", "buzzer")]
    names = {line["line"]: line["name"] for line in board["line"]}
    rows += [
        (str(pad["line"]), f"GP{pad['gpio']}", str(pad["pin"]), "analogue", names[pad["line"]])
        for pad in board["analogue"]
    ]
    return table(("line", "GPIO", "header pin", "spot", "name"), rows)


def commands() -> str:
    """Every command with its arguments and options, from the command line itself."""
    import typer

    from touchjudge.cli import command_line

    parts: list[str] = []

    def tell(path: str, command: Any) -> None:
        if members := getattr(command, "commands", None):
            for name in members:
                tell(f"{path} {name}", members[name])
            return
        arguments = [one for one in command.params if one.param_type_name == "argument"]
        names = (one.name.upper() if one.required else f"[{one.name.upper()}]" for one in arguments)
        usage = " ".join([path, *names, "[OPTIONS]"])
        parts.append(f"## {path.removeprefix('touchjudge ')}\n\n{command.help or ''}\n\n```\n{usage}\n```\n\n")
        rows = [_row(one) for one in command.params if one.name not in ("help", "install_completion")]
        parts.append(table(("", "default", "what for"), rows) + "\n" if rows else "")

    tell("touchjudge", typer.main.get_command(command_line()))
    return "\n" + "".join(parts)


def table_file() -> str:
    """The file that `touchjudge table init` writes."""
    from touchjudge.adapters.table_file import template

    return f"\n```toml\n{template()}```\n\n"


def panels() -> str:
    """Every scene on every kind of panel."""
    from touchjudge.screens.panels import MONO, PANELS
    from touchjudge.testing.views import VIEWS

    sizes = sorted(set(PANELS.values()) - {MONO})
    rows = [
        (
            name.replace("_", " "),
            f"![{name}: small panel](pictures/panel-{name}.png){{ width=200 }}",
            *(
                f"![{name}: {width}x{height}](pictures/colour-{width}x{height}-{name}.png){{ width={width // 2 + 30} }}"
                for width, height in sizes
            ),
        )
        for name in VIEWS
    ]
    return "\n" + table(("scene", "128x64", *(f"{width}x{height}" for width, height in sizes)), rows) + "\n"


def page_pictures(game: str) -> str:
    """Every page of a game at the three sizes at which pictures are made."""
    pages = {"board": "`/`", "table": "`/table`", "me": "`/me`", "history": "`/history`"}
    widths = {320: 130, 768: 210, 1920: 420}
    rows = [
        (
            address,
            *(
                f"![{game}, {name}, {size}](pictures/pages/{game}-{name}-{size}.png){{ width={width} }}"
                for size, width in widths.items()
            ),
        )
        for name, address in pages.items()
    ]
    return "\n" + table(("page", *(f"{size} px" for size in widths)), rows) + "\n"


def _row(one: Any) -> tuple[str, str, str]:
    if one.param_type_name == "argument":
        name = one.name.upper()
    else:
        name = ", ".join(code(flag) for flag in [*one.opts, *one.secondary_opts])
    if one.secondary_opts:
        default = code((one.opts if one.default else one.secondary_opts)[0])
    else:
        default = "" if one.default in (None, False, (), []) or callable(one.default) else code(one.default)
    return name, default, " ".join((getattr(one, "help", None) or "").split())


PARTS: dict[str, Callable[..., str]] = {
    "wire": wire,
    "options": options,
    "codes": codes,
    "pinout": pinout,
    "commands": commands,
    "table_file": table_file,
    "panels": panels,
    "page_pictures": page_pictures,
}


def filled(text: str) -> str:
    """The text of a page with all its generated parts made anew."""

    def fill(found: re.Match[str]) -> str:
        name, *arguments = found["name"].split()
        return found[1] + PARTS[name](*arguments) + found[3]

    return PART.sub(fill, text)


def pages() -> list[Path]:
    return sorted(page for page in DOCS.rglob("*.md") if PART.search(page.read_text(encoding="utf-8")))


def stale(page: Path) -> bool:
    text = page.read_text(encoding="utf-8")
    return filled(text) != text


def main() -> int:
    old = [page for page in pages() if stale(page)]
    if "--check" in sys.argv[1:]:
        for page in old:
            print(f"{page.relative_to(ROOT)} is stale: run `make docs`")
        return 1 if old else 0
    for page in old:
        page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
        print(f"{page.relative_to(ROOT)} made anew")
    return 0


if __name__ == "__main__":
    sys.exit(main())
