"""Distinct values of a column."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints

Number = TypeVar("Number", bound=np.generic)


def distinct(values: NDArray[Number]) -> NDArray[Number]:
    """Return each value once, in ascending order; O(n log n).

    What `np.unique` returns, which would bring in masked arrays at the price of a tenth of NumPy.
    Values hold no NaN.
    """
    ordered: NDArray[Number] = np.sort(values, axis=None)
    head = np.ones(ordered.size, np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=head[1:])
    return ordered[head]


def distinct_codes(codes: NDArray[np.integer], n: int) -> Ints:
    """Return each of some numbers below `n` once, in ascending order; O(numbers + n)."""
    there = np.zeros(n, np.bool_)
    there[codes] = True
    return np.flatnonzero(there)


def alone(*keys: Ints) -> Flags:
    """Tell which rows have keys that no other row has."""
    order = np.lexsort(keys)
    same = np.ones(max(order.size - 1, 0), np.bool_)
    for key in keys:
        same &= key[order[1:]] == key[order[:-1]]
    found = np.ones(order.size, np.bool_)
    found[order[1:][same]] = False
    found[order[:-1][same]] = False
    return found
