"""Forests of elements: ancestors, ideal choice, residual values, near misses and capped gain."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints, Reals
from partwise.kernels.ragged import count_before, offsets_from_lengths, ranges

# A row's descendants are the rows right after it, up to `last`; so "is an
# ancestor of" is two comparisons. ``parent`` holds row numbers, -1 for roots.
# With spans, a child lies inside its parent and siblings follow each other, so
# starts never fall from one row to the next.


def depths(parent: Ints) -> NDArray[np.int32]:
    """Depth of each row: rows from the root down to it, both included.

    Every round doubles the number of steps looked up. O(rows x log depth).
    """
    depth = np.ones(parent.size, np.int32)
    up = parent.copy()
    unfinished = np.flatnonzero(up >= 0)
    while unfinished.size:
        above = up[unfinished]
        depth[unfinished] += depth[above]
        up[unfinished] = up[above]
        unfinished = unfinished[up[unfinished] >= 0]
    return depth


def by_depth(depth: NDArray[np.int32]) -> list[Ints]:
    """Rows of each depth, roots first. O(rows)."""
    order = np.argsort(depth, kind="stable")
    ends = np.cumsum(np.bincount(depth, minlength=1)[1:])
    return np.split(order, ends[:-1]) if ends.size else []


def last_descendant(parent: Ints, depth: NDArray[np.int32]) -> Ints:
    """Row of each row's last descendant, itself for a leaf. O(rows)."""
    size = np.ones(parent.size, np.int64)
    for rows in reversed(by_depth(depth)[1:]):
        np.add.at(size, parent[rows], size[rows])
    return np.arange(parent.size) + size - 1


def misplaced(parent: Ints, last: Ints) -> Flags:
    """Mark rows that break pre-order, given ``parent < row`` and `last` by counting.

    A subtree of n rows fits into the n rows from its root on exactly when no
    row's subtree passes the end of its parent's.
    """
    child = parent >= 0
    bad = np.zeros(parent.size, np.bool_)
    bad[child] = last[child] > last[parent[child]]
    return bad


def ordinals(parent: Ints, tag: NDArray[np.int32], n_tags: int) -> NDArray[np.int32]:
    """Position from 1 among siblings of one name; roots get 1. O(rows log rows)."""
    ordinal = np.ones(parent.size, np.int32)
    child = np.flatnonzero(parent >= 0)
    key = parent[child] * n_tags + tag[child]
    order = np.argsort(key, kind="stable")
    key = key[order]
    begins = np.concatenate((np.ones(min(key.size, 1), np.bool_), key[1:] != key[:-1]))
    first = np.flatnonzero(begins)
    size = np.diff(np.append(first, key.size))
    ordinal[child[order]] = np.arange(key.size) - np.repeat(first, size) + 1
    return ordinal


def ancestors(rows: Ints, parent: Ints, depth: NDArray[np.int32]) -> tuple[Ints, Ints]:
    """Rows and their ancestors, bottom up, with offsets. O(rows x depth)."""
    offsets = offsets_from_lengths(depth[rows])
    chain = np.empty(offsets[-1], np.int64)
    position, row = offsets[:-1].copy(), rows.astype(np.int64)
    while row.size:
        chain[position] = row
        row = parent[row]
        alive = row >= 0
        row, position = row[alive], position[alive] + 1
    return chain, offsets


def innermost_around(first: Ints, low: Ints, high: Ints, end: Ints, parent: Ints) -> Ints:
    """Climb from the last row that starts at or before a span to one that ends after it.

    Parameters
    ----------
    first : ndarray
        Per span, the last row of the document with start <= `low`, or -1.
    low, high : ndarray
        The spans.
    end, parent : ndarray
        Columns of the forest.

    Returns
    -------
    ndarray
        The deepest row around each span, -1 where none is. Every row around a
        non-empty span is `first` or an ancestor of it, because rows after its
        subtree start at its end or later. O(depth) each.
    """
    row = first.copy()
    climbing = np.flatnonzero(row >= 0)
    climbing = climbing[end[row[climbing]] < high[climbing]]
    while climbing.size:
        row[climbing] = parent[row[climbing]]
        climbing = climbing[row[climbing] >= 0]
        climbing = climbing[end[row[climbing]] < high[climbing]]
    row[high < low] = -1
    return row


