"""Grams: hashes of all stretches of k codes, and where wanted ones occur."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint64]

_BASE = 0x9E3779B97F4A7C15
_MIX = np.uint64(0xD6E8FEB86659FD93)
_SMALLEST, _LARGEST = 12, 24
"""Bits of the filter."""


def _power(exponent: int) -> np.uint64:
    return np.uint64(pow(_BASE, exponent, 1 << 64))


def gram_hashes(codes: NDArray[Any], k: int) -> Hashes:
    """Hash every stretch of `k` codes (8 or 12), by doubling. O(codes)."""
    if codes.size < k:
        return np.empty(0, np.uint64)
    found = codes.astype(np.uint64)
    found *= _MIX
    found ^= found >> np.uint64(29)
    for width in (1, 2):
        found = found[:-width] * _power(width) + found[width:]
    four = found
    found = four[:-4] * _power(4) + four[4:]
    if k == 12:
        found = found[:-4] * _power(4) + four[8:]
    return mixed(found)


def mixed(hashes: Hashes) -> Hashes:
    """Spread differences over all bits."""
    hashes ^= hashes >> np.uint64(32)
    hashes *= _MIX
    hashes ^= hashes >> np.uint64(32)
    return hashes


class GramFilter:
    """Finds wanted hashes among many: a table of bits first, a search for what is left.

    Parameters
    ----------
    wanted : array of uint64
        Sorted, each once.
    """

    def __init__(self, wanted: Hashes) -> None:
        self._wanted = wanted
        bits = min(max(int(wanted.size).bit_length() + 4, _SMALLEST), _LARGEST)
        self._low = np.uint64((1 << bits) - 1)
        self._may_be = np.zeros(1 << bits, bool)
        self._may_be[wanted & self._low] = True

    def find(self, hashes: Hashes) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return which of the hashes are wanted, and the number of the wanted one each is."""
        likely = np.flatnonzero(self._may_be[hashes & self._low])
        at = np.searchsorted(self._wanted, hashes[likely])
        np.minimum(at, self._wanted.size - 1, out=at)
        same = self._wanted[at] == hashes[likely]
        return likely[same], at[same]
