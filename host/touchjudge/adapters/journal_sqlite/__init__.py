"""The journal in one SQLite file: write-ahead log, every commit on the disk before it returns, rows only ever added.

In: lines, edges, boards and sessions (:class:`touchjudge.ports.Journal`). Out: the same, in the order in which they
were committed. One process writes, any number may read meanwhile.

:mod:`.journal` is the port itself, :mod:`.schema` the tables, :mod:`.holder` the writer's lock, :mod:`.opening` what
is looked at before a file is used, :mod:`.mending` what is saved from a damaged one, :mod:`.pages` how its pages are
read without SQLite's help.

Ref: https://www.sqlite.org/wal.html, https://www.sqlite.org/fileformat2.html.
"""

from touchjudge.adapters.journal_sqlite.journal import SqliteJournal, default_path
from touchjudge.adapters.journal_sqlite.mending import Damage

__all__ = ["Damage", "SqliteJournal", "default_path"]
