"""Anchors: stretches of letters that occur once in an old text and once in its new version."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from partwise._typing import Ints
from partwise.kernels.text.grams import gram_hashes
from partwise.kernels.text.letters import LetterTable

_LETTERS = 12


class Anchors:
    """Tells how far the text around a span has moved.

    Parameters
    ----------
    old, new : str
        Two versions of a document.
    table : LetterTable
        Looks up letters.
    """

    def __init__(self, old: str, new: str, table: LetterTable) -> None:
        self._old, self._new, self._table = old, new, table

    @cached_property
    def _places(self) -> tuple[Ints, Ints, Ints]:
        """Start and end of the anchors in the old text, ascending, and their starts in the new."""
        (one, first), (other, second) = map(self._once, (self._old, self._new))
        _, at, there = np.intersect1d(one, other, return_indices=True)
        order = np.argsort(first[at, 0], kind="stable")
        return first[at, 0][order], first[at, 1][order], second[there, 0][order]

    def _once(self, text: str) -> tuple[Ints, Ints]:
        """Return the hashes that occur once, and start and end of where they do."""
        letters, source = self._table.of(text)
        hashes, first, count = np.unique(
            gram_hashes(letters, _LETTERS), return_index=True, return_counts=True
        )
        at = first[count == 1]
        places = np.stack((source[at], source[at + _LETTERS - 1] + 1), axis=1)
        return hashes[count == 1].view(np.int64), places.reshape(-1, 2)

    def start(self, start: int, end: int) -> int:
        """Return where a span should begin in the new text, -1 where nothing tells."""
        begin, finish, there = self._places
        before = int(np.searchsorted(finish, start, side="right")) - 1
        after = int(np.searchsorted(begin, end))
        near = []
        if before >= 0:
            near.append((start - int(finish[before]), before))
        if after < begin.size:
            near.append((int(begin[after]) - end, after))
        if not near:
            return -1
        _, anchor = min(near)
        return max(start + int(there[anchor] - begin[anchor]), 0)
