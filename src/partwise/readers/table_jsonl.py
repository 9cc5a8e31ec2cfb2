"""JSON lines: our own tables, one object a line.

Grammar: every line is one JSON object whose keys are the names of columns. Columns and their
meaning are those of TSV (``partwise formats tsv``); a missing key, ``null`` and an empty string
are absent values. Topics and documents may be strings or whole numbers. Blank lines are
skipped, unknown keys kept.

Example::

    {"topic": "q1", "doc": "handbook", "start": 120, "end": 185, "score": 12.5}
"""

from __future__ import annotations

import io
import json

from partwise.errors import FormatError
from partwise.readers._frames import table_of
from partwise.readers._source import Source
from partwise.readers._table import Kind, Table


def read_table(source: Source, kinds: dict[str, Kind]) -> Table:
    """Read all columns; bad cells are noted in the table's problems."""
    import polars as pl

    content = source.checked()
    try:
        frame = pl.read_ndjson(io.BytesIO(content), infer_schema_length=None)
    except pl.exceptions.PolarsError:
        raise _first_problem(content, source) from None
    lines = _JsonLines(content)
    return table_of(frame, source, kinds, "jsonl", lines)


class _JsonLines:
    """Line of each object, found only when somebody asks."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def of(self, row: int) -> int:
        """Return the line of a row."""
        left = row
        for number, line in enumerate(io.BytesIO(self._content), start=1):
            if line.strip():
                if not left:
                    return number
                left -= 1
        return row + 1


def _first_problem(content: bytes, source: Source) -> FormatError:
    """Find the line that polars stumbled over."""
    for number, line in enumerate(io.BytesIO(content), start=1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
        except ValueError as bad:
            column = getattr(bad, "colno", 1)
            return source.error(number, f"not JSON (at character {column})")
        if not isinstance(found, dict):
            return source.error(number, "not a JSON object")
    return source.error(None, "its lines do not have the same kinds of values")
