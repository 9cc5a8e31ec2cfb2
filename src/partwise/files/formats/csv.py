"""CSV: our own tables, a header and comma-separated cells.

Grammar: the first line names the columns, every further line is a row with as many cells,
separated by commas. A cell that holds a comma, a quote or a newline is put in double quotes as
a whole, and a quote inside it is doubled. Columns and their meaning are those of TSV
(``partwise formats tsv``); an empty cell is an absent value.

Example::

    topic,doc,start,end
    q1,"handbook, part 2",120,185
"""

from __future__ import annotations

from partwise.files.parsing.delimited import read_delimited
from partwise.files.source import Source
from partwise.tables.schema import Schema
from partwise.tables.table import Table


def read_table(source: Source, schema: Schema) -> Table:
    """Read all columns; bad cells are noted in the table's problems."""
    return read_delimited(source, schema, "csv", ",")
