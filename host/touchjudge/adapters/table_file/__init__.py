"""``table.toml``: how the table is wired and who sits where, written with comments and read with every fault named.

In: the file's text. Out: a :class:`TableFile`. A wrong value is refused in one sentence with the file, the line, the
value and what is allowed. Ref: docs/table-file.md.
"""

from touchjudge.adapters.table_file.files import default_path, line_of, read_table_file, write_table_file
from touchjudge.adapters.table_file.parts import HeaderPart, PanelPart, ScannerPart
from touchjudge.adapters.table_file.reading import SPARE, TableFile
from touchjudge.adapters.table_file.template import template

__all__ = [
    "SPARE",
    "HeaderPart",
    "PanelPart",
    "ScannerPart",
    "TableFile",
    "default_path",
    "line_of",
    "read_table_file",
    "template",
    "write_table_file",
]
