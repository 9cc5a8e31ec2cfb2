"""Ragged arrays: segments by offsets, distinct rows, sets of rows, connected components."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints, Reals

Number = TypeVar("Number", bound=np.generic)


def distinct(values: NDArray[Number]) -> NDArray[Number]:
    """Distinct values in ascending order; O(n log n).

    What `np.unique` returns, which would bring in masked arrays at the price of a tenth of NumPy.
    Values hold no NaN.
    """
    ordered: NDArray[Number] = np.sort(values, axis=None)
    head = np.ones(ordered.size, np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=head[1:])
    return ordered[head]


def distinct_codes(codes: NDArray[np.integer], n: int) -> Ints:
    """Distinct numbers below `n` in ascending order; O(numbers + n)."""
    present = np.zeros(n, np.bool_)
    present[codes] = True
    return np.flatnonzero(present)


def unique_rows(*keys: Ints) -> Flags:
    """Mask of the rows with keys that no other row has."""
    order = np.lexsort(keys)
    same = np.ones(max(order.size - 1, 0), np.bool_)
    for key in keys:
        same &= key[order[1:]] == key[order[:-1]]
    mask = np.ones(order.size, np.bool_)
    mask[order[1:][same]] = False
    mask[order[:-1][same]] = False
    return mask


# Segments lie one after the other in a column; segment ``i`` owns the rows
# ``offsets[i]:offsets[i + 1]``. Floating-point sums restart at every segment and
# run from its first row to its last, so that no value depends on which other
# segments are there.

_BLOCK = 1 << 18
"""Cells of one padded block: small enough to stay in the cache."""

Accumulate = Callable[[Reals], Reals]


def offsets_from_lengths(length: NDArray[np.integer]) -> Ints:
    """Offsets of segments with these lengths."""
    offsets = np.zeros(length.size + 1, np.int64)
    np.cumsum(length, out=offsets[1:])
    return offsets


def offsets_from_owners(owner: NDArray[np.integer], n: int) -> Ints:
    """Offsets of `n` segments when row ``i`` belongs to ``owner[i]`` (ascending)."""
    return offsets_from_lengths(np.bincount(owner, minlength=n))


def segment_starts(owner: NDArray[np.integer]) -> Ints:
    """First row of each run of equal values: int64[n_runs].

    Examples
    --------
    >>> segment_starts(np.array([4, 4, 2, 7, 7])).tolist()
    [0, 2, 3]
    """
    is_first = np.ones(owner.size, np.bool_)
    is_first[1:] = owner[1:] != owner[:-1]
    return np.flatnonzero(is_first)


def owners(offsets: Ints) -> Ints:
    """Segment of each row."""
    return np.repeat(np.arange(offsets.size - 1), np.diff(offsets))


def rank_in_segment(offsets: Ints) -> Ints:
    """Place of each row in its segment, counted from 1."""
    return np.arange(1, offsets[-1] + 1) - np.repeat(offsets[:-1], np.diff(offsets))


def ranges(low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """Numbers of every ``low[i] .. high[i] - 1`` and their offsets. O(output)."""
    offsets = offsets_from_lengths(np.maximum(high - low, 0))
    return np.arange(offsets[-1]) + np.repeat(low - offsets[:-1], np.diff(offsets)), offsets


def range_blocks(low: Ints, high: Ints, size: int) -> Iterator[tuple[Ints, Ints]]:
    """Pairs of a row and each number of its range, about `size` at a time."""
    block = np.cumsum(high - low) // size
    for rows in np.split(np.arange(low.size), np.flatnonzero(np.diff(block)) + 1):
        numbers, offsets = ranges(low[rows], high[rows])
        yield np.repeat(rows, np.diff(offsets)), numbers


def groups(offsets: Ints, rows: int) -> Iterator[tuple[int, int]]:
    """Yield segments in groups of at most `rows` rows, or one segment: first and last + 1."""
    first = 0
    while first < offsets.size - 1:
        last = int(np.searchsorted(offsets, offsets[first] + rows, side="right")) - 1
        last = max(last, first + 1)
        yield first, last
        first = last


def top(offsets: Ints, k: int | None) -> Ints:
    """End of the first `k` rows of each segment (all rows without `k`)."""
    return offsets[1:] if k is None else np.minimum(offsets[1:], offsets[:-1] + k)


def count_before(x: NDArray[Any]) -> Ints:
    """Sum of all rows before each row, and the sum of all rows last (whole numbers)."""
    before = np.zeros(x.size + 1, np.int64)
    np.cumsum(x, out=before[1:], dtype=np.int64)
    return before


def running_count(x: NDArray[Any], offsets: Ints) -> Ints:
    """Sum of each row's segment down to the row itself (whole numbers, exact). O(rows)."""
    before = count_before(x)
    return before[1:] - np.repeat(before[offsets[:-1]], np.diff(offsets))


def segment_count(x: NDArray[Any], offsets: Ints, k: int | None = None) -> Ints:
    """Sum of the first `k` rows of each segment (whole numbers, exact). O(rows)."""
    before = count_before(x)
    return before[top(offsets, k)] - before[offsets[:-1]]


