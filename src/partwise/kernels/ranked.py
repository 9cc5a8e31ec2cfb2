"""Arithmetic on ranked lists."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints, Reals
from partwise.kernels.ragged import owners, rank_in_segment, segment_sum, top


def by_first_row(key: NDArray[np.integer]) -> tuple[Ints, Ints]:
    """Give equal keys one number, by first appearance.

    Returns
    -------
    code : ndarray of int64
        Number of each row's key, from 0.
    first : ndarray of int64
        First row of each number. O(n log n).
    """
    order = np.argsort(key, kind="stable")
    ranged = key[order]
    opens = np.ones(key.size, bool)
    np.not_equal(ranged[1:], ranged[:-1], out=opens[1:])
    first = order[opens]
    by_row = np.argsort(first)
    number = np.empty(first.size, np.int64)
    number[by_row] = np.arange(first.size)
    code = np.empty(key.size, np.int64)
    code[order] = np.repeat(number, np.diff(np.append(np.flatnonzero(opens), key.size)))
    return code, first[by_row]


def ratio(part: NDArray[Any], whole: NDArray[Any]) -> Reals:
    """Quotient of two columns; 0/0 is 0."""
    out = np.zeros(part.shape)
    np.divide(part, whole, out=out, where=whole != 0)
    return out


def weighted_mean(value: Reals, weight: Reals, offsets: Ints) -> Reals:
    """Mean of each segment, NaN where all weights are 0."""
    total = segment_sum(weight, offsets)
    out = np.full(total.size, np.nan)
    np.divide(segment_sum(value * weight, offsets), total, out=out, where=total > 0)
    return out


def nan_where_zero(value: Reals, n: NDArray[Any]) -> Reals:
    """Values of the segments with `n` > 0, NaN elsewhere."""
    return np.where(n > 0, value, np.nan)


def split_groups(code: NDArray[np.integer], n: int) -> int:
    """Count the groups whose rows do not stand together. O(n)."""
    opens = np.ones(code.size, bool)
    np.not_equal(code[1:], code[:-1], out=opens[1:])
    return int((np.bincount(code[opens], minlength=n) > 1).sum())


def discounted(gain: Reals, rank: NDArray[np.integer]) -> Reals:
    """Gains divided by log2(rank + 1)."""
    value: Reals = gain / np.log2(rank + 1.0)
    return value


def best_discounted(gain: Reals, offsets: Ints, k: int | None) -> Reals:
    """Discounted sum of each segment's `k` greatest gains, in the best order. O(n log n)."""
    order = np.lexsort((-gain, owners(offsets)))
    rank = rank_in_segment(offsets)
    kept = np.arange(rank.size) < np.repeat(top(offsets, k), np.diff(offsets))
    return segment_sum(np.where(kept, discounted(gain[order], rank), 0.0), offsets)
