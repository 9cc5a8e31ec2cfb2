"""Arithmetic on ranked lists."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints, Reals
from partwise.kernels.ragged import owners, rank_in_segment, segment_sum, top


def stable_order(key: NDArray[np.integer]) -> tuple[Ints, Ints]:
    """Rows by ascending key, equal keys in order, and the keys so ordered; keys are at least 0.

    Key and row are sorted as one number where both fit: NumPy sorts numbers several times faster
    than it finds their order.
    """
    bits = int(key.size).bit_length()
    if int(key.max(initial=0)) >= 1 << (63 - bits):
        order = np.argsort(key, kind="stable")
        return order, key[order].astype(np.int64)
    both = key.astype(np.int64) << bits
    both |= np.arange(key.size)
    both.sort()
    return both & ((1 << bits) - 1), both >> bits


def by_first_row(key: NDArray[np.integer]) -> tuple[Ints, Ints]:
    """Give equal keys one number, by first appearance.

    Returns
    -------
    code : ndarray of int64
        Number of each row's key, from 0.
    first : ndarray of int64
        First row of each number. O(n log n).
    """
    order, ranged = stable_order(key)
    later = np.flatnonzero(ranged[1:] == ranged[:-1]) + 1
    is_first = np.ones(key.size, bool)
    is_first[order[later]] = False
    code = np.cumsum(is_first)
    code -= 1
    opens = np.diff(later, prepend=-1) > 1  # later rows of one key stand together
    first = order[later[opens] - 1]
    code[order[later]] = code[first][np.cumsum(opens) - 1]
    return code, np.flatnonzero(is_first)


def repeats_earlier(*keys: NDArray[np.integer]) -> Flags:
    """Whether an earlier row has the same keys, which are at least 0. O(n log n)."""
    code, first = by_first_row(keys[0])
    for key in keys[1:]:
        code, first = by_first_row(code * key.size + by_first_row(key)[0])
    repeats = np.ones(code.size, np.bool_)
    repeats[first] = False
    return repeats


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
