"""Measure: every ``bench_*.py`` beside this file, each in a process of its own; a table here, figures in bench.json.

A bench has ``run() -> dict``: names with units (``p99_ms``, ``games_per_s``) to figures, or to ``{"value": …, "aim":
…}``, or to such a dict again. Nothing here runs in pytest: a figure depends on the machine, a test must not.

usage: python tests/bench/run.py [-o FILE] [NAME …]
"""

import argparse
import importlib.util
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PREFIX = "bench_"


def measure(name: str) -> dict[str, Any]:
    """Load one bench into this process and run it."""
    spec = importlib.util.spec_from_file_location(PREFIX + name, HERE / f"{PREFIX}{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    figures: dict[str, Any] = module.run()
    return figures


def measure_apart(name: str) -> dict[str, Any] | None:
    """The figures of one bench from a process of its own, or None if it failed (it has said why)."""
    paths = [ROOT / "host", ROOT / "firmware" / "lib", ROOT / "tests", HERE]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths))}
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "figures.json"
        environment |= {"XDG_DATA_HOME": folder}
        run = subprocess.run(
            [sys.executable, __file__, "--one", name, "-o", str(answer)], cwd=ROOT, env=environment, check=False
        )
        return json.loads(answer.read_text()) if run.returncode == 0 and answer.exists() else None


def rows(figures: dict[str, Any], before: str = "") -> Iterator[tuple[str, str, str]]:
    """Name, figure and aim of each figure, nested names joined by a space."""
    for name, figure in figures.items():
        match figure:
            case {"value": value, **more}:
                yield before + name, shown(value), shown(more.get("aim", ""))
            case dict():
                yield from rows(figure, f"{before}{name} ")
            case _:
                yield before + name, shown(figure), ""


def shown(value: Any) -> str:
    match value:
        case bool() | str():
            return str(value)
        case int():
            return f"{value:,}"
        case float() if abs(value) >= 1_000:
            return f"{value:,.0f}"
        case float():
            return f"{value:.3g}"
        case None:
            return "not measured"
        case _:
            return json.dumps(value, ensure_ascii=False)


def table(results: dict[str, dict[str, Any] | None]) -> str:
    lines = [("bench", "figure", "value", "aim")]
    for bench, figures in results.items():
        if figures is None:
            lines.append((bench, "", "failed", ""))
        else:
            lines += [(bench, *row) for row in rows(figures)]
    first, second, third = (max(len(line[column]) for line in lines) for column in range(3))
    return "\n".join(f"{a:<{first}}  {b:<{second}}  {c:>{third}}  {d}".rstrip() for a, b, c, d in lines)


def machine() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
        "day": time.strftime("%Y-%m-%d"),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure touchjudge on this machine.")
    known = sorted(path.stem.removeprefix(PREFIX) for path in HERE.glob(f"{PREFIX}*.py"))
    parser.add_argument("names", nargs="*", help=f"which benches; default all of: {', '.join(known)}")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench.json", help="where the figures go")
    parser.add_argument("--one", metavar="NAME", help="run this one in this process and write only its figures")
    asked = parser.parse_args()
    if asked.one:
        asked.output.write_text(json.dumps(measure(asked.one)))
        return 0
    if unknown := sorted(set(asked.names) - set(known)):
        parser.error(f"no bench named {', '.join(unknown)}; there are: {', '.join(known)}")
    results: dict[str, dict[str, Any] | None] = {}
    for name in asked.names or known:
        print(f"measuring {name} …", flush=True)
        results[name] = measure_apart(name)
    text = json.dumps({"schema": 1, "machine": machine(), "benches": results}, indent=2, ensure_ascii=False)
    asked.output.write_text(text + "\n")
    print(f"\n{table(results)}\n\nwritten to {asked.output}")
    return 1 if None in results.values() else 0


if __name__ == "__main__":
    sys.exit(main())
