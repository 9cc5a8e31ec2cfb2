"""Quotes with omissions: their pieces are looked for one by one and placed together."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from partwise.texts.spans import Span

_OMISSION = re.compile(r"[\[(]?\s*(?:\.{3,}|\u2026+|\.(?:[ \u00a0]\.){2,})\s*[\])]?")
_FAR, _WIDE = 2_000, 10
"""Pieces lie at most so many characters apart, or so many times the letters of the quote."""


def pieces_of(quote: str) -> list[str]:
    """Return the pieces between omissions that hold anything; a whole quote is one piece.

    Examples
    --------
    >>> pieces_of("rate was 5.5 % [...] grow fast ...")
    ['rate was 5.5 %', 'grow fast']
    """
    pieces = (piece.strip() for piece in _OMISSION.split(quote))
    return [piece for piece in pieces if any(sign.isalnum() for sign in piece)]


@dataclass(frozen=True)
class Choice:
    """One way to place all pieces: in one document, in order, without overlap.

    Parameters
    ----------
    spans : tuple of Span
        The places of the pieces.
    ways : int
        How many ways there are from the same first start to the same last end.
    """

    spans: tuple[Span, ...]
    ways: int

    @property
    def width(self) -> int:
        """Characters from the first start to the last end."""
        return self.spans[-1].end - self.spans[0].start

    @property
    def errors(self) -> int:
        """Errors of all pieces."""
        return sum(span.errors for span in self.spans)

    @property
    def cover(self) -> Span:
        """One place from the first start to the last end."""
        first, last = self.spans[0], self.spans[-1]
        said = {word for span in self.spans for word in span.changed.split("|") if word}
        return Span(
            first.doc, first.start, last.end, self.errors, "|".join(sorted(said)), exact=False
        )


def narrowest(places: Sequence[Sequence[Span]], letters: int) -> list[Choice]:
    """Return the choices of least width, none where the pieces are nowhere near each other.

    Parameters
    ----------
    places : sequence of sequences of Span
        All best places of each piece.
    letters : int
        Letters of the whole quote. O(places log places).
    """
    docs = set.intersection(*({span.doc for span in spans} for spans in places))
    found: list[Choice] = []
    for doc in sorted(docs):
        here = [sorted((s for s in spans if s.doc == doc), key=_ends) for spans in places]
        found += _choices(here)
    least = min((choice.width for choice in found), default=0)
    if not found or least > max(_FAR, _WIDE * letters):
        return []
    return [choice for choice in found if choice.width == least]


def _ends(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _choices(places: Sequence[Sequence[Span]]) -> list[Choice]:
    """For each place of the first piece, take the others as early as they come."""
    starts = [[span.start for span in spans] for spans in places]
    found: list[Choice] = []
    for first in places[0]:
        chain = [first]
        for spans, begin in zip(places[1:], starts[1:], strict=True):
            at = bisect_left(begin, chain[-1].end)
            if at == len(spans):
                break
            chain.append(spans[at])
        if len(chain) == len(places):
            found.append(Choice(tuple(chain), _ways(places, starts, chain)))
    return found


def _ways(places: Sequence[Sequence[Span]], starts: list[list[int]], chain: list[Span]) -> int:
    """Count the ways to place the middle pieces between the first and the last of a chain."""
    ways = {chain[0].end: 1}
    for spans, begin in zip(places[1:-1], starts[1:-1], strict=True):
        after: dict[int, int] = {}
        for end, count in ways.items():
            for span in spans[bisect_left(begin, end) :]:
                if span.end > chain[-1].start:
                    break
                after[span.end] = after.get(span.end, 0) + count
        ways = after
    return sum(ways.values())
