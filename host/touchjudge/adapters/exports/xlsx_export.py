"""The three tables of :mod:`.csv_export` as a sheet each of one workbook.

XlsxWriter is an extra, so whoever takes home text alone need not install it. A text is always written as a text: what
looks like a formula is none.
"""

import io
from datetime import datetime
from typing import TYPE_CHECKING, Any

from touchjudge.adapters.exports.csv_export import Cell, tables
from touchjudge.errors import ConfigError
from touchjudge.session.played import Standings

if TYPE_CHECKING:
    from collections.abc import Sequence

_LONGEST_COLUMN = 40
_EPOCH = datetime(1980, 1, 1)  # noqa: DTZ001 - a workbook's dates have no time zone


def xlsx_workbook(standings: Standings) -> bytes:
    """The workbook, the same bytes each time.

    Raises:
        ConfigError: XlsxWriter is not installed.
    """
    try:
        import xlsxwriter
    except ImportError:
        raise ConfigError(
            "a spreadsheet needs XlsxWriter: install it with `pip install 'touchjudge[report]'`, or take --format csv"
        ) from None
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content, {"in_memory": True})
    book.set_properties({"title": f"touchjudge {standings.session.session}", "created": _EPOCH})
    bold, ms = book.add_format({"bold": True}), book.add_format({"num_format": "0.000"})
    for name, (header, rows) in tables(standings).items():
        sheet = book.add_worksheet(name)
        widths = [len(title) for title in header]
        for column, title in enumerate(header):
            sheet.write_string(0, column, title, bold)
        for number, row in enumerate(rows, 1):
            _write_row(sheet, number, row, ms)
            widths = [max(width, len(str(cell or ""))) for width, cell in zip(widths, row, strict=True)]
        for column, width in enumerate(widths):
            sheet.set_column(column, column, min(width, _LONGEST_COLUMN) + 2)
        sheet.freeze_panes(1, 0)
    book.close()
    return content.getvalue()


def _write_row(sheet: Any, number: int, row: "Sequence[Cell]", ms: Any) -> None:
    for column, cell in enumerate(row):
        match cell:
            case None:
                pass
            case bool():
                sheet.write_string(number, column, "yes" if cell else "no")
            case int():
                sheet.write_number(number, column, cell)
            case float():
                sheet.write_number(number, column, cell, ms)
            case str():
                sheet.write_string(number, column, cell.encode("utf-8", errors="replace").decode())
