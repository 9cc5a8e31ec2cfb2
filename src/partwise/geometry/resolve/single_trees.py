"""Trees of one element: they are that element."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import numpy as np

from partwise.tables.columns import ABSENT
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

Table = TypeVar("Table", bound=Run | Qrels)


def trees_as_elements(table: Table) -> Table:
    """Name trees of one element in the column of elements; the table itself without any."""
    trees = table.trees.tolist()
    single = [code for code, tree in enumerate(trees) if "|" not in tree]
    if not single or table.tree.size != table.element.size:
        return table
    known = {name: code for code, name in enumerate(table.elements.tolist())}
    element_of = np.full(len(trees) + 1, ABSENT, np.int32)  # the last: rows without a tree
    for code in single:
        element_of[code] = known.setdefault(trees[code], len(known))
    element = element_of[table.tree]
    return replace(
        table,
        elements=Names.of(known),
        element=np.where(element >= 0, element, table.element).astype(table.element.dtype),
        tree=np.where(element >= 0, ABSENT, table.tree).astype(table.tree.dtype),
    )
