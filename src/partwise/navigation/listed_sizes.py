"""Sizes that the inventory states of parts whose offsets are not known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from partwise._typing import Ints
from partwise.geometry.nodes import Nodes
from partwise.navigation.node_sets import NodeSets
from partwise.tables.checks import first
from partwise.tables.columns import ABSENT


def with_listed_sizes(sets: NodeSets, listed: Nodes, size: Ints) -> NodeSets:
    """Give single nodes the size that the inventory states; another one is refused (E49).

    Parameters
    ----------
    sets : NodeSets
        Results or targets.
    listed, size : Nodes, ndarray
        Parts of the inventory, and the size of each.
    """
    if not len(listed):
        return sets
    numbers = listed.joined(sets.nodes).numbered()[1]
    mine, theirs = numbers[: len(listed)], numbers[len(listed) :]
    known = np.full(int(numbers.max(initial=0)) + 1, ABSENT, np.int64)
    known[mine[::-1]] = size[::-1]
    if (at := first(known[mine] != size)) is not None:
        raise _two_sizes(listed, at, int(known[mine[at]]), int(size[at]))
    alone = np.diff(sets.offsets) == 1
    node = sets.offsets[:-1][alone]
    found, stated = known[theirs[node]], sets.stated.copy()
    if (at := first((found >= 0) & (stated[alone] >= 0) & (found != stated[alone]))) is not None:
        raise _two_sizes(sets.nodes, int(node[at]), int(stated[alone][at]), int(found[at]))
    stated[alone] = np.where(stated[alone] < 0, found, stated[alone])
    return replace(sets, stated=stated)


def _two_sizes(nodes: Nodes, at: int, one: int, other: int) -> Exception:
    named = f"{nodes.place(at)} of document {nodes.space.document(int(nodes.doc[at]))}"
    problem = f"size of {named} is {one:,} in one row, {other:,} in another"
    return nodes.space.at_node(nodes, at, problem)
