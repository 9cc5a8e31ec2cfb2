"""AutoRAG corpus: passages with their places in the source files, Parquet.

Columns ``doc_id`` (the passage's id), ``contents``, ``path`` (the document) and ``start_end_idx``:
two offsets from 0, of which the end is inclusive. Contents may carry a title before the text of
the passage: only their end, as long as the span, is kept as its text. The offsets ``(0, 0)`` mean
that the passage was not found: a row without a place (``--missing`` leaves it out or takes the
whole document). Other columns are not read. The file is an inventory.
"""

from __future__ import annotations

from partwise.files.parsing.parquet import parquet_frame, table_of
from partwise.files.source import Source
from partwise.tables.schema import Schema
from partwise.tables.table import Table

NEEDED = ("doc_id", "contents", "path", "start_end_idx")

_MOST = (1 << 63) - 1


def read_table(source: Source, schema: Schema) -> Table:
    """Read the passages; bad cells are noted in the table's problems."""
    import polars as pl

    frame = parquet_frame(source, NEEDED)
    span = frame["start_end_idx"]
    if isinstance(span.dtype, pl.Array):
        frame = frame.with_columns(span.arr.to_list())
    kind = frame.schema["start_end_idx"]
    inner = kind.inner if isinstance(kind, pl.List) else pl.String()
    pairs = inner == pl.Null or inner.is_integer()
    for name, good, expected in (
        ("start_end_idx", pairs, "pairs of numbers"),
        ("contents", frame.schema["contents"] in (pl.String, pl.Null), "text"),
    ):
        if not good:
            raise source.error(None, f"{name} holds {frame.schema[name]}, expected {expected}")
    # the end after the last place may not fit the width that the file has
    pair = pl.col("start_end_idx").list
    given = [pair.get(at, null_on_oob=True) for at in (0, 1)]
    first, last = (one.cast(pl.Int64, strict=False) for one in given)
    for name, one, own in (("start", given[0], first), ("end", given[1], last)):
        beyond = one.is_not_null() & (own.is_null() | (own == _MOST))
        found = frame.select(row=beyond.arg_true().first(), value=one.filter(beyond).first())
        if (row := found["row"][0]) is not None:
            value = int(found["value"][0]) + (name == "end")
            raise source.error(None, f'row {row + 1}: {name} "{value}" is beyond 64 bits')
    lost = (first == 0) & (last == 0)
    contents = pl.col("contents")
    size = last - first + 1
    own = contents.str.len_chars() > size
    rows = frame.select(
        doc=pl.col("path"),
        id=pl.col("doc_id"),
        start=pl.when(~lost).then(first),
        end=pl.when(~lost).then(last + 1),
        text=pl.when(~lost & own).then(contents.str.tail(size)).otherwise(contents),
    )
    return table_of(rows, source, schema, "autorag-corpus")
