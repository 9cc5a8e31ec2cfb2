"""A walk through the characters of ranked parts, summing precision as it goes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partwise._typing import Ints, Reals
from partwise.kernels.first_cover import FirstCover
from partwise.kernels.harmonic import precision_along
from partwise.kernels.intervals import covered_before, cut
from partwise.kernels.ragged import count_before, rank_in_segment, segment_sum


class Stretches(NamedTuple):
    """Relevant text where it is met for the first time, by part and along each part."""

    part: Ints
    start: Ints
    length: Ints


def first_met(cover: FirstCover, span_start: Ints, span_end: Ints) -> Stretches:
    """Find the part that shows relevant text first. O((parts + spans) log (parts + spans))."""
    border = cover.border
    if not border.size:
        none = np.empty(0, np.int64)
        return Stretches(none, none, none)
    start, end = cut(span_start, span_end, border)
    # Before the first border the index is -1: the last cell, which nobody owns.
    owner = cover.owner[np.searchsorted(border, start, "right") - 1]
    met = np.flatnonzero(owner < cover.n)
    met = met[np.argsort(owner[met], kind="stable")]  # by part, then along the part
    return Stretches(owner[met].astype(np.int64), start[met], (end - start)[met])


def precision_walk(
    met: Stretches,
    begin: Ints,
    missed: Ints,
    spans: tuple[Ints, Ints],
    offsets: Ints,
    *,
    k: int | None = None,
) -> Reals:
    """Sum hits/read at each relevant character met for the first time.

    Each part is walked from start to end. A relevant character seen before is
    skipped; any other character that is not a hit counts as read each time.

    Parameters
    ----------
    met : Stretches
        Relevant text where it is met for the first time.
    begin : ndarray of int64
        Start on the axis of the part of each stretch.
    missed : ndarray of int64
        Characters of each part that are not relevant.
    spans : pair of ndarray of int64
        Relevant text: starts and ends of disjoint ascending intervals on the axis.
    offsets : ndarray of int64
        Topic ``i`` owns the parts ``offsets[i]:offsets[i + 1]``.
    k : int, optional
        Walk only the first `k` parts of each topic.

    Returns
    -------
    ndarray of float64
        One sum per topic. O(parts + stretches log spans).
    """
    part, place, length = met
    if k:
        walked = (rank_in_segment(offsets) <= k)[part]
        part, place, length, begin = (x[walked] for x in (part, place, length, begin))
    missed_until = count_before(missed)
    missed_before = missed_until[part] + place - begin
    missed_before -= covered_before(place, *spans) - covered_before(begin, *spans)

    topic_offsets = np.searchsorted(part, offsets)
    n_met = np.diff(topic_offsets)
    hits = count_before(length)
    hits_before = hits[:-1] - np.repeat(hits[topic_offsets[:-1]], n_met)
    missed_before -= np.repeat(missed_until[offsets[:-1]], n_met)
    precision = precision_along(length, missed_before, missed_before + hits_before)
    return segment_sum(precision, topic_offsets)
