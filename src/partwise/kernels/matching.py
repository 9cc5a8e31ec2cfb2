"""Equal keys: where they are in a list, and which rows have them again."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.kernels.trees.paths import look_up, sorted_keys

Keys = NDArray[np.uint64]


def match(wanted: Keys, keys: Keys) -> Ints:
    """Position of each wanted key in `keys` (distinct), -1 where it is not there. O(n log n)."""
    return look_up(wanted, *sorted_keys(keys))


def positions(known: Ints, asked: Ints) -> Ints:
    """Position of each number in an ascending column, -1 where it is not there. O(log n) each."""
    if not known.size:
        return np.full(asked.size, -1, np.int64)
    at = np.minimum(np.searchsorted(known, asked), known.size - 1)
    return np.where(known[at] == asked, at, -1)


def repeated(segment: Ints, key: NDArray[Any], counted: Flags) -> Flags:
    """Tell whether an earlier counted row of the segment has the same key. O(n log n)."""
    again = np.zeros(segment.size, np.bool_)
    rows = np.flatnonzero(counted)
    order = rows[np.lexsort((key[rows], segment[rows]))]
    same = (segment[order][1:] == segment[order][:-1]) & (key[order][1:] == key[order][:-1])
    again[order[1:][same]] = True
    return again
