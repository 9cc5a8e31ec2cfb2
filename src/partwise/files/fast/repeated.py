"""Documents that a topic of a chunk run lists more than once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise._record import record
from partwise._typing import Ints
from partwise.files.fast.doc_names import DocNames
from partwise.files.fast.rows import IrregularError
from partwise.kernels.first_cover import first_cover
from partwise.kernels.intervals import lay_out
from partwise.kernels.text.names import fingerprints, same_names

_STRIDE = np.uint64(0xD1B54A32D192ED03)
_MIX, _HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)
_SPARE_BITS = np.uint64(3)


@record
class Repeated:
    """Rows by topic and document.

    Parameters
    ----------
    leader : ndarray of int64
        First row of the same topic and document; itself for most rows.
    rows : ndarray of int64
        Rows whose topic lists their document more than once, ascending.
    n_further : int
        How many of them are not the first.
    """

    leader: Ints
    rows: Ints
    n_further: int

    def overlapping(self, start: Ints, end: Ints) -> int:
        """Count rows that show text which an earlier row of their topic shows."""
        if not self.rows.size:
            return 0
        low, high = start[self.rows], end[self.rows]
        number = np.empty(self.leader.size, np.int64)
        number[self.rows] = np.arange(self.rows.size)
        group = number[self.leader[self.rows]]
        extent = np.zeros(self.rows.size, np.int64)
        np.maximum.at(extent, group, high)
        base = lay_out(extent)[group]
        cover = first_cover(low + base, high + base)
        return int((cover.first_seen(cover.border) < high - low).sum())


def repeated(segment: Ints, names: DocNames) -> Repeated:
    """Find the rows of one segment that have the same name.

    Most rows are alone in their slot of a table by fingerprint and are looked at no further.
    """
    leader = np.arange(segment.size)
    mixed = names.row_prints
    rows = _candidates(segment, mixed)
    if rows.size:  # most of them meet by chance, and do not meet again
        rows = rows[_candidates(segment[rows], mixed[rows] * _STRIDE)]
    if rows.size:
        key = fingerprints(names.data, names.at(rows)) + segment[rows].view(np.uint64) * _STRIDE
        order = np.argsort(key, kind="stable")
        rows, key = rows[order], key[order]
        same = np.concatenate(([False], key[1:] == key[:-1]))
        at = np.flatnonzero(same)
        here, there = names.at(rows[at]), names.at(rows[at - 1])
        equal = same_names(names.data, here, names.data, there)
        if not (equal & (segment[rows[at]] == segment[rows[at - 1]])).all():
            raise IrregularError  # two names with one fingerprint: the ordinary way tells them
        head = np.flatnonzero(~same)
        size = np.diff(head, append=rows.size)
        leader[rows] = np.repeat(rows[head], size)
        rows = np.sort(rows[np.repeat(size > 1, size)])
        return Repeated(leader, rows, at.size)
    return Repeated(leader, rows, 0)


def _candidates(segment: Ints, mixed: NDArray[np.uint64]) -> Ints:
    """Rows that share their slot with another row; each segment has slots of its own."""
    size = np.bincount(segment).astype(np.uint64) << _SPARE_BITS
    key = mixed * _MIX
    key >>= _HALF
    key *= size[segment]  # a fraction of the slots of the segment: they stay in the cache
    key >>= _HALF
    key += (np.cumsum(size) - size)[segment]
    slot = key.view(np.int64)
    number = np.arange(segment.size, dtype=np.int32)
    last = np.empty(segment.size << int(_SPARE_BITS), np.int32)
    last[slot] = number
    loser = np.flatnonzero(last[slot] != number)
    if not loser.size:
        return loser
    shared = np.zeros(last.size, np.bool_)
    shared[slot[loser]] = True
    return np.flatnonzero(shared[slot])
