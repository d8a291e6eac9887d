"""The page of an evening: one HTML file with figures, pictures and words, which asks no other place for anything.

In: standings and words in the reader's language. Out: bytes, the same each time. Stands on numpy, scipy, matplotlib and
Jinja2 (the extra ``report``), so it is imported only by who writes a report.
"""

from touchjudge.adapters.report.page import report_page

__all__ = ["report_page"]
