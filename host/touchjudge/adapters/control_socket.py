"""A door to a running table for other commands of the same user: table-language lines in, answers out.

``touchjudge undo`` and ``correct`` go through it, so that the one writer of the journal stays the one writer. It is a
Unix socket beside the journal that only its owner can open, and works without web page and network.
"""

import contextlib
import hashlib
import os
import queue
import socket
import socketserver
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path

from touchjudge.errors import TouchJudgeError
from touchjudge.ports import Inbox, Told

MAX_BATCH_BYTES = 1_048_576
ANSWER_WITHIN_S = 10.0
# Linux takes 107 bytes for the path of a socket; longer journal paths get a short one in the folder for such things.
_MAX_PATH_BYTES = 100
_LONG = f'{{"error":"more than {MAX_BATCH_BYTES} bytes were told at once; tell them in parts"}}'
_BUSY = '{"error":"the table has more to do than it can take; try again in a moment"}'
_LATE = '{"error":"the table did not answer within 10 s; look at its screen before you try again"}'


def socket_path(journal: Path) -> Path:
    """Where the running table of a journal listens."""
    beside = journal.with_name(journal.name + ".control")
    if len(os.fsencode(beside)) <= _MAX_PATH_BYTES:
        return beside
    name = hashlib.sha256(os.fsencode(journal)).hexdigest()[:16]
    folder = Path(os.environ.get("XDG_RUNTIME_DIR", tempfile.gettempdir()))
    return folder / f"touchjudge-{os.getuid()}-{name}.control"


class _Connection(socketserver.StreamRequestHandler):
    """One connection is one batch: lines until the other side has said all, then an answer a line."""

    def handle(self) -> None:
        server = self.server
        assert isinstance(server, _Server)  # noqa: S101 - narrowing
        lines = self.rfile.read(MAX_BATCH_BYTES + 1)
        if len(lines) > MAX_BATCH_BYTES:
            self.wfile.write(_LONG.encode() + b"\n")
            return
        answers: queue.Queue[str] = queue.Queue(1)
        told = Told(lines.decode("utf-8", "replace").rstrip("\r\n"), "command", answers.put)
        if not server.inbox.put(told):
            answer = _BUSY
        else:
            try:
                answer = answers.get(timeout=ANSWER_WITHIN_S)
            except queue.Empty:
                answer = _LATE
        self.wfile.write(answer.encode() + b"\n")


class _Server(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, path: Path, inbox: Inbox) -> None:
        self.inbox = inbox
        super().__init__(str(path), _Connection)


class ControlSocket:
    """Listens beside the journal while the table runs."""

    def __init__(self, journal: Path, inbox: Inbox) -> None:
        self.path = socket_path(journal)
        # Only the holder of the journal's lock comes here, so a socket that lies here is a dead table's.
        with contextlib.suppress(FileNotFoundError):
            self.path.unlink()
        mask = os.umask(0o177)
        try:
            self._server = _Server(self.path, inbox)
        finally:
            os.umask(mask)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.1,), name="control", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(2)
        with contextlib.suppress(FileNotFoundError):
            self.path.unlink()


def tell_running_table(journal: Path, lines: Sequence[str]) -> list[str] | None:
    """The answers of the table that runs on this journal, a line each, or None where none runs.

    Raises:
        TouchJudgeError: it runs but does not answer.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
        door.settimeout(ANSWER_WITHIN_S + 1)
        try:
            door.connect(str(socket_path(journal)))
        except (FileNotFoundError, ConnectionRefusedError):
            return None
        except OSError as error:
            raise TouchJudgeError(
                f"the running table of {journal} cannot be reached ({error.strerror or error}): call this as the user"
                " who runs it, or put it right on its page"
            ) from None
        try:
            door.sendall("".join(f"{line}\n" for line in lines).encode())
            door.shutdown(socket.SHUT_WR)
            with door.makefile("rb") as answers:
                return answers.read().decode().splitlines()
        except OSError as error:
            raise TouchJudgeError(f"the running table does not answer ({error}); look at its screen") from None
