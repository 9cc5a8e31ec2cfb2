"""Independent chances of seeing the same thing, one after the other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Reals
from partwise.kernels.ragged import offsets_from_lengths, running_sum


class Unseen:
    """Logarithm of the probability that each of ``n`` things is still unseen.

    Logarithms keep chances of 1e-9 apart from 0 after ten thousand of them; a chance of 1 makes
    the logarithm ``-inf``, which stays.
    """

    def __init__(self, n: int) -> None:
        self.log = np.zeros(n)

    def take(self, thing: NDArray[np.integer], chance: Reals) -> Reals:
        """Chances in the order in which they come; returns the logarithms before each of them.

        The sum of a thing runs from its first chance to its last whatever else is in the
        columns, and wherever they are cut into several calls. O(n log n) in the chances.
        """
        order = np.argsort(thing, kind="stable")
        sorted_thing = thing[order]
        opens = np.ones(order.size, np.bool_)
        opens[1:] = sorted_thing[1:] != sorted_thing[:-1]
        first = np.flatnonzero(opens)
        present = sorted_thing[first]
        with np.errstate(divide="ignore"):
            step = np.log1p(-chance[order])
        step[first] = self.log[present] + step[first]
        offsets = offsets_from_lengths(np.diff(np.append(first, order.size)))
        after = running_sum(step, offsets)
        before = np.empty(order.size)
        before[1:] = after[:-1]
        before[first] = self.log[present]
        self.log[present] = after[offsets[1:] - 1]
        out = np.empty(order.size)
        out[order] = before
        return out


def seen(log_unseen: Reals) -> Reals:
    """Probability of having been seen at least once."""
    return -np.expm1(log_unseen)


def sums(owner: NDArray[np.integer], x: Reals, n: int) -> Reals:
    """Sum of ``x`` per owner, added in the order of the rows. O(rows + n)."""
    out: Reals = np.bincount(owner, weights=x, minlength=n).astype(np.float64)
    return out
