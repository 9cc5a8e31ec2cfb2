"""How much of a target's text earlier results have shown already."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints, Reals
from partwise.kernels.first_cover import first_cover
from partwise.kernels.intervals import lay_out
from partwise.kernels.ragged import owners, ranges
from partwise.tables.checks import first
from partwise.users.extents import extents

if TYPE_CHECKING:
    from partwise.navigation.targets import Targets


def shown_before(targets: Targets, hit: Ints, measure: str) -> Reals:
    """Share of each target's characters that results before its hit show, 0 without a hit.

    Of its relevant characters where text is highlighted. `hit` is the result that hits each
    target, or -1.
    """
    both = targets.both
    share = np.zeros(hit.size)
    wanted = np.flatnonzero(hit >= 0)
    low, high = both.near(np.arange(both.result.size))
    row = np.flatnonzero(high > low)
    _need_places(targets, np.append(both.result[row], both.target[wanted]), measure)
    if not wanted.size:
        return share
    start, end, of = both.spans_of(both.result[row])
    goal_start, goal_end, goal = both.spans_of(both.target[wanted])
    topic, doc = both.target_topic[wanted[goal]], both.doc[both.target[wanted[goal]]]
    key = both.in_document(both.topic[row[of]], both.doc[both.result[row[of]]])
    goal_key = both.in_document(topic, doc)
    pairs, pair = np.unique(np.append(key, goal_key), return_inverse=True)
    extent = np.zeros(pairs.size, np.int64)
    np.maximum.at(extent, pair, np.append(end, goal_end))
    origin = lay_out(extent)[pair]
    cover = first_cover(start + origin[: start.size], end + origin[: start.size])
    shower = np.append(row[of], np.iinfo(np.int64).max)[cover.owner]
    origin = origin[start.size :]
    # cells that each span of a target meets, and who showed them first
    begin = np.searchsorted(cover.border, goal_start + origin, "right") - 1
    stop = np.searchsorted(cover.border, goal_end + origin, "left")
    cell, offsets = ranges(np.maximum(begin, 0), np.minimum(stop, cover.border.size - 1))
    span = owners(offsets)
    seen = shower[cell] < hit[wanted[goal[span]]]
    cell, span = cell[seen], span[seen]
    left = np.maximum(goal_start[span], cover.border[cell] - origin[span])
    right = np.minimum(goal_end[span], cover.border[cell + 1] - origin[span])
    counted = _characters(targets, topic[span], doc[span], left, right)
    whole = _characters(targets, topic, doc, goal_start, goal_end)
    shown = np.bincount(goal[span], weights=counted, minlength=wanted.size)
    size = np.bincount(goal, weights=whole, minlength=wanted.size)
    share[wanted] = shown / np.maximum(size, 1.0)
    return share


def _characters(targets: Targets, topic: Ints, doc: Ints, start: Ints, end: Ints) -> Ints:
    """Characters of spans, or the relevant ones of topics with highlighted text."""
    text = targets.destinations.text
    base = text.base(topic, doc)
    known = base >= 0
    relevant = np.zeros(start.size, np.int64)
    relevant[known] = text.before(base[known], end[known]) - text.before(base[known], start[known])
    return np.where(targets.destinations.has_text[topic], relevant, end - start)


def _need_places(targets: Targets, tree: Ints, measure: str) -> None:
    """Refuse trees whose places are not known."""
    both = targets.both
    if (at := first(~both.placed[tree])) is not None:
        nodes = slice(both.tree_offsets[tree[at]], both.tree_offsets[tree[at] + 1])
        extents(both.nodes.take(both.tree_nodes[nodes]), "chars", f"{measure}(tolerance=...)")
