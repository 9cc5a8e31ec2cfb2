"""Rows that are the chunks of one splitter call: what their order decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from partwise._typing import Ints
from partwise.messages import Notes
from partwise.texts.ordered import Chunk, Walk, going_back
from partwise.texts.spans import Answers, Span, found_at


class ChunkOrder:
    """Decides between places of chunks.

    Parameters
    ----------
    answers : list of Answers
        What is said of each row so far; changed in place.
    doc : array
        Number of each row's document.
    texts : sequence of str
        Each row's quote.
    places : mapping
        Quote and document -> all places that are equally good.

    Attributes
    ----------
    documents : int
        Documents in which the order decided.
    overlap : int
        Largest overlap that was used.
    """

    def __init__(
        self,
        answers: list[Answers],
        doc: Ints,
        texts: Sequence[str],
        places: Mapping[tuple[str, int], list[Span]],
    ) -> None:
        self._answers, self._doc, self._texts, self._places = answers, doc, texts, places
        self.documents = self.overlap = 0
        self.notes = Notes()

    def undecided(self) -> list[int]:
        """Return the documents with chunks that have several places."""
        found = {
            int(self._doc[row])
            for row, answers in enumerate(self._answers)
            if _is_undecided(answers) and self._doc[row] >= 0
        }
        return sorted(found)

    def note_unnamed(self) -> None:
        """Count chunks with several places that name no document."""
        n = sum(
            _is_undecided(answers)
            for answers, doc in zip(self._answers, self._doc.tolist(), strict=True)
            if doc < 0
        )
        self.notes.add("{n:chunk} {n:names|name} no document, so the order is not used", n=n)

    def decide(self, doc: int, name: str, source: str, overlap: int | None) -> None:
        """Place the chunks of one document."""
        rows = np.flatnonzero(self._doc == doc).tolist()
        chunks = [self._chunk(row) for row in rows]
        if back := going_back(chunks):
            self.notes.warn(
                "document {name}: {back} of {n:chunk} {back:goes|go} back; their order is not used",
                name=name,
                back=back,
                n=len(chunks),
            )
            return
        walk = Walk(chunks, source)
        way = walk.best() if overlap is None else walk.within(overlap)
        self.documents += 1
        self.overlap = max(self.overlap, way.overlap)
        for row, place in zip(rows, way.places, strict=True):
            if place is not None and _is_undecided(self._answers[row]):
                first = self._places[self._texts[row], doc][0]
                chosen = first._replace(start=place[0], end=place[1])
                n = self._answers[row][0].places
                self._answers[row] = (found_at(chosen, n, "order"),)

    def _chunk(self, row: int) -> Chunk:
        answers = self._answers[row]
        if not _is_undecided(answers):
            one = answers[0]
            return Chunk([(one.start, answers[-1].end)] if one.start >= 0 else [])
        spans = self._places[self._texts[row], int(self._doc[row])]
        exact = self._texts[row] if spans and spans[0].exact else None  # none: only its pieces
        return Chunk([(span.start, span.end) for span in spans], exact)


def _is_undecided(answers: Answers) -> bool:
    return answers[0].status == "ambiguous" and answers[0].piece == 0
