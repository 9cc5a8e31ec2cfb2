"""Element paths as bytes: steps, parents, order and matching."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.kernels.ragged import count_before, ranges
from partwise.kernels.trees import by_depth

# A path's key is a 64-bit number folded from its steps, so the paths of a
# million results meet the elements of a million trees in one sorted look-up.
# Two different paths of one document share a key with a chance of about
# 2**-64; everything that is printed comes from the names themselves.

Keys = NDArray[np.uint64]

SLASH, OPEN, CLOSE = np.frombuffer(b"/[]", np.uint8)
_FORBIDDEN = np.zeros(256, np.bool_)
_FORBIDDEN[list(b" \t\r\n|<>\"'&=")] = True
_DIGITS = 9
"""Longest position in brackets; a tenth digit would leave 32 bits."""
_SEED = np.uint64(0x9E3779B97F4A7C15)


class Steps(NamedTuple):
    """The steps of many paths, one after the other."""

    offsets: Ints
    """Steps of each path."""
    name_start: Ints
    """Offset in the block at which each step's name starts."""
    name_end: Ints
    """Offset in the block at which each step's name ends."""
    ordinal: NDArray[np.int32]
    """The position in brackets."""
    bad: Flags
    """Paths that are no element paths; their steps mean nothing."""
    bare: Flags
    """Paths with a step without ``[n]``, read as ``[1]``."""


