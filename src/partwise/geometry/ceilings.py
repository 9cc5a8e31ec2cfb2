"""Ceilings: the most relevant characters that any choice of parts shows within a limit."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partwise._typing import Ints
from partwise.geometry.gold_line import Holdings
from partwise.kernels.coverage import MOST_PARTS, Chosen, Reading, Subsets, choose, most_covered
from partwise.kernels.coverage_budgets import Offers, most_at_any_price, most_for_budget
from partwise.kernels.ragged import offsets_from_owners, rank_in_segment, running_count
from partwise.messages import plural

BOUNDED = "for {n} of {all:topic} the best choice {within} is only bounded"
"""What is said of ceilings that are not known exactly."""


class Limit(NamedTuple):
    """What is read: the first `k` parts, or what a budget pays for."""

    k: int | None = None
    budget: int | None = None
    unit: str = "characters"

    @property
    def words(self) -> str:
        """Within what a choice is best."""
        return "for this budget" if self.k is None else f"of {plural(self.k, 'part')}"


class Ceiling(NamedTuple):
    """Bounds of each topic's ceiling; equal where it is known."""

    low: Ints
    high: Ints


def ceiling(held: Holdings, limit: Limit, shown: Ints) -> Ceiling:
    """Ceiling of each topic; `shown` is what an existing choice shows."""
    if limit.k is not None:
        return _for_parts(held, limit, shown)
    if limit.budget is None:
        return Ceiling(held.held, held.held)
    return _for_budget(held, limit, shown)


def room(held: Holdings, limit: Limit) -> Ints:
    """Return what any way of cutting the same text into parts could show of each topic."""
    if limit.budget is not None:
        whole = held.held
        return np.minimum(whole, limit.budget) if limit.unit == "characters" else whole
    if limit.k is None:
        return held.held
    topic = held.gold.judged.judged_documents.topic
    most = _largest(held.held_in_pair, topic, limit.k, held.held.size)
    return np.minimum(held.held, most)  # copies in two documents count once


def oracle(held: Holdings, limit: Limit) -> Chosen:
    """Rows of the parts that the oracle run lists, topic by topic in rank order."""
    cost = held.cost(limit.unit)
    return choose(held.pieces, cost, held.topic, per_cost=limit.budget is not None)


def _largest(amount: Ints, topic: Ints, k: int, n: int) -> Ints:
    """Sum of the `k` largest amounts of each of `n` topics."""
    order = np.lexsort((-amount, topic))
    rank = rank_in_segment(offsets_from_owners(topic[order], n))
    total = np.zeros(n, np.int64)
    np.add.at(total, topic[order], np.where(rank <= k, amount[order], 0))
    return total


def _for_parts(held: Holdings, limit: Limit, shown: Ints) -> Ceiling:
    """Exact on a line; with copies of text exact for few parts, else the oracle run's."""
    k, n = limit.k or 0, shown.size
    best = most_covered(held.low, held.high, held.gold.border, k)[:, -1]
    copied = held.gold.copies.topics
    if not copied.any():
        return Ceiling(best, best)
    chosen = oracle(held, limit)
    rank = rank_in_segment(offsets_from_owners(chosen.topic, n))
    low = np.zeros(n, np.int64)
    np.add.at(low, chosen.topic[rank <= k], chosen.gain[rank <= k])
    low = np.maximum(low, shown)
    holds = np.zeros(len(held), np.int64)
    np.add.at(holds, held.pieces[0], held.pieces[2] - held.pieces[1])
    high = np.minimum(room(held, limit), _largest(holds, held.topic, k, n))
    low, high = np.where(copied, low, best), np.where(copied, high, best)
    offsets = offsets_from_owners(held.topic, n)
    for topic in np.flatnonzero(low < high).tolist():
        rows = np.arange(offsets[topic], offsets[topic + 1])
        if rows.size <= MOST_PARTS:
            subsets = _subsets(held, rows)
            low[topic] = high[topic] = subsets.covered[subsets.count <= k].max()
    return Ceiling(low, high)


def _subsets(held: Holdings, rows: Ints) -> Subsets:
    pieces = held.gold.copies.pieces(held.low[rows], held.high[rows])
    return Subsets(Reading(pieces.row, pieces.own, pieces.low, pieces.high), rows.size)


def _for_budget(held: Holdings, limit: Limit, shown: Ints) -> Ceiling:
    budget, unit = limit.budget or 0, limit.unit
    high = room(held, limit).copy()
    low = shown.copy()
    for per_cost in (True, False):
        open_still = low < high
        if open_still.any():
            chosen = choose(held.pieces, held.cost(unit), held.topic, per_cost=per_cost)
            low = np.maximum(low, _read(held, chosen, budget, unit))
    offsets = offsets_from_owners(held.topic, high.size)
    for topic in np.flatnonzero(low < high).tolist():
        rows = np.arange(offsets[topic], offsets[topic + 1])
        if held.gold.copies.topics[topic]:
            if rows.size <= MOST_PARTS:
                low[topic] = high[topic] = _best_subset(held, rows, budget, unit)
            continue
        offers = _offers(held, slice(offsets[topic], offsets[topic + 1]), topic, unit)
        best = most_for_budget(offers, budget)
        if best is None:
            high[topic] = min(high[topic], most_at_any_price(offers, budget))
        else:
            low[topic] = high[topic] = best
    return Ceiling(low, high)


def _best_subset(held: Holdings, rows: Ints, budget: int, unit: str) -> int:
    """Try all subsets that the budget pays for, and the beginning of one more part."""
    subsets = _subsets(held, rows)
    cost, size = held.cost(unit)[rows], (held.end - held.start)[rows]
    left = budget - subsets.total(cost)
    paid, covered = left >= 0, subsets.covered
    best = int(covered[paid].max())
    for part, row in enumerate(rows.tolist()):
        readable = np.clip(size[part] * left // cost[part], 0, size[part])
        pair = np.full(left.size, held.pair[row])
        until = held.gold.line(pair, held.start[row] + readable)
        best = max(best, int((covered + subsets.more(part, until))[paid].max()))
    return best


def _read(held: Holdings, chosen: Chosen, budget: int, unit: str) -> Ints:
    """Return what a run of these parts shows of each topic for the budget."""
    row, gold = chosen.row, held.gold
    cost, size = held.cost(unit)[row], (held.end - held.start)[row]
    paid = running_count(cost, offsets_from_owners(chosen.topic, gold.total.size))
    readable = np.clip(size * (budget - paid + cost) // np.maximum(cost, 1), 0, size)
    until = gold.line(held.pair[row], held.start[row] + readable)
    return gold.by_topic(gold.union(held.low[row], until))


def _offers(held: Holdings, rows: slice, topic: int, unit: str) -> Offers:
    gold = held.gold
    pairs = gold.judged.judged_documents
    low, high = np.searchsorted(gold.owner, pairs.offsets[topic : topic + 2])
    spans = slice(low, high)
    span_size = gold.span_end[spans] - gold.span_start[spans]
    line = gold.border[topic] + np.concatenate(([0], np.cumsum(span_size)))[:-1]
    return Offers(
        held.low[rows],
        held.high[rows],
        held.cost(unit)[rows],
        (held.end - held.start)[rows],
        gold.origin[held.pair[rows]] + held.start[rows],
        line,
        gold.axis[0][spans],
    )