def outermost_inside(
    low_row: Ints, high_row: Ints, high: Ints, *, start: Ints, end: Ints, parent: Ints
) -> tuple[Ints, Ints]:
    """Rows inside each span whose parent is not inside, with offsets.

    Parameters
    ----------
    low_row, high_row : ndarray
        Per span, the rows that start in it: ``low_row .. high_row - 1``.
    high : ndarray
        End of the spans.
    start, end, parent : ndarray
        Columns of the forest.

    Returns
    -------
    tuple of ndarray
        Ints in document order, without empty ones, and offsets. O(rows that start inside).
    """
    rows, offsets = ranges(low_row, high_row)
    count = np.diff(offsets)
    limit = np.repeat(high, count)
    outermost = (end[rows] <= limit) & (end[rows] > start[rows])
    above = parent[rows]
    # a row number at or past low_row means a start at or past the span's
    outermost &= (above < np.repeat(low_row, count)) | (end[above] > limit)
    return rows[outermost], count_before(outermost)[offsets]


def leaves_inside(
    low_row: Ints, high_row: Ints, high: Ints, *, start: Ints, end: Ints, last: Ints
) -> tuple[Ints, Ints]:
    """Childless, non-empty rows inside each span, with offsets.

    Parameters are those of `outermost_inside`. O(rows that start inside).
    """
    rows, offsets = ranges(low_row, high_row)
    limit = np.repeat(high, np.diff(offsets))
    leaves = (last[rows] == rows) & (end[rows] <= limit) & (end[rows] > start[rows])
    return rows[leaves], count_before(leaves)[offsets]


# A *forest* holds, per segment (topic), the nodes that somebody named and all
# their ancestors. Its nodes are numbered in document order, so a subtree is a
# range, and they are also listed level by level, so that everything that runs
# along paths is one array operation per level of depth, for all segments at
# once. Nothing that is computed in one tree depends on another tree.

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
        keys = _distinct(np.concatenate((named[rows], climbing)))
        layers.append(keys)
        above = parent[keys % span]
        climbing = keys - keys % span + above
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
    sought = segment * span + node
    index = np.searchsorted(key, sought)
    present = (node >= 0) & (index < key.size)
    present[present] = key[index[present]] == sought[present]
    return np.where(present, index, NOWHERE)


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
    is_shown = np.zeros(place.size, np.bool_)
    rows = np.flatnonzero(place >= 0)
    is_shown[rows] = earliest[place[rows]] < rows
    return is_shown


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
    node = place[rows]
    is_repeat = rows != first[node]
    second = np.full(within.size, NEVER)
    np.minimum.at(second, node[is_repeat], rows[is_repeat])
    same = np.where(is_repeat, first[node], second[node])
    nearest[rows] = np.minimum(same, np.minimum(above[node], below[node]))
    return nearest


def unseen_mass(within: Forest, place: Ints, was_shown: Flags, mass: Ints) -> Ints:
    """Mass of each row's node that no earlier row has shown. O(rows + nodes).

    `mass` is a whole number per node of the forest (characters, highlighted
    characters), that of a node at least that of all its children together;
    `was_shown` comes from `shown_before`. Of the rows that were not shown before,
    all rows inside a node come before the node itself (later ones would be
    shown), so what the node has left is its mass without the outermost of
    them, in whatever order they came.
    """
    fresh = (place >= 0) & ~was_shown
    node = place[fresh]
    named = np.zeros(within.size, np.bool_)
    named[node] = True
    holder = np.full(within.size, NOWHERE)
    for level in within.levels[1:]:
        up = within.parent[level]
        holder[level] = np.where(named[up], up, holder[up])
    remaining = mass.copy()
    inner = node[holder[node] >= 0]
    np.subtract.at(remaining, holder[inner], mass[inner])
    unseen = np.zeros(place.size, np.int64)
    unseen[fresh] = remaining[node]
    return unseen


def best_on_paths(within: Forest, value: Reals, relevant: Flags) -> Ints:
    """Positions of the ideal nodes in document order. O(nodes).

    Each path from a root to a relevant node without relevant descendants
    yields its node of greatest value, of equals the deepest, if that value is
    above 0; of the nodes found, those inside another one are dropped.
    """
    best = np.arange(within.size)
    for level in within.levels[1:]:
        above = best[within.parent[level]]
        best[level] = np.where(value[level] >= value[above], level, above)
    chosen = np.zeros(within.size, np.bool_)
    chosen[best[_without_below(within, relevant)]] = True
    chosen &= value > 0
    holder = at_or_above(within, np.flatnonzero(chosen))
    inner = within.parent >= 0
    inner[inner] = holder[within.parent[inner]] >= 0
    return np.flatnonzero(chosen & ~inner)


