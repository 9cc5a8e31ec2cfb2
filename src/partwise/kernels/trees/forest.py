"""The part of many trees that a ranking and its assessments touch.

A *forest* holds, per segment (topic), the nodes that somebody named and all
their ancestors. Its nodes are numbered in document order, so a subtree is a
range, and they are also listed level by level, so that everything that runs
along paths is one array operation per level of depth, for all segments at
once. Nothing that is computed in one tree depends on another tree.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.kernels.trees.structure import by_depth

NOWHERE = -1
"""Place of a result that is no node of any tree, and parent of a root."""

NEVER = np.iinfo(np.int64).max
"""Row of something that does not happen."""


class Forest(NamedTuple):
    """Nodes of many trees in document order, segment after segment.

    Attributes
    ----------
    segment, node : ndarray of int64
        Whose tree it is, and the node's row in the table of all nodes.
    parent : ndarray of int64
        Position of the parent in the forest, `NOWHERE` for a root.
    until : ndarray of int64
        Position after the last descendant.
    levels : tuple of ndarray of int64
        Positions by depth, roots first, each level in document order.
    """

    segment: Ints
    node: Ints
    parent: Ints
    until: Ints
    levels: tuple[Ints, ...]

    @property
    def size(self) -> int:
        """Number of nodes."""
        return self.node.size


def forest(
    segment: Ints, node: Ints, *, parent: Ints, depth: NDArray[np.int32], last: Ints
) -> Forest:
    """Forest of the given nodes and all their ancestors.

    `parent`, `depth` and `last` (row of the last descendant) describe the
    table of all nodes, in which every tree stands in document order; the
    parent of a root is negative. O(n log n) with n = nodes of the forest.
    """
    span = max(parent.size, 1)
    named = _distinct(segment * span + node)
    layers: list[Ints] = []
    climbing = np.empty(0, np.int64)
    for rows in reversed(by_depth(depth[named % span])):
        here = _distinct(np.concatenate((named[rows], climbing)))
        layers.append(here)
        above = parent[here % span]
        climbing = here - here % span + above
        climbing = climbing[above >= 0]
    layers.reverse()
    key = np.sort(np.concatenate(layers)) if layers else named
    owner, row = key // span, key % span
    above = parent[row]
    return Forest(
        segment=owner,
        node=row,
        parent=np.where(above < 0, NOWHERE, np.searchsorted(key, owner * span + above)),
        until=np.searchsorted(key, owner * span + last[row], "right"),
        levels=tuple(np.searchsorted(key, layer) for layer in layers),
    )


def _distinct(key: Ints) -> Ints:
    """Sort keys and drop repeats (sorting beats hashing for keys that are nearly in order)."""
    key = np.sort(key)
    first = np.ones(key.size, np.bool_)
    np.not_equal(key[1:], key[:-1], out=first[1:])
    return key[first]


def find(within: Forest, segment: Ints, node: Ints, n_nodes: int) -> Ints:
    """Position of each (segment, node), `NOWHERE` where the forest does not hold it. O(log n)."""
    span = max(n_nodes, 1)
    key = within.segment * span + within.node
    wanted = segment * span + node
    at = np.searchsorted(key, wanted)
    known = (node >= 0) & (at < key.size)
    known[known] = key[at[known]] == wanted[known]
    return np.where(known, at, NOWHERE)


def first_rows(place: Ints, size: int) -> Ints:
    """First row that names each of `size` positions, `NEVER` if none does. O(rows)."""
    first = np.full(size, NEVER)
    rows = np.flatnonzero(place >= 0)
    np.minimum.at(first, place[rows], rows)
    return first


def shown_before(within: Forest, place: Ints) -> Flags:
    """Rows whose node, or an ancestor of it, was named by an earlier row. O(rows + nodes).

    Rows of a segment stand in rank order; rows at `NOWHERE` are never shown.
    """
    earliest = first_rows(place, within.size)
    for level in within.levels[1:]:
        earliest[level] = np.minimum(earliest[level], earliest[within.parent[level]])
    shown = np.zeros(place.size, np.bool_)
    rows = np.flatnonzero(place >= 0)
    shown[rows] = earliest[place[rows]] < rows
    return shown


def nearest_related(within: Forest, place: Ints) -> Ints:
    """First other row that names the same node, an ancestor or a descendant, else `NEVER`.

    O(rows + nodes).
    """
    first = first_rows(place, within.size)
    above = np.full(within.size, NEVER)
    below = np.full(within.size, NEVER)
    for level in within.levels[1:]:
        up = within.parent[level]
        above[level] = np.minimum(above[up], first[up])
    for level in reversed(within.levels[1:]):
        np.minimum.at(below, within.parent[level], np.minimum(below[level], first[level]))
    nearest = np.full(place.size, NEVER)
    rows = np.flatnonzero(place >= 0)
    at = place[rows]
    again = rows != first[at]
    second = np.full(within.size, NEVER)
    np.minimum.at(second, at[again], rows[again])
    same = np.where(again, first[at], second[at])
    nearest[rows] = np.minimum(same, np.minimum(above[at], below[at]))
    return nearest


def unseen_mass(within: Forest, place: Ints, shown: Flags, mass: Ints) -> Ints:
    """Mass of each row's node that no earlier row has shown. O(rows + nodes).

    `mass` is a whole number per node of the forest (characters, highlighted
    characters), that of a node at least that of all its children together;
    `shown` comes from `shown_before`. Of the rows that were not shown before,
    all rows inside a node come before the node itself (later ones would be
    shown), so what the node has left is its mass without the outermost of
    them, in whatever order they came.
    """
    fresh = (place >= 0) & ~shown
    at = place[fresh]
    named = np.zeros(within.size, np.bool_)
    named[at] = True
    holder = np.full(within.size, NOWHERE)
    for level in within.levels[1:]:
        up = within.parent[level]
        holder[level] = np.where(named[up], up, holder[up])
    left = mass.copy()
    inner = at[holder[at] >= 0]
    np.subtract.at(left, holder[inner], mass[inner])
    unseen = np.zeros(place.size, np.int64)
    unseen[fresh] = left[at]
    return unseen
