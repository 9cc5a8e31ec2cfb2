"""Chunks of one splitter call: their order says which of several places each one has.

A chunk begins and ends no earlier than the one before it, overlaps it by no more than the
splitter's overlap, and the chunks together leave out as little text as possible; in a text that
goes on repeating itself neighbours overlap as evenly as they can.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_MOST_STATES, _MOST_PLACES, _MOST_WALKS = 48, 4, 40
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

    def after(self, source: str, low: int, start: int, enough: int) -> list[tuple[int, int]]:
        """Return places from `low`: the first few that reach up to `enough`, the first after it.

        The chunk before has `start` and `enough`: no chunk ends earlier, or is the same.
        """
        if self.text is None or len(self.places) < 2:
            return self._known(low, start, enough)
        found: list[tuple[int, int]] = []
        size = len(self.text)
        low += low == start and low + size <= enough
        at = source.find(self.text, max(low, enough - size))
        while 0 <= at < enough:
            if len(found) == _MOST_PLACES - 1:
                at = source.find(self.text, enough)
                break
            found.append((at, at + size))
            at = source.find(self.text, at + 1)
        return found if at < 0 else [*found, (at, at + size)]

    def _known(self, low: int, start: int, enough: int) -> list[tuple[int, int]]:
        """Return the same of places that are listed."""
        places = self.places
        first = bisect_left(places, (low, enough + 1 if low == start else -1))
        next_one = bisect_left(places, (enough, -1), first)
        sure = len(places) == 1
        over = [place for place in places[first:next_one] if sure or place[1] >= enough]
        return [*over[: _MOST_PLACES - 1], *places[next_one : next_one + 1]]


class _State(NamedTuple):
    """What the chunks so far came to: cost and places of the last one, and the way back.

    Of equal cost the more even overlaps are better: the least sum of their squares.
    """

    cost: int
    uneven: int
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


@dataclass(frozen=True)
class Way:
    """Places of chunks in their order.

    Parameters
    ----------
    places : list of (int, int) or None
        The place of each chunk, None for one that has none in this order.
    cost : int
        Characters left out that are no blanks, and `_NOWHERE` for each chunk without a place.
    overlap : int
        Characters that neighbours share at most.
    """

    places: list[tuple[int, int] | None]
    cost: int
    overlap: int


class Walk:
    """Ways through a document, chunk by chunk.

    Parameters
    ----------
    chunks : sequence of Chunk
        The chunks of one splitter call.
    source : str
        The document.
    """

    def __init__(self, chunks: Sequence[Chunk], source: str) -> None:
        self._chunks, self._source = chunks, source
        self._before = _letters_before(source)

    def within(self, overlap: int) -> Way:
        """Return the way that leaves out least, where neighbours share no more than `overlap`.

        O(chunks x states) look-ups.
        """
        before = self._before
        states = [_State(0, 0, -1, 0, None, None)]
        for chunk in self._chunks:
            states = _next(chunk, states, self._source, overlap, before)
        left = [state.cost + int(before[-1] - before[state.end]) for state in states]
        best = min(range(len(states)), key=lambda i: (left[i], states[i].uneven, i))
        state: _State | None = states[best]
        found: list[tuple[int, int] | None] = []
        while state is not None and state.before is not None:
            found.append(state.place)
            state = state.before
        return Way(found[::-1], left[best], overlap)

    def best(self) -> Way:
        """Return the way that leaves out least, with the least overlap.

        Chunks that occur once show an overlap that others may exceed: where the way breaks, the
        overlap grows to what the texts of the two neighbours share.
        """
        way = best = self.within(overlap_of(self._chunks))
        for _ in range(_MOST_WALKS):
            wider = self._wider(way)
            if not best.cost or wider is None:
                break
            way = self.within(wider)
            best = way if way.cost < best.cost else best
        return best

    def _wider(self, way: Way) -> int | None:
        """Return the next larger overlap that could mend a break of the way."""
        covered = 0
        for at, place in enumerate(way.places):
            if place is None or self._before[max(place[0], covered)] > self._before[covered]:
                shared = borders(self._text(at - 1), self._text(at)) if at else []
                wider = [size for size in shared if size > way.overlap]
                if wider:
                    return min(wider)
            covered = covered if place is None else max(covered, place[1])
        return None

    def _text(self, at: int) -> str:
        chunk = self._chunks[at]
        start, end = chunk.places[0] if chunk.places else (0, 0)
        return self._source[start:end] if chunk.text is None else chunk.text


def borders(one: str, other: str) -> list[int]:
    """Return how many characters `other` may begin with that end `one`, the most first.

    Examples
    --------
    >>> borders("tick tock tock", "tock tock tick")
    [9, 4]
    """
    size = min(len(one), len(other))
    joined = other[:size] + "\0" + one[len(one) - size :]
    reach = [0] * len(joined)  # of each end, the longest border of the text up to there
    for at in range(1, len(joined)):
        length = reach[at - 1]
        while length and (joined[at] != joined[length] or length == size):
            length = reach[length - 1]
        reach[at] = length + (joined[at] == joined[length] and at != size)
    found, length = [], reach[-1] if size else 0
    while length:
        found.append(length)
        length = reach[length - 1]
    return found


def in_order(chunks: Sequence[Chunk], source: str, overlap: int) -> list[tuple[int, int] | None]:
    """Return a place for each chunk, None for one that has none in this order."""
    return Walk(chunks, source).within(overlap).places


def _next(
    chunk: Chunk, states: list[_State], source: str, overlap: int, before: NDArray[np.int32]
) -> list[_State]:
    """Place one more chunk in every way that may still be the best."""
    found: dict[tuple[int, int], _State] = {}
    for state in states:
        low = max(state.start, state.end - overlap, 0)
        places = chunk.after(source, low, state.start, state.end)
        if not places:
            lost = state._replace(cost=state.cost + _NOWHERE, place=None, before=state)
            _keep(found, lost)
        for start, end in places:
            cost = state.cost + int(before[max(start, state.end)] - before[state.end])
            uneven = state.uneven + max(state.end - start, 0) ** 2
            far = max(end, state.end)
            _keep(found, _State(cost, uneven, start, far, (start, end), state))
    return sorted(found.values(), key=lambda state: state[:3])[:_MOST_STATES]


def _keep(found: dict[tuple[int, int], _State], state: _State) -> None:
    key = state.start, state.end
    if key not in found or state[:2] < found[key][:2]:
        found[key] = state


def _letters_before(source: str) -> NDArray[np.int32]:
    """Count the characters before each place that are no blanks."""
    blank = np.fromiter(map(str.isspace, source), bool, len(source))
    found = np.zeros(len(source) + 1, np.int32)
    np.cumsum(~blank, out=found[1:], dtype=np.int32)
    return found
