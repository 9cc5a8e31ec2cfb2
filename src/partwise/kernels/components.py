"""Intervals that hang together."""

from __future__ import annotations

import numpy as np

from partwise._typing import Ints


def components(start: Ints, end: Ints) -> Ints:
    """Give intervals that share a character one number.

    Directly or through others; touching ones stay apart, and so do empty ones. Numbers count from
    0 by place, those of empty intervals last. O(n log n).
    """
    number = np.empty(start.size, np.int64)
    filled = np.flatnonzero(start < end)
    order = filled[np.argsort(start[filled], kind="stable")]
    reach = np.maximum.accumulate(end[order]) if order.size else order
    opens = np.ones(order.size, np.bool_)
    np.greater_equal(start[order][1:], reach[:-1], out=opens[1:])
    number[order] = np.cumsum(opens) - 1
    empty = np.flatnonzero(start >= end)
    number[empty] = int(opens.sum()) + np.arange(empty.size)
    return number
