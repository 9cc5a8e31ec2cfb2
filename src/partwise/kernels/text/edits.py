"""Edit distance of patterns to all ends in texts, many pairs at once.

Bit vectors of vertical differences after Myers (1999), in blocks of 64 rows with the carries of
Hyyrö (2003): one step advances a column of every pair. Where few pairs share a size, the same
recurrence runs on Python's integers, one pair at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.kernels.ragged import distinct

Codes = NDArray[Any]

_WORD = 64
_FEW = 8
"""Fewer pairs than this for each word of a pattern are not worth arrays."""
_CELLS = 1 << 22
"""Most cells of the table of where letters stand in patterns, and of the costs, at a time."""


def end_costs(
    patterns: Sequence[Codes], texts: Sequence[Codes], *, anchored: bool = False
) -> list[Ints]:
    """Return the distance of each pattern to what ends at each place of its text.

    Parameters
    ----------
    patterns, texts : sequences of arrays
        Pairs; a pattern has at least one code.
    anchored : bool
        The match begins where the text begins; otherwise it begins anywhere.

    Returns
    -------
    list of arrays
        One for each pair: the costs of the ends 0, 1, ..., length of the text.
        O(pattern / 64 x text) each.
    """
    found: list[Ints] = [np.empty(0, np.int64)] * len(patterns)
    words = np.array([-(-pattern.size // _WORD) for pattern in patterns], np.int64)
    width = np.array([text.size for text in texts], np.int64)
    for size in distinct(words).tolist():
        pairs = np.flatnonzero(words == size)
        if pairs.size < _FEW * size:
            for pair in pairs.tolist():
                found[pair] = _alone(patterns[pair], texts[pair], anchored=anchored)
            continue
        pairs = pairs[np.argsort(width[pairs], kind="stable")]
        for some in np.array_split(pairs, -(-pairs.size // _most(size, int(width[pairs].max())))):
            chosen = some.tolist()
            costs = _together(
                [patterns[i] for i in chosen], [texts[i] for i in chosen], anchored=anchored
            )
            for column, pair in enumerate(chosen):
                found[pair] = costs[: texts[pair].size + 1, column].astype(np.int64)
    return found


def _most(words: int, width: int) -> int:
    """Return how many pairs go together."""
    return max(_FEW * words, min(2048, _CELLS // (width + 1)))


def _alone(pattern: Codes, text: Codes, *, anchored: bool) -> Ints:
    """Do one pair on Python's integers."""
    size = int(pattern.size)
    full, top = (1 << size) - 1, 1 << (size - 1)
    masks: dict[int, int] = {}
    for row, code in enumerate(pattern.tolist()):
        masks[code] = masks.get(code, 0) | 1 << row
    up, down, cost = full, 0, size
    costs = [cost]
    for code in text.tolist():
        same = masks.get(code, 0)
        level = (((same & up) + up) ^ up) | same | down
        more, less = down | ~(level | up) & full, up & level
        cost += (more & top > 0) - (less & top > 0)
        costs.append(cost)
        more = (more << 1 | anchored) & full
        less = less << 1 & full
        up, down = less | ~(level | more) & full, more & level
    return np.array(costs, np.int64)


def _together(patterns: list[Codes], texts: list[Codes], *, anchored: bool) -> NDArray[np.int32]:
    """Do pairs of one number of words as arrays; costs by column of the text, then pair."""
    size = np.array([pattern.size for pattern in patterns], np.int64)
    words, n = -(-int(size.max()) // _WORD), len(patterns)
    alphabet = distinct(np.concatenate(patterns))
    masks = _masks(patterns, alphabet, words)
    column = _columns(texts, alphabet)
    one, top = np.uint64(1), np.uint64(_WORD - 1)
    last = ((size - 1) % _WORD).astype(np.uint64)
    up = [np.full(n, np.iinfo(np.uint64).max, np.uint64) for _ in range(words)]
    down = [np.zeros(n, np.uint64) for _ in range(words)]
    costs = np.empty((column.shape[0] + 1, n), np.int32)
    costs[0] = size
    for at in range(column.shape[0]):
        rise = np.full(n, one if anchored else 0, np.uint64)
        fall = np.zeros(n, np.uint64)
        for word in range(words):
            same = masks[word].take(column[at])
            same |= fall
            level = same & up[word]
            level += up[word]
            level ^= up[word]
            level |= same
            level |= down[word]
            more, less = level | up[word], up[word] & level
            np.invert(more, out=more)
            more |= down[word]
            if word == words - 1:
                costs[at + 1] = costs[at]
                costs[at + 1] += ((more >> last) & one).astype(np.int32)
                costs[at + 1] -= ((less >> last) & one).astype(np.int32)
            carry = more >> top, less >> top
            more <<= one
            more |= rise
            less <<= one
            less |= fall
            down[word] = more & level
            level |= more
            up[word] = np.invert(level, out=level)
            up[word] |= less
            rise, fall = carry
    return costs


def _masks(patterns: list[Codes], alphabet: Codes, words: int) -> list[NDArray[np.uint64]]:
    """Return, word by word, the rows at which each letter of the alphabet stands, pair by pair."""
    n, letters = len(patterns), alphabet.size + 1  # the last letter stands for all others
    size = np.array([pattern.size for pattern in patterns])
    pair = np.repeat(np.arange(n), size)
    row = np.arange(pair.size) - np.repeat(np.cumsum(size) - size, size)
    letter = np.searchsorted(alphabet, np.concatenate(patterns))
    flat = np.zeros((words, n * letters), np.uint64)
    bit = np.uint64(1) << (row % _WORD).astype(np.uint64)
    np.bitwise_or.at(flat, (row // _WORD, pair * letters + letter), bit)
    return list(flat)


def _columns(texts: list[Codes], alphabet: Codes) -> Ints:
    """Return, column by column, where in the masks the letter of each pair's text is looked up."""
    width = np.array([text.size for text in texts])
    letters = alphabet.size + 1
    joined = np.concatenate(texts)
    at = np.minimum(np.searchsorted(alphabet, joined), alphabet.size - 1)
    at = np.where(alphabet[at] == joined, at, alphabet.size)
    pair = np.repeat(np.arange(len(texts)), width)
    column = np.arange(pair.size) - np.repeat(np.cumsum(width) - width, width)
    found = np.repeat(np.arange(len(texts))[None, :] * letters, int(width.max(initial=0)), axis=0)
    found[column, pair] = pair * letters + at
    return found
