"""The evening's keys in a file beside the journal, so that a table that starts again knows its phones.

Only its owner can read it. A file that is older than an evening, or cannot be understood, gives way to new keys.
"""

import json
import os
from contextlib import suppress
from pathlib import Path

from touchjudge.adapters.web.door import EVENING_S, PIN_DIGITS, TOKEN_LENGTH, TOKEN_LETTERS, Keys, new_keys
from touchjudge.errors import ConfigError


def keys_path(journal: Path) -> Path:
    """Where the keys of this journal's table lie."""
    return journal.with_name(journal.name + ".door")


def evening_keys(path: Path, now_s: float) -> Keys:
    """The keys of this evening; made and kept where there are none.

    Args:
        now_s: the wall clock. A clock that went back does not end the evening.

    Raises:
        ConfigError: the file cannot be written.
    """
    kept = _kept(path)
    if kept is not None and abs(now_s - kept.made_s) < EVENING_S:
        return kept
    keys = new_keys(now_s)
    _keep(path, keys)
    return keys


def _kept(path: Path) -> Keys | None:
    try:
        status = path.stat()
        # Who could have written it knows the keys, and who can read it too.
        if status.st_uid != os.getuid() or status.st_mode & 0o077:
            return None
        told = json.loads(path.read_text("utf-8"))
        keys = Keys(str(told["pin"]), str(told["token"]), str(told["signing"]), float(told["made_s"]))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    whole = (
        len(keys.pin) == PIN_DIGITS
        and keys.pin.isdecimal()
        and len(keys.token) == TOKEN_LENGTH
        and set(keys.token) <= set(TOKEN_LETTERS)
        and len(keys.signing) == 64
    )
    return keys if whole else None


def _keep(path: Path, keys: Keys) -> None:
    text = json.dumps({"pin": keys.pin, "token": keys.token, "signing": keys.signing, "made_s": keys.made_s})
    new = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):
            new.unlink()
        file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        with os.fdopen(file, "w", encoding="utf-8") as writing:
            writing.write(text)
        new.replace(path)
    except OSError as error:
        raise ConfigError(
            f"the PIN cannot be kept in {path} ({error.strerror or error}); put the journal into a folder of yours "
            "with --db, or leave out --lan"
        ) from None
