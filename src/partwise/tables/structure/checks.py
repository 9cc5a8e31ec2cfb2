"""What makes rows a forest: the checks every structure passes before it exists."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise.errors import TableError
from partwise.kernels.trees import depths, last_descendant, misplaced
from partwise.tables.columns import ABSENT, first

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Column = NDArray[np.int64]


def check_documents(code: NDArray[np.integer], names: list[str]) -> Column:
    """Return the offsets of documents whose codes count up in order of first appearance."""
    broken = np.zeros(code.size, np.bool_)
    broken[1:] = code[1:] < code[:-1]
    if (row := first(broken)) is not None:
        problem = f"rows of document {names[code[row]]} are not contiguous"
        raise TableError(row, problem)
    return np.searchsorted(code, np.arange(len(names) + 1)).astype(np.int64)


def check_nodes(node: Column, offsets: Column) -> None:
    """Nodes count from 0 in each document."""
    expected = np.arange(node.size) - np.repeat(offsets[:-1], np.diff(offsets))
    if (row := first(node != expected)) is not None:
        found = "no node" if node[row] == ABSENT else f"node {node[row]}"
        problem = f"{found} where node {expected[row]} is due; nodes count from 0 in document order"
        raise TableError(row, problem)


def check_parents(parent: Column, offsets: Column) -> tuple[Column, NDArray[np.int32], Column]:
    """Check parents given as node numbers; return them as rows, the depths and last descendants."""
    base = np.repeat(offsets[:-1], np.diff(offsets))
    node = np.arange(parent.size) - base
    is_root = node == 0
    if (row := first(is_root & (parent != ABSENT))) is not None:
        raise TableError(row, f"node 0 has the parent {parent[row]}; the first node is the root")
    if (row := first(~is_root & (parent == ABSENT))) is not None:
        raise TableError(row, f"node {node[row]} has no parent; a document has one root")
    if (row := first(parent < ABSENT)) is not None:
        raise TableError(row, f"parent {parent[row]} is negative")
    if (row := first(parent >= node)) is not None:
        problem = (
            f"the parent of node {node[row]} is {parent[row]}; a parent comes before its children"
        )
        raise TableError(row, problem)
    rows = np.where(is_root, ABSENT, parent + base)
    depth = depths(rows)
    last = last_descendant(rows, depth)
    if misplaced(rows, last).any():
        row = _first_out_of_order(rows, node)
        late = f"node {node[row]} comes too late for its parent {parent[row]}"
        problem = f"{late}; nodes stand in document order"
        raise TableError(row, problem)
    return rows, depth, last


def _first_out_of_order(parent: Column, node: Column) -> int:
    """Find the first row whose parent is not on the path to the row before it (error path)."""
    path: list[int] = []
    for row, above in enumerate(parent.tolist()):
        if node[row] == 0:
            path = [row]
            continue
        while path and path[-1] != above:
            path.pop()
        if not path:
            return row
        path.append(row)
    return parent.size - 1


def check_depth(given: Column, depth: NDArray[np.int32]) -> None:
    """Depths, where given, are those of the tree."""
    if (row := first((given != ABSENT) & (given != depth))) is not None:
        raise TableError(row, f"depth {given[row]}, but its parents make it {depth[row]}")


def check_extents(
    start: Column, end: Column, parent: Column, last: Column, *, base: Column, unit: str = ""
) -> None:
    """Children lie inside their parents and siblings do not overlap."""

    def said(row: int) -> str:
        return f"node {row - base[row]} [{start[row]}, {end[row]}){unit}"

    for label, column in (("start", start), ("end", end)):
        if (row := first(column < 0)) is not None:
            found = "no" if column[row] == ABSENT else f"negative {column[row]}"
            raise TableError(row, f"{found} {label}{unit}")
    if (row := first(end < start)) is not None:
        raise TableError(row, f"end {end[row]} is before start {start[row]}")
    child = np.flatnonzero(parent >= 0)
    above = parent[child]
    outside = (start[child] < start[above]) | (end[child] > end[above])
    if (bad := first(outside)) is not None:
        row, over = int(child[bad]), int(above[bad])
        raise TableError(row, f"{said(row)} is not inside its parent, {said(over)}")
    follower = last[child] + 1
    child, follower = child[follower < parent.size], follower[follower < parent.size]
    overlap = (parent[follower] == parent[child]) & (end[child] > start[follower])
    if (bad := first(overlap)) is not None:
        row, before = int(follower[bad]), int(child[bad])
        raise TableError(row, f"{said(row)} overlaps its sibling, {said(before)}")
