"""What is run on the board itself, as text: looking around, hashing, and the program that moves files to their places.

They keep to what every MicroPython since 1.22 has, and need nothing else of the board's files.
"""

from collections.abc import Sequence

STAGED = "/touchjudge.new"
LIST = STAGED + "/list"
MOVER = STAGED + "/mover"

FACTS = """
import sys
told = {"name": sys.implementation[0], "version": tuple(sys.implementation[1])[:3], "platform": sys.platform}
told["machine"] = getattr(sys.implementation, "_machine", "")
try:
    import machine, binascii
    told["chip_id"] = binascii.hexlify(machine.unique_id()).decode()
except (ImportError, AttributeError):
    pass
try:
    import rp2
    told["dma"] = hasattr(rp2, "DMA")
except ImportError:
    pass
try:
    import os
    space = os.statvfs("/")
    # A file system that is all but full counts below zero.
    told["free"] = space[0] * space[3] if space[3] <= space[2] else 0
    told["block"] = space[0]
except (ImportError, OSError):
    pass
print(repr(told))
"""

_HASHES = """
import binascii, hashlib, os
kept = bytearray(512)
def tell(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while True:
            count = file.readinto(kept)
            if not count:
                break
            digest.update(memoryview(kept)[:count])
    print(repr((path, binascii.hexlify(digest.digest()).decode())))
def walk(path):
    try:
        is_folder = os.stat(path)[0] & 0x4000
    except OSError:
        return
    if not is_folder:
        return tell(path)
    print(repr((path, "")))
    for entry in os.ilistdir(path):
        walk(path + "/" + entry[0])
for path in %r:
    walk(path)
"""

_FOLDERS = """
import os
for path in %r:
    try:
        os.mkdir(path)
    except OSError as error:
        if error.errno != 17:
            raise
"""

_REMOVE = """
import os
for path in %r:
    try:
        os.remove(path)
    except OSError:
        try:
            os.rmdir(path)
        except OSError:
            pass
"""

_RENAME = """
import os
os.rename(%r, %r)
"""

_COPY = """
with open(%r, "rb") as old, open(%r, "wb") as new:
    while True:
        part = old.read(512)
        if not part:
            break
        new.write(part)
"""

_READ = """
try:
    with open(%r, "rb") as file:
        print(repr(file.read(%d)))
except OSError:
    print("None")
"""

# Takes the place of main.py as the last step of an installation that can be cut, and is replaced by the new main.py as
# the last step of its own. Each of its steps may have been done already.
MOVER_TEXT = '''"""Ends an installation of touchjudge: moves its files to their places, also after a power cut."""

import os

import machine

STAGED = "/touchjudge.new"


def is_there(path):
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def put(path):
    if not is_there(STAGED + path):
        return
    at = ""
    for folder in path.split("/")[1:-1]:
        at += "/" + folder
        if not is_there(at):
            os.mkdir(at)
    os.rename(STAGED + path, path)


def drop(path):
    try:
        os.remove(path)
    except OSError:
        try:
            os.rmdir(path)
        except OSError:
            pass


if is_there(STAGED + "/list"):
    with open(STAGED + "/list") as file:
        rows = file.read().split("\\n")
    for row in rows:
        if row.startswith("put "):
            put(row[4:])
        elif row.startswith("drop "):
            drop(row[5:])
    put("/main.py")
    for row in rows:
        if row.startswith("clean "):
            drop(row[6:])
    drop(STAGED + "/list")
    drop(STAGED)
    machine.soft_reset()
print("touchjudge: the firmware is not whole; run `touchjudge firmware install` again")
'''


def hashes_of(paths: Sequence[str]) -> str:
    """A program that prints path and SHA-256 of these files, and of all files in these folders."""
    return _HASHES % (tuple(paths),)


def make_folders(paths: Sequence[str]) -> str:
    """A program that makes these folders, parents first, where they are not there."""
    return _FOLDERS % (tuple(paths),)


def remove(paths: Sequence[str]) -> str:
    """A program that removes these files and empty folders, in order; what cannot be removed stays."""
    return _REMOVE % (tuple(paths),)


def rename(old: str, new: str) -> str:
    """A program that gives a file another name, in one step that no power cut can halve."""
    return _RENAME % (old, new)


def copy(old: str, new: str) -> str:
    """A program that copies a file."""
    return _COPY % (old, new)


def read(path: str, most: int = 4096) -> str:
    """A program that prints the beginning of a file, or None."""
    return _READ % (path, most)


def list_of(puts: Sequence[str], drops: Sequence[str], folders: Sequence[str]) -> str:
    """What the mover has to do: files to put in place, what belongs to nobody any more, its own folders to clean."""
    rows = [f"put {path}" for path in puts] + [f"drop {path}" for path in drops] + [f"clean {path}" for path in folders]
    return "".join(row + "\n" for row in rows)
