"""Which intervals of two lists meet."""

from __future__ import annotations

import numpy as np

from partwise._typing import Ints
from partwise.kernels.ragged import owners, ranges


def overlapping(
    start: Ints, end: Ints, other_start: Ints, other_end: Ints, *, touching: bool = False
) -> tuple[Ints, Ints]:
    """Return all pairs of a row and another that share a character.

    Parameters
    ----------
    start, end : ndarray of int64
        Half-open intervals in any order; an empty one shares nothing.
    other_start, other_end : ndarray of int64
        The others, by start; they may overlap each other.
    touching : bool
        Whether intervals that only touch meet as well.

    Returns
    -------
    row, other : ndarray of int64
        By row, then by other. O((n + m) log m + pairs), more where the others are nested.
    """
    reach = np.maximum.accumulate(other_end) if other_end.size else other_end
    low = np.searchsorted(reach, start, "left" if touching else "right")
    high = np.searchsorted(other_start, end, "right" if touching else "left")
    other, offsets = ranges(low, high)
    row = owners(offsets)
    if touching:
        meets = (other_start[other] <= end[row]) & (other_end[other] >= start[row])
    else:
        shared = np.minimum(other_end[other], end[row]) - np.maximum(other_start[other], start[row])
        meets = shared > 0
    return row[meets], other[meets]