def segment_sum(x: Reals, offsets: Ints) -> Reals:
    """Sum of each segment, added from its first row to its last; 0 where it is empty. O(rows)."""
    return sum_by(owners(offsets), x, offsets.size - 1)


def sum_by(code: NDArray[np.integer], x: Reals, n: int) -> Reals:
    """Sum of the rows of each of `n` codes, added from the first row to the last. O(rows + n)."""
    return np.bincount(code, weights=x, minlength=n).astype(np.float64, copy=False)


def segment_max(x: Reals, offsets: Ints) -> Reals:
    """Greatest value of each segment; 0 where it is empty. O(rows)."""
    out = np.zeros(offsets.size - 1)
    filled = offsets[:-1] < offsets[1:]
    if filled.any():
        out[filled] = np.maximum.reduceat(x, offsets[:-1][filled])
    return out


def running_sum(x: Reals, offsets: Ints) -> Reals:
    """Sum of each row's segment from its first row down to the row itself. O(rows)."""
    return _by_blocks(x, offsets, lambda block: np.cumsum(block, axis=1))


def running_product(x: Reals, offsets: Ints) -> Reals:
    """Product of each row's segment from its first row down to the row itself. O(rows)."""
    return _by_blocks(x, offsets, lambda block: np.multiply.accumulate(block, axis=1))


def greatest_from(x: Reals, offsets: Ints) -> Reals:
    """Greatest value from each row to the last row of its segment (values >= 0). O(rows)."""
    return _by_blocks(x, offsets, lambda b: np.maximum.accumulate(b[:, ::-1], axis=1)[:, ::-1])


def _by_blocks(x: Reals, offsets: Ints, accumulate: Accumulate) -> Reals:
    """Apply `accumulate` along each segment.

    Segments of similar length are the rows of one block padded with zeros: at
    least half of each block is used, and a sum restarts at every segment.
    """
    out = np.empty(x.size)
    for segments in _similar(np.diff(offsets)):
        length = offsets[segments + 1] - offsets[segments]
        column = np.arange(length.max())
        inside = column < length[:, None]
        rows = (offsets[segments, None] + column)[inside]
        block = np.zeros(inside.shape)
        block[inside] = x[rows]
        out[rows] = accumulate(block)[inside]
    return out


def _similar(length: Ints) -> Iterator[Ints]:
    """Yield the segments that share a power of two, in blocks of bounded size."""
    scale = np.frexp(length.astype(np.float64))[1]
    for size in distinct(scale[length > 0]).tolist():
        segments = np.flatnonzero(scale == size)
        step = max(1, _BLOCK >> size)
        for first in range(0, segments.size, step):
            yield segments[first : first + step]


@dataclass(frozen=True, eq=False)
class AlignedColumns:
    """Base of tables whose arrays all have one entry per row; other fields belong to all rows."""

    def _columns(self) -> dict[str, NDArray[Any]]:
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: column for name, column in values if isinstance(column, np.ndarray)}

    def __len__(self) -> int:
        return next(iter(self._columns().values())).size

    def take(self, rows: NDArray[Any] | slice) -> Self:
        """Subset of the rows, in the given order."""
        return replace(self, **{name: column[rows] for name, column in self._columns().items()})

    def joined(self, *others: Self) -> Self:
        """Rows of this table followed by those of others. O(n)."""
        tables = [table._columns() for table in (self, *others)]
        columns = {name: np.concatenate([each[name] for each in tables]) for name in tables[0]}
        return replace(self, **columns)


def distinct_sets(member: Ints, offsets: Ints) -> tuple[Ints, Ints, Ints]:
    """Distinct sets (offsets, members in ascending order) and the number of each set among them.

    Every set has a member; a member that is there twice counts once.
    """
    owner = owners(offsets)
    order = np.lexsort((member, owner))
    owner, member = owner[order], member[order]
    is_first = np.ones(order.size, np.bool_)
    is_first[1:] = (owner[1:] != owner[:-1]) | (member[1:] != member[:-1])
    owner, member = owner[is_first], member[is_first]
    offsets = offsets_from_owners(owner, offsets.size - 1)
    length = np.diff(offsets)
    number = np.empty(length.size, np.int64)
    lengths: list[Ints] = []
    sets: list[Ints] = []
    count = 0
    for size in distinct(length).tolist():
        same = np.flatnonzero(length == size)
        block = member[offsets[same][:, None] + np.arange(size)]
        if size == 1:  # much faster than whole rows
            members, which = np.unique(block.ravel(), return_inverse=True)
        else:
            members, which = np.unique(block, axis=0, return_inverse=True)
        number[same] = count + which.ravel()
        count += len(members)
        lengths.append(np.full(len(members), size, np.int64))
        sets.append(members.ravel())
    nothing = np.empty(0, np.int64)
    return (
        offsets_from_lengths(np.concatenate([nothing, *lengths])),
        np.concatenate([nothing, *sets]),
        number,
    )


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
