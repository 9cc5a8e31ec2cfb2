"""Gains limited by budgets, in rank order: the one step that is truly sequential."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from partwise._typing import Flags, Ints, Reals

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
    """Let each row in turn take its worth from the budgets of its family.

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
    purse = _Purse(budget.tolist(), norm)
    columns = (x[rows].tolist() for x in (worth, holder, first, last))
    spent = [
        purse.held(value, own) if own >= 0 else purse.shared(value, begin, end)
        for value, own, begin, end in zip(*columns, strict=True)
    ]
    out = CappedGains(np.zeros(worth.size), np.zeros(worth.size, np.bool_))
    out.gain[rows] = [gain for gain, _ in spent]
    out.touches[rows] = [touches for _, touches in spent]
    return out


class _Purse:
    """What is left of the budgets, as plain lists: they are read one number at a time."""

    def __init__(self, budget: list[float], norm: Norm) -> None:
        self.left = budget
        self.untouched = budget.copy()
        self.limited = norm != "none"
        self.shared_pays = norm == "bounded"

    def held(self, worth: float, own: int) -> tuple[float, bool]:
        """Take from one budget."""
        gain = min(worth, self.left[own]) if self.limited else worth
        if gain < EPSILON:
            return 0.0, False
        self.left[own] -= gain
        touches = self.untouched[own] > 0
        self.untouched[own] = 0.0
        return gain, touches

    def shared(self, worth: float, begin: int, end: int) -> tuple[float, bool]:
        """Take from a range of budgets."""
        gain = min(worth, sum(self.left[begin:end])) if self.limited else worth
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
        left = self.left
        largest = max(left[begin:end])
        if largest >= owed:
            left[left.index(largest, begin, end)] -= owed
            return
        for budget in sorted(range(begin, end), key=lambda b: -left[b]):
            part = min(owed, left[budget])
            left[budget] -= part
            owed -= part
