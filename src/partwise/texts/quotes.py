"""From quotes to answers: places are found, decided between, and put together from pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from partwise._typing import Ints
from partwise.tables.texts import Text
from partwise.texts.finder import Finder
from partwise.texts.search import ANYWHERE, LONG
from partwise.texts.spans import (
    NOWHERE,
    UNMATCHED,
    Answers,
    Choice,
    Span,
    decided,
    found_at,
    narrowest,
    pieces_of,
    several,
)
from partwise.texts.verification import As, How


class Asked(NamedTuple):
    """A quote and what is known of its place.

    Parameters
    ----------
    text : str
        The quote.
    doc : int
        Number of its document, `ANYWHERE` where nobody knows.
    prefix, suffix : str
        What stands before and after it; may be empty.
    start : int
        Where it begins, negative where nobody knows.
    """

    text: str
    doc: int
    prefix: str = ""
    suffix: str = ""
    start: int = -1


class QuoteSearch:
    """Answers quotes.

    Parameters
    ----------
    texts : mapping of str to Text
        The documents.
    finder : Finder
        Finds the places of quotes in them.
    how : How
        How quotes are located.
    kind : {'qrels', 'run', 'chunks'}
        What the rows are.

    Attributes
    ----------
    places : dict
        Quote and document of what was asked -> all places.
    """

    def __init__(self, texts: Mapping[str, Text], finder: Finder, how: How, kind: As) -> None:
        self._texts, self._how, self._names = texts, how, list(texts)
        self._finder = finder
        self._ellipsis = how.ellipsis or ("cover" if kind == "run" else "pieces")
        self.places: dict[tuple[str, int], list[Span]] = {}

    def answers(self, asked: Sequence[Asked]) -> list[Answers]:
        """Answer quotes in their order; equal ones are searched once."""
        number: dict[Asked, int] = {}
        which = [number.setdefault(one, len(number)) for one in asked]
        found = self._distinct(list(number))
        return [found[i] for i in which]

    def _distinct(self, asked: Sequence[Asked]) -> list[Answers]:
        quotes: dict[tuple[str, int], int] = {}
        which = [quotes.setdefault((one.text, one.doc), len(quotes)) for one in asked]
        texts = [text for text, _ in quotes]
        docs = np.array([doc for _, doc in quotes], np.int64)
        places = self._finder.find(texts, docs)
        self.places = dict(zip(quotes, places, strict=True))
        found = [self._one(one, places[i]) for one, i in zip(asked, which, strict=True)]
        if self._ellipsis != "literal":
            self._with_omissions(asked, [places[i] for i in which], found)
        self._look_elsewhere(asked, found)
        return found

    def _one(self, asked: Asked, places: list[Span]) -> Answers:
        if not places:
            return UNMATCHED
        place, by = self._decided(asked, places)
        if place is None:
            return several(places, self._how.ambiguous)
        return (found_at(place, len(places), by),)

    def _decided(self, asked: Asked, places: list[Span]) -> tuple[Span | None, str]:
        if len(places) == 1:
            return places[0], "text"
        texts = [self._texts[self._names[place.doc]] for place in places]
        around = asked.prefix, asked.suffix
        return decided(places, texts, self._finder.table, around, asked.start)

    def _with_omissions(
        self, asked: Sequence[Asked], places: list[list[Span]], found: list[Answers]
    ) -> None:
        """Answer quotes with omissions that are not in the source letter for letter."""
        pieces: dict[int, list[str]] = {}
        for at, one in enumerate(asked):
            if _is_open(places[at]) and len(parts := pieces_of(one.text)) > 1:
                pieces[at] = parts
        wanted = [(part, asked[at].doc) for at, some in pieces.items() for part in some]
        number = {part: i for i, part in enumerate(dict.fromkeys(wanted))}
        docs = np.array([doc for _, doc in number], np.int64)
        spans = self._finder.find([text for text, _ in number], docs) if number else []
        for at, texts in pieces.items():
            there = [(text, spans[number[text, asked[at].doc]]) for text in texts]
            if any(not some and self._size(text) >= LONG for text, some in there):
                continue
            kept = [some for _, some in there if some]
            if kept:
                answer = self._together(asked[at], kept, places[at])
                found[at] = found[at] if answer is None else answer

    def _size(self, text: str) -> int:
        return int(self._finder.table.of(text)[0].size)

    def _together(
        self, asked: Asked, pieces: list[list[Span]], whole: list[Span]
    ) -> Answers | None:
        """Answer a quote by its pieces, where that has fewer errors than the whole."""
        choices = narrowest(pieces, self._size(asked.text))
        if not choices or (whole and choices[0].errors >= whole[0].errors):
            return None
        chosen, by = self._chosen(asked, choices)
        if chosen is None:
            ways = sum(choice.ways for choice in choices)
            answer = several([choices[0].cover], "keep")[0]
            return (answer._replace(places=min(ways, 1000)),)
        if self._ellipsis == "cover":
            return (found_at(chosen.cover, len(choices), by),)
        return tuple(
            found_at(span, len(choices), by, piece)
            for piece, span in enumerate(chosen.spans, start=1)
        )

    def _chosen(self, asked: Asked, choices: list[Choice]) -> tuple[Choice | None, str]:
        if any(choice.ways > 1 for choice in choices):
            return None, ""
        place, by = self._decided(asked, [choice.cover for choice in choices])
        return next((one for one in choices if one.cover == place), None), by

    def _look_elsewhere(self, asked: Sequence[Asked], found: list[Answers]) -> None:
        """Say in which other document the letters of an unmatched quote stand."""
        lost = [i for i, answer in enumerate(found) if answer == UNMATCHED]
        lost = [i for i in lost if asked[i].doc != ANYWHERE]
        if not lost or len(self._names) < 2:
            return
        everywhere: Ints = np.full(len(lost), ANYWHERE)
        finder = Finder(self._texts, table=self._finder.table)
        copies = finder.copies([asked[i].text for i in lost], everywhere)
        for at, spans in zip(lost, copies, strict=True):
            other = next((span.doc for span in spans if span.doc != asked[at].doc), NOWHERE)
            found[at] = (found[at][0]._replace(elsewhere=other),)


def _is_open(places: list[Span]) -> bool:
    """Tell whether a quote is not in the source letter for letter."""
    return not places or places[0].errors > int(places[0].changed != "")