def mix(x: Keys) -> Keys:
    """Scramble 64-bit numbers so that near ones become far (splitmix64's last step)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def text_hash(block: NDArray[np.uint8], start: Ints, end: Ints) -> Keys:
    """Hash of each piece of a block of bytes. O(bytes of the pieces)."""
    position, offsets = ranges(start, end)
    length = end - start
    widest = int(length.max(initial=0))
    weight = mix(np.arange(1, widest + 1, dtype=np.uint64) * _SEED) | np.uint64(1)
    place = position - np.repeat(start, length)
    terms = weight[place] * (block[position].astype(np.uint64) + np.uint64(1))
    total = np.zeros(terms.size + 1, np.uint64)
    np.cumsum(terms, out=total[1:])
    return mix(total[offsets[1:]] - total[offsets[:-1]] + length.astype(np.uint64))


def step_key(name: Keys, ordinal: NDArray[np.int32]) -> Keys:
    """Key of a step from the hash of its name and its position."""
    return mix(name + ordinal.astype(np.uint64) * _SEED)


def chain(above: Keys, step: Keys) -> Keys:
    """Key of a path from the key of the path above it and its last step."""
    return mix(above * np.uint64(0xD1342543DE82EF95) + step)


def in_document(path: Keys, doc: NDArray[np.integer]) -> Keys:
    """Key of a path in one document."""
    return mix(path ^ mix(doc.astype(np.uint64) + _SEED))


def split_paths(
    block: NDArray[np.uint8], start: Ints, end: Ints, *, lenient: bool = False
) -> Steps:
    """Split paths into steps ``/name[n]``, n from 1 without leading zeros.

    Parameters
    ----------
    block : ndarray of uint8
        UTF-8 text.
    start, end : ndarray of int64
        Where each path stands; pieces must not overlap and must ascend.
    lenient : bool
        Accept a step without ``[n]``.

    Returns
    -------
    Steps
        Malformed paths are marked, not refused. O(bytes).
    """
    position, offsets = ranges(start, end)
    text = block[position]
    owner = np.repeat(np.arange(start.size), end - start)
    bad = end <= start
    filled = np.flatnonzero(~bad)
    bad[filled] = block[start[filled]] != SLASH
    bad[owner[_FORBIDDEN[text]]] = True

    slash = np.flatnonzero(text == SLASH)
    before = count_before(text == SLASH)
    step_offsets = before[offsets]
    close_of = np.append(slash[1:], text.size) if slash.size else slash
    step_owner = owner[slash]
    step_end = np.minimum(close_of, offsets[1:][step_owner])  # a path ends its last step

    opened, closed = count_before(text == OPEN), count_before(text == CLOSE)
    n_open = opened[step_end] - opened[slash]
    n_close = closed[step_end] - closed[slash]
    open_at = np.flatnonzero(text == OPEN)
    nth = np.minimum(opened[slash], max(open_at.size - 1, 0))
    bracket = np.where(n_open > 0, open_at[nth], step_end) if open_at.size else step_end
    ordinal, good = _positions(text, bracket + 1, step_end - 1)
    good &= (n_open == 1) & (n_close == 1) & (bracket > slash + 1)
    good &= text[np.maximum(step_end - 1, 0)] == CLOSE
    plain = (n_open == 0) & (n_close == 0) & (step_end > slash + 1)
    ordinal[plain] = 1
    bare = np.zeros(start.size, np.bool_)
    bare[step_owner[plain]] = True
    if lenient:
        good |= plain
    bad[step_owner[~good]] = True
    name_start = position[slash] + 1
    name_end = position[slash] + bracket - slash
    return Steps(step_offsets, name_start, name_end, ordinal, bad, bare)


def _positions(text: NDArray[np.uint8], low: Ints, high: Ints) -> tuple[NDArray[np.int32], Flags]:
    """Read the digits ``text[low:high]``; False where they are no position."""
    length = high - low
    good = (length >= 1) & (length <= _DIGITS)
    value = np.zeros(low.size, np.int64)
    for place in range(_DIGITS):
        rows = np.flatnonzero(good & (length > place))
        digit = text[low[rows] + place].astype(np.int64) - ord("0")
        ok = (digit >= 0) & (digit <= 9)
        if place == 0:
            ok &= digit > 0
        good[rows[~ok]] = False
        value[rows] = value[rows] * 10 + digit
    return value.astype(np.int32), good


def path_keys(name: Keys, ordinal: NDArray[np.int32], offsets: Ints) -> Keys:
    """Fold the steps of each path into its key. O(steps)."""
    step = step_key(name, ordinal)
    keys = np.full(offsets.size - 1, _SEED)
    unfinished = np.flatnonzero(np.diff(offsets) > 0)
    depth = 0
    while unfinished.size:
        keys[unfinished] = chain(keys[unfinished], step[offsets[unfinished] + depth])
        depth += 1
        unfinished = unfinished[offsets[unfinished + 1] - offsets[unfinished] > depth]
    return keys


def forest_keys(
    step: Keys,
    parent: Ints,
    depth: NDArray[np.int32],
    *,
    via: NDArray[np.int32] | None = None,
    via_step: Keys | None = None,
    via_offsets: Ints | None = None,
) -> Keys:
    """Key of every element's path from the root. O(rows).

    An element's key is made of its own step and the key of its parent.

    Parameters
    ----------
    step : ndarray of uint64
        Key of each element's own step.
    parent, depth : ndarray
        The forest.
    via : ndarray of int32, optional
        Per element, which steps between its parent row and itself were left out.
    via_step, via_offsets : ndarray, optional
        Keys of the steps of each such sequence.
    """
    keys = np.empty(step.size, np.uint64)
    for level, rows in enumerate(by_depth(depth)):
        above = keys[parent[rows]] if level else np.full(rows.size, _SEED)
        if via is not None and via_step is not None and via_offsets is not None:
            above = _through(above, via[rows], via_step, via_offsets)
        keys[rows] = chain(above, step[rows])
    return keys


def _through(above: Keys, via: NDArray[np.int32], step: Keys, offsets: Ints) -> Keys:
    length = np.diff(offsets)[via]
    for place in range(int(length.max(initial=0))):
        rows = np.flatnonzero(length > place)
        above[rows] = chain(above[rows], step[offsets[via[rows]] + place])
    return above


def sorted_keys(keys: Keys) -> tuple[Keys, Ints]:
    """Keys in ascending order, and the position at which each stood."""
    order = np.argsort(keys, kind="stable")
    return keys[order], order


def look_up(sought: Keys, keys: Keys, order: Ints) -> Ints:
    """Position of each sought key, -1 if absent. O(log keys) each."""
    if not keys.size:
        return np.full(sought.size, -1, np.int64)
    index = np.minimum(np.searchsorted(keys, sought), keys.size - 1)
    return np.where(keys[index] == sought, order[index], -1)


def match(sought: Keys, keys: Keys) -> Ints:
    """Position of each sought key in `keys` (distinct), -1 if absent. O(n log n)."""
    return look_up(sought, *sorted_keys(keys))


def positions(column: Ints, numbers: Ints) -> Ints:
    """Position of each number in an ascending column, -1 if absent. O(log n) each."""
    if not column.size:
        return np.full(numbers.size, -1, np.int64)
    index = np.minimum(np.searchsorted(column, numbers), column.size - 1)
    return np.where(column[index] == numbers, index, -1)


def repeated(segment: Ints, key: NDArray[Any], counted: Flags) -> Flags:
    """Mask of the rows with the key of an earlier counted row of their segment. O(n log n)."""
    repeats = np.zeros(segment.size, np.bool_)
    rows = np.flatnonzero(counted)
    order = rows[np.lexsort((key[rows], segment[rows]))]
    same = (segment[order][1:] == segment[order][:-1]) & (key[order][1:] == key[order][:-1])
    repeats[order[1:][same]] = True
    return repeats
