"""Search of quotes: places are found, selected, and joined from pieces."""

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
    answer_of,
    decided,
    narrowest,
    pieces_of,
    several,
)
from partwise.texts.verification import As, LocateOptions


class QuoteQuery(NamedTuple):
    """A quote with hints about its place.

    Parameters
    ----------
    text : str
        The quote.
    doc : int
        Number of its document, `ANYWHERE` if unknown.
    prefix, suffix : str
        Text before and after it; may be empty.
    start : int
        Estimated start, negative if unknown.
    """

    text: str
    doc: int
    prefix: str = ""
    suffix: str = ""
    start: int = -1


class QuoteSearch:
    """Search of quotes with their options.

    Parameters
    ----------
    texts : mapping of str to Text
        The documents.
    finder : Finder
        Finds the places of quotes in them.
    how : LocateOptions
        Options of the search.
    kind : {'qrels', 'run', 'chunks'}
        What the rows are.

    Attributes
    ----------
    places : dict
        Quote and document of each query -> all places.
    """

    def __init__(
        self, texts: Mapping[str, Text], finder: Finder, how: LocateOptions, kind: As
    ) -> None:
        self._texts, self._how, self._names = texts, how, list(texts)
        self._finder = finder
        self._ellipsis = how.ellipsis or ("cover" if kind == "run" else "pieces")
        self.places: dict[tuple[str, int], list[Span]] = {}

    def answers(self, queries: Sequence[QuoteQuery]) -> list[Answers]:
        """Answer quotes in their order; equal ones are searched once."""
        number: dict[QuoteQuery, int] = {}
        which = [number.setdefault(query, len(number)) for query in queries]
        answers = self._distinct(list(number))
        return [answers[i] for i in which]

    def _distinct(self, queries: Sequence[QuoteQuery]) -> list[Answers]:
        quotes: dict[tuple[str, int], int] = {}
        which = [quotes.setdefault((query.text, query.doc), len(quotes)) for query in queries]
        texts = [text for text, _ in quotes]
        docs = np.array([doc for _, doc in quotes], np.int64)
        places = self._finder.find(texts, docs)
        self.places = dict(zip(quotes, places, strict=True))
        answers = [self._answer(query, places[i]) for query, i in zip(queries, which, strict=True)]
        if self._ellipsis != "literal":
            self._with_omissions(queries, [places[i] for i in which], answers)
        self._look_elsewhere(queries, answers)
        return answers

    def _answer(self, query: QuoteQuery, places: list[Span]) -> Answers:
        if not places:
            return UNMATCHED
        place, by = self._decided(query, places)
        if place is None:
            return several(places, self._how.ambiguous)
        return (answer_of(place, len(places), by),)

    def _decided(self, query: QuoteQuery, places: list[Span]) -> tuple[Span | None, str]:
        if len(places) == 1:
            return places[0], "text"
        texts = [self._texts[self._names[place.doc]] for place in places]
        around = query.prefix, query.suffix
        return decided(places, texts, self._finder.table, around, query.start)

    def _with_omissions(
        self, queries: Sequence[QuoteQuery], places: list[list[Span]], answers: list[Answers]
    ) -> None:
        """Answer quotes with omissions that are not in the source letter for letter."""
        pieces: dict[int, list[str]] = {}
        for index, query in enumerate(queries):
            if _is_open(places[index]) and len(parts := pieces_of(query.text)) > 1:
                pieces[index] = parts
        parts_sought = [
            (part, queries[index].doc) for index, texts in pieces.items() for part in texts
        ]
        number = {part: i for i, part in enumerate(dict.fromkeys(parts_sought))}
        docs = np.array([doc for _, doc in number], np.int64)
        spans = self._finder.find([text for text, _ in number], docs) if number else []
        for index, texts in pieces.items():
            piece_places = [(text, spans[number[text, queries[index].doc]]) for text in texts]
            if any(
                not text_places and self._size(text) >= LONG for text, text_places in piece_places
            ):
                continue
            placed_pieces = [spans_of for _, spans_of in piece_places if spans_of]
            if placed_pieces:
                answer = self._together(queries[index], placed_pieces, places[index])
                answers[index] = answers[index] if answer is None else answer

    def _size(self, text: str) -> int:
        return int(self._finder.table.of(text)[0].size)

    def _together(
        self, query: QuoteQuery, pieces: list[list[Span]], whole: list[Span]
    ) -> Answers | None:
        """Answer a quote by its pieces, where that has fewer errors than the whole."""
        choices = narrowest(pieces, self._size(query.text))
        if not choices or (whole and choices[0].errors >= whole[0].errors):
            return None
        chosen, by = self._chosen(query, choices)
        if chosen is None:
            ways = sum(choice.ways for choice in choices)
            answer = several([choices[0].cover], "keep")[0]
            return (answer._replace(places=min(ways, 1000)),)
        if self._ellipsis == "cover":
            return (answer_of(chosen.cover, len(choices), by),)
        return tuple(
            answer_of(span, len(choices), by, piece)
            for piece, span in enumerate(chosen.spans, start=1)
        )

    def _chosen(self, query: QuoteQuery, choices: list[Choice]) -> tuple[Choice | None, str]:
        if any(choice.ways > 1 for choice in choices):
            return None, ""
        place, by = self._decided(query, [choice.cover for choice in choices])
        return next((choice for choice in choices if choice.cover == place), None), by

    def _look_elsewhere(self, queries: Sequence[QuoteQuery], answers: list[Answers]) -> None:
        """Set `elsewhere` of unmatched quotes to another document that contains them."""
        lost = [i for i, answer in enumerate(answers) if answer == UNMATCHED]
        lost = [i for i in lost if queries[i].doc != ANYWHERE]
        if not lost or len(self._names) < 2:
            return
        everywhere: Ints = np.full(len(lost), ANYWHERE)
        finder = Finder(self._texts, table=self._finder.table)
        copies = finder.copies([queries[i].text for i in lost], everywhere)
        for index, spans in zip(lost, copies, strict=True):
            other_doc = next(
                (span.doc for span in spans if span.doc != queries[index].doc), NOWHERE
            )
            answers[index] = (answers[index][0]._replace(elsewhere=other_doc),)


def _is_open(places: list[Span]) -> bool:
    """Return True if a quote has no place without errors."""
    return not places or places[0].errors > int(places[0].changed != "")
