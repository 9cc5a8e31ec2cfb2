"""The reading curve: what share of the relevant text readers have met after so many characters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from partwise._typing import Flags, Reals
from partwise.report.data.account import Account
from partwise.tables.aggregates import MEAN

LEAST = 100
"""Characters at which the curve begins."""

POINTS = 48
RANKS = tuple(range(1, 11))

Average = Callable[[Reals], float]
"""From values of topics to the mean that the results would show."""


def averaging(counted: Flags, undefined: str) -> Average:
    """Return how values of topics are averaged: which count, and undefined ones as 0 or not."""

    def average(values: Reals) -> float:
        shown = np.where(np.isnan(values), 0.0, values) if undefined == "zero" else values
        return MEAN.of(np.where(counted, shown, np.nan))

    return average


def round_above(number: float) -> int:
    """Return the next 1, 2 or 5 times a power of ten."""
    power = 1
    while True:
        for step in (1, 2, 5):
            if step * power >= number:
                return step * power
        power *= 10


def budgets(accounts: Sequence[Account], asked: Iterable[int]) -> list[int]:
    """Choose geometric points up to a round number above the runs' median length.

    Every asked budget is one of them.
    """
    wanted = sorted(set(asked))
    medians = [float(np.median(account.length)) for account in accounts if account.length.size]
    last = round_above(max([10 * LEAST, *wanted, *medians]))
    first = min([LEAST, *wanted])
    spaced = np.geomspace(first, last, POINTS).round().astype(np.int64).tolist()
    return sorted({*spaced, *wanted})


def curve(
    accounts: Sequence[Account], averages: Sequence[Average], asked: Iterable[int]
) -> dict[str, Any]:
    """Return mean recall of each run within budgets and at ranks; None where nothing is defined."""
    points = budgets(accounts, asked)
    finds = [account.finds() for account in accounts]
    both = list(zip(finds, averages, strict=True))
    return {
        "budget": points,
        "recall": [[average(one.recall_within(n)) for n in points] for one, average in both],
        "rank": list(RANKS),
        "recall_rank": [[average(one.recall_at(k)) for k in RANKS] for one, average in both],
    }
