"""Ceilings: the most relevant characters that any choice of parts shows within a limit."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partwise._typing import Ints
from partwise.geometry.gold_line import GoldLine, Holdings
from partwise.kernels.coverage.bounds import most_at_any_price
from partwise.kernels.coverage.budgets import Offers, most_for_budget
from partwise.kernels.coverage.chains import most_covered
from partwise.kernels.coverage.greedy import Chosen, choose
from partwise.kernels.intervals import covered_before, merge
from partwise.kernels.ragged import offsets_from_owners, running_count

BOUNDED = "for {n} of {all:topic} the best choice for this budget is only bounded"
"""What is said of ceilings that are not known exactly."""


class Limit(NamedTuple):
    """What is read: the first `k` parts, or what a budget pays for."""

    k: int | None = None
    budget: int | None = None
    unit: str = "characters"


class Ceiling(NamedTuple):
    """Bounds of each topic's ceiling; equal where it is known."""

    low: Ints
    high: Ints


def ceiling(held: Holdings, limit: Limit, shown: Ints) -> Ceiling:
    """Ceiling of each topic; `shown` is what an existing choice shows."""
    if limit.k is not None:
        best = most_covered(held.low, held.high, held.gold.border, limit.k)[:, -1]
        return Ceiling(best, best)
    if limit.budget is None:
        best = _by_topic(held.gold, held.held)
        return Ceiling(best, best)
    return _for_budget(held, limit.budget, limit.unit, shown)


def room(held: Holdings, limit: Limit) -> Ints:
    """Return what any way of cutting the same text into parts could show of each topic."""
    whole = _by_topic(held.gold, held.held)
    if limit.budget is not None:
        return np.minimum(whole, limit.budget) if limit.unit == "characters" else whole
    if limit.k is None:
        return whole
    topic = held.gold.judged.judged_documents.topic
    order = np.lexsort((-held.held, topic))
    offsets = offsets_from_owners(topic, whole.size)
    rank = np.arange(order.size) - offsets[:-1][topic[order]]
    most = np.where(rank < limit.k, held.held[order], 0)
    total = np.zeros(whole.size, np.int64)
    np.add.at(total, topic[order], most)
    return total


def oracle(held: Holdings, limit: Limit) -> Chosen:
    """Rows of the parts that the oracle run lists, topic by topic in rank order."""
    cost = held.cost(limit.unit)
    return choose(held.low, held.high, cost, held.topic, per_cost=limit.budget is not None)


def _by_topic(gold: GoldLine, of_pair: Ints) -> Ints:
    total = np.zeros(gold.total.size, np.int64)
    np.add.at(total, gold.judged.judged_documents.topic, of_pair)
    return total


def _for_budget(held: Holdings, budget: int, unit: str, shown: Ints) -> Ceiling:
    whole = _by_topic(held.gold, held.held)
    high = np.minimum(whole, budget) if unit == "characters" else whole.copy()
    low = shown.copy()
    for per_cost in (True, False):
        open_still = low < high
        if open_still.any():
            chosen = choose(held.low, held.high, held.cost(unit), held.topic, per_cost=per_cost)
            low = np.maximum(low, _read(held, chosen, budget, unit))
    offsets = offsets_from_owners(held.topic, high.size)
    for topic in np.flatnonzero(low < high).tolist():
        offers = _offers(held, slice(offsets[topic], offsets[topic + 1]), topic, unit)
        best = most_for_budget(offers, budget)
        if best is None:
            high[topic] = min(high[topic], most_at_any_price(offers, budget))
        else:
            low[topic] = high[topic] = best
    return Ceiling(low, high)


def _read(held: Holdings, chosen: Chosen, budget: int, unit: str) -> Ints:
    """Return what a run of these parts shows of each topic for the budget."""
    row, gold = chosen.row, held.gold
    n = gold.total.size
    cost, size = held.cost(unit)[row], (held.end - held.start)[row]
    paid = running_count(cost, offsets_from_owners(chosen.topic, n))
    whole = paid <= budget
    left = budget - paid + cost
    cut = ~whole & (left > 0)
    readable = size[cut] * left[cut] // np.maximum(cost[cut], 1)
    part = row[cut]
    until = gold.line(held.pair[part], held.start[part] + readable)
    seen = merge(held.low[row[whole]], held.high[row[whole]])
    new = until - held.low[part]
    new -= covered_before(until, *seen) - covered_before(held.low[part], *seen)
    shown = np.zeros(n, np.int64)
    np.add.at(shown, chosen.topic[whole], chosen.gain[whole])
    np.add.at(shown, chosen.topic[cut], new)
    return shown


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