def _without_below(within: Forest, flagged: Flags) -> Flags:
    """Find the flagged nodes that have no flagged descendant."""
    holds = np.zeros(within.size, np.bool_)
    for level in reversed(within.levels[1:]):
        holds[within.parent[level[flagged[level] | holds[level]]]] = True
    return flagged & ~holds


def at_or_above(within: Forest, chosen: Ints) -> Ints:
    """Find the nearest chosen node at or above each node.

    Its number in `chosen` (ascending positions), negative where there is none. O(nodes).
    """
    holder = np.full(within.size, NOWHERE)
    holder[chosen] = np.arange(chosen.size)
    for level in within.levels[1:]:
        chosen_here = holder[level]
        holder[level] = np.where(chosen_here >= 0, chosen_here, holder[within.parent[level]])
    return holder


def residual_values(
    within: Forest,
    place: Ints,
    was_shown: Flags,
    value: Reals,
    size: Ints,
    *,
    tolerance: float,
    capped: bool,
) -> Reals:
    r"""Worth of each row's node at the moment the row is reached.

    With :math:`v` the value of a node and :math:`t` the tolerance, a node is
    worth :math:`v` while unseen, :math:`t v` once it or an ancestor was shown,
    and

    .. math:: (1-t) \sum_j rv(j)\,|j| \,/\, |c| + t\,v(c)

    over its children :math:`j` when only descendants were shown; at most
    :math:`v(c)` when `capped`, also for the :math:`rv(j)`. Size 0 counts as shown.

    A row that was not `was_shown` before is reached after all rows inside its node
    that were not shown either, and those are all that its worth depends on:
    one pass from the leaves up serves all rows. Children are added in document
    order. O(rows + nodes); rows at `NOWHERE` are worth 0.
    """
    fresh = (place >= 0) & ~was_shown
    named = np.zeros(within.size, np.bool_)
    named[place[fresh]] = True
    seen_value = tolerance * value
    reached = value.copy()
    entered = np.zeros(within.size, np.bool_)
    inner = np.zeros(within.size)
    for level in reversed(within.levels):
        part = level[entered[level]]
        sized = part[size[part] > 0]
        reached[part] = seen_value[part]
        reached[sized] += (1 - tolerance) * inner[sized] / size[sized]
        if capped:
            reached[part] = np.minimum(reached[part], value[part])
        child = level[within.parent[level] >= 0]
        up = within.parent[child]
        after = np.where(named[child], seen_value[child], reached[child])
        np.add.at(inner, up, after * size[child])
        entered[up[named[child] | entered[child]]] = True
    worth = np.zeros(place.size)
    in_forest = place >= 0
    worth[in_forest] = np.where(
        fresh[in_forest], reached[place[in_forest]], seen_value[place[in_forest]]
    )
    return worth


Norm = Literal["bounded", "literal", "none"]

EPSILON = 1e-12
"""A gain below this is rounding, and counts as none."""


class CappedGains(NamedTuple):
    """Gain of each row, and whether it touched a budget that nobody had touched before."""

    gain: Reals
    touches: Flags


def cap_gains(
    worth: Reals,
    holder: Ints,
    first: Ints,
    last: Ints,
    budget: Reals,
    *,
    norm: Norm,
) -> CappedGains:
    """Gains of rows that take their worth in turn from the budgets of their family.

    The family of a row is the budget ``holder[i]`` if that is not negative,
    else the budgets ``first[i]:last[i]``, which may be none. A row gains at
    most what its family has left. ``bounded``: that much is taken, from the
    largest remainder first, of equals from the first. ``literal``: only a row
    with a holder takes. ``none``: rows gain their worth whatever is left.

    A row that gains touches its holder, else the largest untouched budget of
    its family, of equals the first.

    One loop over the rows that are worth something; a row without a holder
    costs the size of its family, which over the different nodes of a tree
    adds up to budgets x depth.
    """
    rows = np.flatnonzero(worth >= EPSILON)
    budgets = _Budgets(budget.tolist(), norm)
    columns = (x[rows].tolist() for x in (worth, holder, first, last))
    spent = [
        budgets.take_one(value, holding) if holding >= 0 else budgets.take_range(value, begin, end)
        for value, holding, begin, end in zip(*columns, strict=True)
    ]
    out = CappedGains(np.zeros(worth.size), np.zeros(worth.size, np.bool_))
    out.gain[rows] = [gain for gain, _ in spent]
    out.touches[rows] = [touches for _, touches in spent]
    return out


