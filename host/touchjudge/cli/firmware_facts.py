"""What ``firmware info`` says of a board: rows for people, one object for scripts."""

from collections.abc import Iterator
from typing import Any

from touchjudge.adapters.firmware_install import BoardFacts, is_newer, unfit
from touchjudge.cli.tables import LINES

_INSTALL = "`touchjudge firmware install`"


def verdict(facts: BoardFacts, version: str, protocol: int) -> tuple[str, str]:
    """Whether the board's firmware is this program's, in one word and in one sentence that says what to do.

    The word is ``same``, ``older``, ``newer``, ``changed`` (the version is right, a file is not), ``stopped`` (it is
    there and does not run), ``none`` or ``unfit`` (it cannot run there).
    """
    if facts.interpreter is not None and (why := unfit(facts.interpreter)) is not None:
        return "unfit", f"the board {why}"
    hello, on_board = facts.hello, facts.on_board
    there = hello.firmware if hello else on_board.version if on_board else None
    if there is None:
        return "none", f"the board has no firmware of ours: run {_INSTALL}"
    newer = is_newer(there, than=version) or (hello is not None and hello.protocol > protocol)
    if newer:
        return (
            "newer",
            f"it is newer than this program's {version}: install a newer touchjudge, or run {_INSTALL} --older",
        )
    if there != version or (hello is not None and hello.protocol != protocol):
        return "older", f"this program brings {version}: run {_INSTALL}"
    if facts.unlike:
        return "changed", f"{facts.unlike} of its files are not this program's: run {_INSTALL}"
    if hello is None:
        return "stopped", "it is there and does not run: power the board off and on without OK held, or play"
    return "same", "as this program's"


def facts_rows(facts: BoardFacts, version: str, protocol: int) -> Iterator[tuple[str, str]]:
    """Name and value of everything that is known."""
    hello, beat, board = facts.hello, facts.beat, facts.interpreter
    yield "port", facts.port
    if hello:
        yield "board", f"{hello.board}, chip {hello.chip_id}"
    elif board:
        yield "board", f"{board.machine or board.platform}, chip {board.chip_id or 'without an id'}"
    yield "firmware", _firmware(facts, version, protocol)
    if board:
        free = "no file system" if board.free_bytes is None else f"{board.free_bytes // 1024} KiB free for files"
        yield "MicroPython", f"{board.shown}, {free}"
    else:
        yield "MicroPython", "not asked while the firmware runs; --files stops it for a moment"
    if hello:
        up = f", {beat.device_us / 1e6:.0f} s ago" if beat else ""
        yield "boot", f"{hello.boot_id}{up}"
        yield "edges", f"{hello.next_number} since then, {hello.next_number - hello.oldest} wait for a table"
    if beat:
        yield "lines", f"down now: {_lines(beat.levels)}; muted: {_lines(beat.muted)}; {beat.lost} edges lost"
        yield "memory", f"{beat.free_bytes // 1024} KiB free"
    if facts.clock_bound_us is not None:
        yield "clock", f"known to {facts.clock_bound_us} µs after a second of pings"
    if facts.settings:
        yield "settings", ", ".join(f"{name} {value}" for name, value in facts.settings.items())
    if facts.text and not hello:
        yield "said", facts.text


def facts_json(facts: BoardFacts, version: str, protocol: int) -> dict[str, Any]:
    """The same for scripts; what is not known is null."""
    hello, beat, board, on_board = facts.hello, facts.beat, facts.interpreter, facts.on_board
    word, sentence = verdict(facts, version, protocol)
    return {
        "port": facts.port,
        "board": hello.board if hello else board.machine if board else None,
        "chip_id": hello.chip_id if hello else board.chip_id if board else None,
        "micropython": board.shown if board else None,
        "firmware": hello.firmware if hello else on_board.version if on_board else None,
        "protocol": hello.protocol if hello else None,
        "running": hello is not None,
        "wanted": {"firmware": version, "protocol": protocol},
        "match": word,
        "say": sentence,
        "boot_id": hello.boot_id if hello else None,
        "up_us": beat.device_us if beat else None,
        "edges": hello.next_number if hello else None,
        "waiting_edges": hello.next_number - hello.oldest if hello else None,
        "lost_edges": beat.lost if beat else None,
        "lines": hello.lines if hello else None,
        "down": beat.levels if beat else None,
        "muted": beat.muted if beat else None,
        "free_heap_bytes": beat.free_bytes if beat else None,
        "free_file_bytes": board.free_bytes if board else None,
        "clock_bound_us": facts.clock_bound_us,
        "settings": dict(facts.settings) or None,
        "files_unlike": facts.unlike,
    }


def _firmware(facts: BoardFacts, version: str, protocol: int) -> str:
    _, sentence = verdict(facts, version, protocol)
    if facts.hello:
        return f"{facts.hello.firmware}, wire protocol {facts.hello.protocol}: {sentence}"
    there = facts.on_board.version if facts.on_board else None
    return f"{there}: {sentence}" if there else f"none: {sentence}"


def _lines(mask: int) -> str:
    return " ".join(str(line) for line in range(LINES) if mask >> line & 1) or "none"
