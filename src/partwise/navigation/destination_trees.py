"""Trees that rows of a run or of assessments name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints
from partwise.errors import UsageError, quote
from partwise.geometry.stated_sizes import stated_sizes
from partwise.kernels.ragged import offsets_from_lengths
from partwise.navigation.node_sets import NodeSets, ranges
from partwise.navigation.references import NodeReferences, named_nodes
from partwise.tables.columns import ABSENT
from partwise.tables.names import Names

if TYPE_CHECKING:
    from partwise.geometry.nodes import Space
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run


def members(trees: Names) -> tuple[Names, Ints, Ints]:
    """Distinct elements of all trees; offsets and codes of the elements of each tree."""
    known: dict[str, int] = {}
    codes: list[int] = []
    length: list[int] = []
    for text in trees:
        paths = [path for path in text.split("|") if path]
        if not paths:
            raise UsageError(f"tree {quote(text)} names no element")
        codes += [known.setdefault(path, len(known)) for path in paths]
        length.append(len(paths))
    offsets = offsets_from_lengths(np.array(length, np.int64))
    return Names.of(known), offsets, np.array(codes, np.int64)


def trees_of(
    space: Space,
    table: Run | Qrels,
    rows: Ints,
    doc: Ints,
    *,
    members: tuple[Names, Ints, Ints],
    numbers: tuple[Ints, Ints],
) -> NodeSets:
    """Nodes of rows: one, or those of the tree that the row names."""
    names, offsets, codes = members
    none = np.full(rows.size, ABSENT, np.int64)
    compact = table.start.size != table.topic.size
    tree = none if compact else np.where(table.element[rows] < 0, table.tree[rows], ABSENT)
    one = np.flatnonzero(tree < 0)
    element = none[one] if compact else table.element[rows[one]].astype(np.int64)
    single = NodeReferences(table, rows[one], doc[one], table.elements, element, numbers[0])
    several = np.flatnonzero(tree >= 0)
    at, inner = ranges(offsets[tree[several]], offsets[tree[several] + 1])
    owner = np.repeat(several, np.diff(inner))
    many = NodeReferences(table, rows[owner], doc[owner], names, codes[at], numbers[1], member=True)
    nodes = named_nodes(space, single).joined(named_nodes(space, many))
    owner = np.concatenate((one, owner))
    order = np.argsort(owner, kind="stable")
    length = np.bincount(owner, minlength=rows.size)
    nothing, stated = np.zeros(rows.size), stated_sizes(table, rows)
    return NodeSets(none, nodes.take(order), offsets_from_lengths(length), nothing, stated)
