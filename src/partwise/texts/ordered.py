"""Chunks of one splitter call: their order says which of several places each one has.

A chunk begins after the one before it began, overlaps it by no more than the splitter's overlap,
and the chunks together leave out as little text as possible.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_MOST_STATES, _MOST_PLACES = 48, 4
_NOWHERE = 100_000
"""What a chunk costs that has no place, in characters left out."""


@dataclass(frozen=True)
class Chunk:
    """A chunk and where it may be.

    Parameters
    ----------
    places : sequence of (int, int)
        Start and end of its places, ascending; none where it is nowhere.
    text : str or None
        Its characters where they stand in the source as they are: further places are looked up.
    """

    places: Sequence[tuple[int, int]]
    text: str | None = None

    def after(self, source: str, low: int, enough: int) -> list[tuple[int, int]]:
        """Return the places from `low` up to the first that begins at `enough` or later."""
        found: list[tuple[int, int]] = []
        if self.text is not None and len(self.places) > 1:
            at = source.find(self.text, low)
            while at >= 0 and len(found) < _MOST_PLACES:
                found.append((at, at + len(self.text)))
                at = -1 if at >= enough else source.find(self.text, at + 1)
            return found
        for place in self.places[bisect_left(self.places, (low, -1)) :][:_MOST_PLACES]:
            found.append(place)
            if place[0] >= enough:
                break
        return found


class _State(NamedTuple):
    """What the chunks so far came to: cost and places of the last one, and the way back."""

    cost: int
    start: int
    end: int
    place: tuple[int, int] | None
    before: _State | None


def going_back(chunks: Sequence[Chunk]) -> int:
    """Count the chunks with one place that begin before the one with one place before them."""
    starts = [chunk.places[0][0] for chunk in chunks if len(chunk.places) == 1]
    return sum(after < before for before, after in pairwise(starts))


def overlap_of(chunks: Sequence[Chunk]) -> int:
    """Return the largest overlap between neighbours that have one place each."""
    found = 0
    for one, other in pairwise(chunks):
        if len(one.places) == len(other.places) == 1:
            found = max(found, one.places[0][1] - other.places[0][0])
    return found


def in_order(chunks: Sequence[Chunk], source: str, overlap: int) -> list[tuple[int, int] | None]:
    """Return a place for each chunk, None for one that has none in this order.

    O(chunks x states) look-ups.
    """
    before = _letters_before(source)
    states = [_State(0, -1, 0, None, None)]
    for chunk in chunks:
        states = _next(chunk, states, source, overlap, before)
    left = [state.cost + int(before[-1] - before[state.end]) for state in states]
    state: _State | None = states[min(range(len(states)), key=lambda i: (left[i], i))]
    found: list[tuple[int, int] | None] = []
    while state is not None and state.before is not None:
        found.append(state.place)
        state = state.before
    return found[::-1]


def _next(
    chunk: Chunk, states: list[_State], source: str, overlap: int, before: NDArray[np.int32]
) -> list[_State]:
    """Place one more chunk in every way that may still be the best."""
    found: dict[tuple[int, int], _State] = {}
    for state in states:
        low = max(state.start + 1, state.end - overlap, 0)
        places = chunk.after(source, low, state.end)
        if not places:
            lost = _State(state.cost + _NOWHERE, state.start, state.end, None, state)
            _keep(found, lost)
        for start, end in places:
            gap = int(before[max(start, state.end)] - before[state.end])
            _keep(found, _State(state.cost + gap, start, max(end, state.end), (start, end), state))
    return sorted(found.values(), key=lambda state: (state.cost, state.start))[:_MOST_STATES]


def _keep(found: dict[tuple[int, int], _State], state: _State) -> None:
    key = state.start, state.end
    if key not in found or state.cost < found[key].cost:
        found[key] = state


def _letters_before(source: str) -> NDArray[np.int32]:
    """Count the characters before each place that are no blanks."""
    blank = np.fromiter(map(str.isspace, source), bool, len(source))
    found = np.zeros(len(source) + 1, np.int32)
    np.cumsum(~blank, out=found[1:], dtype=np.int32)
    return found
