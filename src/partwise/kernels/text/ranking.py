"""Ranked lists straight from a text: by score, ties by name, each name once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints, Reals
from partwise.kernels.distinct import distinct
from partwise.kernels.text.lines import Field
from partwise.kernels.text.names import compare_names, name_keys, same_names

_STRIDE = np.uint64(0xD1B54A32D192ED03)


def _at(field: Field, rows: Ints) -> Field:
    return field[0][rows], field[1][rows]


def rank_rows(
    offsets: Ints,
    score: Reals,
    data: NDArray[np.uint8],
    field: Field,
) -> tuple[Ints | None, Flags]:
    """Order each segment by score descending, equal scores by name descending.

    Returns the order, None when the rows are in order already, and for each
    row of the new order whether it has the score of the row before it in its
    segment. Only segments that are out of order are sorted.
    """
    first = np.zeros(score.size, bool)
    first[offsets[:-1]] = True
    inside = ~first[1:]
    tie = (score[1:] == score[:-1]) & inside
    wrong = (score[1:] > score[:-1]) & inside
    at = np.flatnonzero(tie)
    wrong[at] = compare_names(data, _at(field, at), _at(field, at + 1)) < 0
    order = None
    if wrong.any():
        order = _sort_segments(offsets, wrong, score, data, field)
        score = score[order]
        tie = (score[1:] == score[:-1]) & inside
    return order, np.concatenate((np.zeros(min(1, score.size), bool), tie))


def _sort_segments(
    offsets: Ints,
    wrong: Flags,
    score: Reals,
    data: NDArray[np.uint8],
    field: Field,
) -> Ints:
    order = np.arange(score.size)
    found = np.searchsorted(offsets, np.flatnonzero(wrong), side="right") - 1
    for segments in _by_size(distinct(found), np.diff(offsets)):
        base, size = offsets[segments], np.diff(offsets)[segments]
        column = np.arange(int(size.max()))
        inside = column < size[:, None]
        block = np.full(inside.shape, np.inf)
        block[inside] = -score[(base[:, None] + column)[inside]]
        sorted_ = np.argsort(block, axis=1)
        # a score of -inf ties with the padding, which is told by its place
        order[(base[:, None] + column)[inside]] = (base[:, None] + sorted_)[sorted_ < size[:, None]]
    sorted_score = score[order]
    tie = sorted_score[1:] == sorted_score[:-1]
    tie[offsets[1:-1] - 1] = False
    return _sort_ties(order, tie, data, field) if tie.any() else order


def _by_size(segments: Ints, size: Ints) -> list[Ints]:
    """Segments in groups of similar size, so that padding at most doubles the work."""
    scale = np.ceil(np.log2(np.maximum(size[segments], 1)))
    return [segments[scale == value] for value in distinct(scale)]


def _sort_ties(
    order: Ints,
    tie: Flags,
    data: NDArray[np.uint8],
    field: Field,
) -> Ints:
    joined = np.concatenate(([False], tie))
    among = np.flatnonzero(joined | np.concatenate((tie, [False])))
    group = np.cumsum(~joined)[among]
    rows = order[among]
    keys = [~key for key in name_keys(data, _at(field, rows))]
    order[among] = rows[np.lexsort((*reversed(keys), group))]
    return order


def has_repeats(
    segment: Ints,
    mixed: NDArray[np.uint64],
    data: NDArray[np.uint8],
    field: Field,
) -> bool:
    """Whether any segment holds a name twice; `mixed` are the names' fingerprints."""
    key = mixed + segment.view(np.uint64) * _STRIDE
    ordered = np.sort(key)
    if not (ordered[1:] == ordered[:-1]).any():
        return False
    order = np.argsort(key, kind="stable")
    same = np.flatnonzero(key[order][1:] == key[order][:-1])
    a, b = order[same], order[same + 1]
    equal = same_names(data, _at(field, a), data, _at(field, b))
    return bool((equal & (segment[a] == segment[b])).any())
