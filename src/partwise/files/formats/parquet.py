"""Parquet: our own tables in columns.

Columns and their meaning are those of TSV (``partwise formats tsv``); a null is an absent value.
Topics and documents may be strings or whole numbers. Unknown columns are kept. Messages
count rows from 1.
"""

from __future__ import annotations

from partwise.files.parsing.parquet import parquet_frame, table_of
from partwise.files.source import Source
from partwise.tables.rows import RowLines
from partwise.tables.schema import Schema
from partwise.tables.table import Table


def read_table(source: Source, schema: Schema) -> Table:
    """Read all columns; bad cells are noted in the table's problems."""
    frame, first = parquet_frame(source), 1 if source.rows is None else 1 + source.rows[0]
    lines = RowLines(range(first, first + frame.height), "row")
    return table_of(frame, source, schema, "parquet", lines)
