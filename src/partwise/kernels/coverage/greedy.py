"""Choosing intervals one by one: always the one that covers most that is new."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.kernels.intervals import covered_before, merge

_EXACT = 2**26
"""Ratios of whole numbers below this are distinct as doubles if they differ."""


class Chosen(NamedTuple):
    """Intervals by topic in the order in which they were chosen, and what each adds."""

    row: Ints
    topic: Ints
    gain: Ints


def choose(pieces: tuple[Ints, Ints, Ints], cost: Ints, topic: Ints, *, per_cost: bool) -> Chosen:
    """Choose until nothing new is left.

    A row covers one interval or several: `pieces` are rows, starts and ends, disjoint within a
    row. Rows are in the order that decides ties, topics ascending along the line. The most new
    positions win, ties to the lower cost; `per_cost` the most per cost, ties to more positions.
    After each round covered positions are taken out of the line. O(rounds pieces log topics).
    """
    some = np.flatnonzero(pieces[1] < pieces[2])
    some = some[np.argsort(topic[pieces[0][some]], kind="stable")]
    row, s, e = (column[some] for column in pieces)
    picked, topics, gains = [], [], []
    while row.size:
        opens = _heads(row)
        part, new = row[opens], np.add.reduceat(e - s, opens)
        at = _best(new, cost[part], _heads(topic[part]), per_cost=per_cost)
        picked.append(part[at])
        topics.append(topic[part[at]])
        gains.append(new[at])
        chosen = np.zeros(part.size, np.bool_)
        chosen[at] = True
        mine = np.repeat(chosen, np.diff(np.append(opens, row.size)))
        gone = merge(s[mine], e[mine])
        s, e = s - covered_before(s, *gone), e - covered_before(e, *gone)
        left = s < e
        row, s, e = row[left], s[left], e[left]
    if not picked:
        none = np.empty(0, np.int64)
        return Chosen(none, none, none)
    rows, owners, new = map(np.concatenate, (picked, topics, gains))
    order = np.argsort(owners, kind="stable")
    return Chosen(rows[order], owners[order], new[order])


def _heads(owner: Ints) -> Ints:
    """Return where each run of one owner begins."""
    return np.flatnonzero(np.concatenate(([True], owner[1:] != owner[:-1])))


def _best(new: Ints, cost: Ints, head: Ints, *, per_cost: bool) -> Ints:
    """Row of each segment that wins."""
    keys: tuple[NDArray[Any], NDArray[Any]] = (new, -cost)
    if per_cost:
        keys = (_ratio(new, cost), new)
    length = np.diff(np.append(head, new.size))
    won = np.ones(new.size, np.bool_)
    for key in keys:
        low = key.min()
        most = np.maximum.reduceat(np.where(won, key, low), head)
        won &= key == np.repeat(most, length)
    row = np.where(won, np.arange(new.size), new.size)
    return np.minimum.reduceat(row, head)


def _ratio(new: Ints, cost: Ints) -> NDArray[Any]:
    if max(int(cost.max(initial=1)), int(new.max(initial=1))) < _EXACT:
        ratio: NDArray[Any] = new / cost
        return ratio
    pairs = zip(new.tolist(), cost.tolist(), strict=True)
    return np.array([Fraction(n, c) for n, c in pairs], object)
