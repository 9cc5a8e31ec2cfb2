"""Two small documents: a (b (p)) b, and a."""

from __future__ import annotations

from partwise.tables.structure.table import Structure

GOOD = {
    "doc": ["d", "d", "d", "d", "e"],
    "node": [0, 1, 2, 3, 0],
    "parent": [None, 0, 1, 0, None],
    "tag": ["a", "b", "p", "b", "a"],
    "start": [0, 1, 2, 5, 0],
    "end": [9, 5, 4, 8, 3],
}


def changed(**columns):
    """Return the documents with some columns changed."""
    return Structure.from_columns(**{**GOOD, **columns})
