"""The table language: JSON lines in, JSON lines out. The border of the program, where pydantic checks what comes in.

Ref: docs/table-language.md.
"""

from touchjudge.language.answers import answer_json, ruling_json
from touchjudge.language.read import parse_line, read
from touchjudge.language.schema import schema

__all__ = ["answer_json", "parse_line", "read", "ruling_json", "schema"]
