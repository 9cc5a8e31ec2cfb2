"""JSON lines: our own tables, one object a line.

Grammar: every line is one JSON object whose keys are the names of columns. Columns and their
meaning are those of TSV (``partwise formats tsv``); a missing key, ``null`` and an empty string
are absent values. Topics and documents may be strings or whole numbers. Blank lines are
skipped, unknown keys kept. A line may hold all results of a topic, the best first: objects, or ids
that ``--inventory`` knows; their order is the rank, and their scores are only kept. A topic alone,
or with an empty list, was answered with nothing.

Example::

    {"topic": "q1", "doc": "handbook", "start": 120, "end": 185, "score": 12.5}
    {"topic": "q2", "results": [{"doc": "handbook", "start": 120, "end": 185}]}
    {"topic": "q3"}
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from partwise.files.formats.jsonl.exact import read_lines
from partwise.files.formats.jsonl.nested import Flattened, is_nested
from partwise.files.limits import has_many_keys
from partwise.files.parsing.frames import table_of
from partwise.files.parsing.table import Table
from partwise.files.source import Source
from partwise.tables.column_names import Schema
from partwise.tables.schema import Kind

if TYPE_CHECKING:
    import polars as pl

_SMALL = 1 << 18
"""Bytes that are read line by line in less time than polars takes to be imported."""
_ESCAPED = re.compile(rb"\\u(?:00|[dD])")
"""Escapes of plain letters, which may hide a key, and halves of characters."""
_NO_OBJECT = re.compile(rb"^[ \t]*+[^{\s]", re.M)
"""Lines that are no objects; older versions of polars read ``null`` as a row without values."""


def read_table(source: Source, schema: Schema) -> Table:
    """Read all columns; bad cells are noted in the table's problems."""
    content = source.checked()
    if not is_nested(content) or schema.what not in ("run", "qrels"):
        return _read(content, source, schema)
    flattened = Flattened(content, schema.what)
    table = _read(flattened.content, source, schema, flattened.of)
    for number, said in flattened.problems:
        table.problems.add(number, said)
    return table


def _read(
    content: bytes, source: Source, schema: Schema, number_of: Callable[[int], int] | None = None
) -> Table:
    if len(content) <= _SMALL or has_many_keys(content):
        return read_lines(content, source, schema, number_of)
    import polars as pl

    try:
        frame = pl.read_ndjson(io.BytesIO(content), infer_schema_length=None)
    except (pl.exceptions.PolarsError, ValueError, RuntimeError):
        # older versions of polars raise a RuntimeError where newer ones raise their own
        return read_lines(content, source, schema, number_of)
    naming = schema.naming(frame.columns)
    known = {name: naming.kind(naming.ours(name) or "") for name in frame.columns}
    kinds = {name: kind for name, kind in known.items() if kind is not None}
    if not _is_plain(content, frame, kinds):
        return read_lines(content, source, schema, number_of)
    return table_of(frame, source, schema, "jsonl", _JsonLines(content, number_of))


def _is_plain(content: bytes, frame: pl.DataFrame, kinds: dict[str, Kind]) -> bool:
    """Tell whether the frame surely holds what the lines say.

    Polars turns values of several kinds into text, and takes one of two equal keys. Both are
    excluded where keys occur as often as their column has values, and values of
    known columns are of one kind.
    """
    if _ESCAPED.search(content) or _NO_OBJECT.search(content):
        return False
    for name in frame.columns:
        column = frame[name]
        if content.count(b'"%s"' % name.encode()) != len(column) - column.null_count():
            return False
        if name in kinds and not _is_of_kind(content, column, kinds[name]):
            return False
    return True


def _is_of_kind(content: bytes, column: pl.Series, kind: Kind) -> bool:
    import polars as pl

    if kind == "text" and column.dtype == pl.String:
        other = rb'"%s"\s*+:\s*+[^"]' % re.escape(column.name.encode())
        return re.search(other, content) is None
    if not (column.dtype == pl.Int64 or (kind == "real" and column.dtype == pl.Float64)):
        return False
    truth = rb'"%s"\s*+:\s*+[tf]' % re.escape(column.name.encode())  # to older versions 1 and 0
    return re.search(truth, content) is None


class _JsonLines:
    """Line of each object, found only when somebody asks."""

    def __init__(self, content: bytes, number_of: Callable[[int], int] | None = None) -> None:
        self._content, self._number_of = content, number_of or int

    def of(self, row: int) -> int:
        """Return the line of a row."""
        left = row
        for number, line in enumerate(io.BytesIO(self._content), start=1):
            if line.strip():
                if not left:
                    return self._number_of(number)
                left -= 1
        return row + 1
