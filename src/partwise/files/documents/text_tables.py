"""Tables of texts, some rows at a time: neither a table of gigabytes nor a row of it is held twice.

Each part of a table is read as a table of its own. Where one has a problem the table is read
whole, so that lines and rows are told as in every other table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from partwise.errors import PartwiseError
from partwise.files.dispatch import columns_of
from partwise.files.parsing.frames import table_of
from partwise.files.parsing.parquet import parquet_slices
from partwise.files.parsing.table import Table
from partwise.files.registry import format_named
from partwise.files.source import Source
from partwise.kernels.text.lines import PAD
from partwise.kernels.text.quotes import cut_outside_quotes
from partwise.tables.column_names import Schema
from partwise.tables.columns import decode

PART = 16 << 20
"""Bytes of a table that are read at a time."""
LONGEST = 1 << 30
"""Bytes of a line: a text may be long."""


def text_rows(
    source: Source, form: str, columns: Mapping[str, str] | None
) -> Iterator[tuple[str, str]]:
    """Yield document and text of each row of a table.

    Parameters
    ----------
    source : Source
        The file.
    form : {'jsonl', 'parquet', 'csv', 'tsv'}
        Its format.
    columns : mapping of str to str or None
        Names of columns, ours to theirs.
    """
    source.longest_line = LONGEST
    tables = _parquet(source, columns) if form == "parquet" else _lines(source, form, columns)
    while True:
        try:
            table = next(tables, None)
            if table is None:
                return
            table.problems.refuse()
        except PartwiseError:
            _columns(columns_of(source, format_named(form), Schema("texts", columns)))
            raise
        yield from _columns(table)


def line_of(row: int, source: Source, form: str, columns: Mapping[str, str] | None) -> int | None:
    """Return the line of a row, from 0, where the table has lines; it is read whole."""
    if form == "parquet":
        return None
    return columns_of(source, format_named(form), Schema("texts", columns)).lines.line(row)


def _columns(table: Table) -> list[tuple[str, str]]:
    table.need("doc", *(() if "text" in table.texts else ("text",)))  # a text may be empty
    table.problems.refuse()
    doc, text = (decode(column.codes, column.names) for column in map(table.text, ("doc", "text")))
    return [(name or "", words or "") for name, words in zip(doc, text, strict=True)]


def _lines(source: Source, form: str, columns: Mapping[str, str] | None) -> Iterator[Table]:
    header = b""
    cut = cut_outside_quotes if form == "csv" else None
    for block in source.blocks(PART, cut):
        content = bytes(block.data[PAD : block.hi])
        if header:
            content = header + content
        elif form != "jsonl":
            header = _header(content)
            if not header and content.strip():  # comments before the header
                continue
        part = Source(source, encoding=source.encoding, lenient=source.lenient)
        part.content, part.encoding, part.longest_line = content, "utf-8", LONGEST
        if content.strip():
            yield columns_of(part, format_named(form), Schema("texts", columns))


def _header(content: bytes) -> bytes:
    """Return the line that names the columns: the first that is neither blank nor a comment."""
    for line in content.splitlines(keepends=True):
        if line.strip() and not line.startswith(b"#"):
            return line
    return b""


def _parquet(source: Source, columns: Mapping[str, str] | None) -> Iterator[Table]:
    for frame in parquet_slices(source, PART):
        yield table_of(frame, source, Schema("texts", columns), "parquet")
