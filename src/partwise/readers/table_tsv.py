"""TSV: our own tables, a header and tab-separated cells.

Grammar: the first line names the columns, every further line is a row with as many cells,
separated by single tabs. There are no quotes; an empty cell is an absent value. The
order of the columns is free, unknown columns are kept. Blank lines are skipped, and so are
lines that start with ``#`` above the header.

Runs: ``topic doc start end length element tree rank score run tokens``. ``topic`` and ``doc`` are
needed; ``length`` may stand for ``end``; without place the part is the whole document; ``tree``
is element paths joined by ``|``.

Assessments: ``topic doc start end element tree grade bep e s length assessor``. ``length`` is that
of the document. A missing grade is 1 where there is a place; a grade of 0 or below means
judged and not relevant.

Lengths: ``doc length``. Inventory: ``doc start end element tokens``.

Offsets count Unicode code points from 0; ``end`` is the place after the last character.

Example::

    topic	doc	start	end
    q1	handbook	120	185
"""

from __future__ import annotations

from partwise.readers._delimited import read_delimited
from partwise.readers._source import Source
from partwise.readers._table import Table
from partwise.tables.schema import Schema


def read_table(source: Source, schema: Schema) -> Table:
    """Read all columns; bad cells are noted in the table's problems."""
    return read_delimited(source, schema, "tsv", "\t")