class _Budgets:
    """Remaining budgets as plain lists: they are read one number at a time."""

    def __init__(self, budget: list[float], norm: Norm) -> None:
        self.remaining = budget
        self.untouched = budget.copy()
        self.limited = norm != "none"
        self.shared_pays = norm == "bounded"

    def take_one(self, worth: float, holding: int) -> tuple[float, bool]:
        """Take from one budget."""
        gain = min(worth, self.remaining[holding]) if self.limited else worth
        if gain < EPSILON:
            return 0.0, False
        self.remaining[holding] -= gain
        touches = self.untouched[holding] > 0
        self.untouched[holding] = 0.0
        return gain, touches

    def take_range(self, worth: float, begin: int, end: int) -> tuple[float, bool]:
        """Take from a range of budgets."""
        gain = min(worth, sum(self.remaining[begin:end])) if self.limited else worth
        if gain < EPSILON:
            return 0.0, False
        if self.shared_pays:
            self.pay(gain, begin, end)
        if begin == end:
            return gain, False
        largest = max(self.untouched[begin:end])
        if largest > 0:
            self.untouched[self.untouched.index(largest, begin, end)] = 0.0
        return gain, largest > 0

    def pay(self, owed: float, begin: int, end: int) -> None:
        """Take what is owed from the largest remainders."""
        remaining = self.remaining
        largest = max(remaining[begin:end])
        if largest >= owed:
            remaining[remaining.index(largest, begin, end)] -= owed
            return
        for budget in sorted(range(begin, end), key=lambda b: -remaining[b]):
            part = min(owed, remaining[budget])
            remaining[budget] -= part
            owed -= part


Ideal = Literal["derived", "full"]


class Families(NamedTuple):
    """Ideal nodes, and which of them each node of the forest is related to.

    Attributes
    ----------
    ideal : ndarray of int64
        Positions of the ideal nodes in document order.
    holder : ndarray of int64
        Per node the number of the ideal at or above it, negative if none.
    first, last : ndarray of int64
        Per node without a holder the range of the ideals below it.
    """

    ideal: Ints
    holder: Ints
    first: Ints
    last: Ints


def families(within: Forest, value: Reals, relevant: Flags, kind: Ideal) -> Families:
    """Find the ideal nodes and their relatives. O(nodes log ideals).

    ``derived``: one node a path, without overlap (`best_on_paths`). ``full``:
    every node with a value is an ideal of its own and related to itself only.
    """
    if kind == "full":
        ideal = np.flatnonzero(value > 0)
        holder = np.full(within.size, NOWHERE)
        holder[ideal] = np.arange(ideal.size)
        nothing = np.zeros(within.size, np.int64)
        return Families(ideal, holder, nothing, nothing)
    ideal = best_on_paths(within, value, relevant)
    holder = at_or_above(within, ideal)
    first = np.searchsorted(ideal, np.arange(within.size))
    return Families(ideal, holder, first, np.searchsorted(ideal, within.until))


class NearMissGains(NamedTuple):
    """Gain of each row, and whether the row is the first to touch an ideal."""

    gain: Reals
    touches: Flags


def near_miss_gains(
    related: Families, place: Ints, worth: Reals, value: Reals, *, norm: Norm
) -> NearMissGains:
    """Limit what each row is worth by what is left of the ideals of its family.

    `value` is that of each node; an ideal's budget is its value. Rows at
    `NOWHERE` gain nothing. O(rows), see `cap_gains`.
    """
    gain = np.zeros(place.size)
    touches = np.zeros(place.size, np.bool_)
    rows = np.flatnonzero(place >= 0)
    node = place[rows]
    gain[rows], touches[rows] = cap_gains(
        worth[rows],
        related.holder[node],
        related.first[node],
        related.last[node],
        value[related.ideal],
        norm=norm,
    )
    return NearMissGains(gain, touches)
