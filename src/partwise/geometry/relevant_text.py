"""Relevant text of a topic on one line, and text that is shown once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints
from partwise.errors import MissingLengthError, TableError
from partwise.kernels.intervals import (
    FirstCover,
    NewCharacters,
    Stretches,
    covered_before,
    first_cover,
    lay_out,
    merge,
    merge_by,
)
from partwise.kernels.ragged import (
    AlignedColumns,
    count_before,
    distinct,
    offsets_from_lengths,
    owners,
    ranges,
)
from partwise.tables.columns import first
from partwise.tables.problems import RowsError

if TYPE_CHECKING:
    from partwise.geometry.assessments import Assessments
    from partwise.geometry.highlights import Copies, Pieces
    from partwise.geometry.parts import Parts
    from partwise.geometry.view import View


ENDLESS = -1
"""End of a whole document of unknown length."""


@dataclass(frozen=True, eq=False)
class Places(AlignedColumns):
    """Different places in documents, by document, start and end."""

    doc: Ints
    """Code in some dictionary."""
    start: Ints
    end: Ints
    """Clipped; the end of a whole document of unknown length is ENDLESS."""
    tokens: Ints
    """Token count of each place, -1 = unknown."""

    def with_docs(self, code: Ints) -> Places:
        """Return those whose documents have a code of at least 0 elsewhere, under it."""
        doc = code[self.doc]
        return replace(self, doc=doc).take(doc >= 0).distinct()

    def distinct(self) -> Places:
        """Return each place once, in order, with the least token count that is known."""
        if self._ascend():
            return self
        cost = np.where(self.tokens < 0, np.iinfo(np.int64).max, self.tokens)
        ranged = self.take(np.lexsort((cost, self.end, self.start, self.doc)))
        return ranged.take(~ranged._repeats())

    def check_token_counts(self, where: str) -> None:
        """Raise TableError if one place has two token counts."""
        counted = self.take(self.tokens >= 0)
        ranged = counted.take(np.lexsort((counted.tokens, counted.end, counted.start, counted.doc)))
        twice = ranged._repeats()
        twice[1:] &= ranged.tokens[1:] != ranged.tokens[:-1]
        if (row := first(twice)) is not None:
            place = f"[{ranged.start[row]}, {ranged.end[row]})"
            counts = f"{ranged.tokens[row - 1]} and {ranged.tokens[row]}"
            raise TableError(None, f"{where}: the part {place} has two token counts, {counts}")

    def _ascend(self) -> bool:
        """Return True if the places are strictly ascending."""
        later = self.end[1:] > self.end[:-1]
        for column in (self.start, self.doc):
            later = (column[1:] > column[:-1]) | ((column[1:] == column[:-1]) & later)
        return bool(later.all())

    def _repeats(self) -> Flags:
        same = np.zeros(len(self), np.bool_)
        same[1:] = True
        for column in (self.doc, self.start, self.end):
            same[1:] &= column[1:] == column[:-1]
        return same


def both(first: Places, second: Places) -> Places:
    """Return the places of both, which share a dictionary, each once."""
    return first.joined(second).distinct()


def tokens_of(view: View) -> Ints:
    """Token count of each part of a run: int64[n_parts], -1 = unknown."""
    column, rows = view.run.tokens, view.parts.row
    return np.full(rows.size, -1, np.int64) if column is None else column[rows]


def require_tokens(view: View, measure: str) -> None:
    """Raise RowsError if a part has no token count, or 0 for a part with characters."""
    tokens, parts = tokens_of(view), view.parts
    bad = (tokens < 0) | ((tokens == 0) & (parts.endless | (parts.start < parts.end)))
    if (index := first(bad)) is not None:
        none = f"{measure} counts tokens, and this part has no token count"
        problem = none if tokens[index] < 0 else "a part with characters has at least 1 token"
        raise RowsError(view.run.source, [(int(parts.row[index]), problem)])


def places_of_view(view: View) -> Places:
    """Places of a run's judged topics, documents as codes of the run."""
    parts = view.parts
    doc = view.documents.doc[parts.document]
    end = np.where(parts.endless, ENDLESS, parts.end)
    return Places(doc, parts.start, end, tokens_of(view))


@dataclass(frozen=True, eq=False)
class GoldParts(AlignedColumns):
    """Parts of judged documents, once for each topic."""

    gold: GoldLine
    """The relevant text."""
    pair: Ints
    """Judged pair of topic and document."""
    start: Ints
    end: Ints
    """Place in the document."""

    @cached_property
    def topic(self) -> Ints:
        """Topic of each part."""
        return self.gold.judged.judged_documents.topic[self.pair]

    @property
    def count(self) -> Ints:
        """Parts of each topic."""
        return np.bincount(self.topic, minlength=self.gold.total.size)


@dataclass(frozen=True, eq=False)
class RelevantParts(GoldParts):
    """Parts that hold relevant text, in the order that breaks ties."""

    tokens: Ints
    """Token count of each part, -1 = unknown."""
    low: Ints
    high: Ints
    """Place on the line."""

    def cost(self, unit: str) -> Ints:
        """Cost of each part in `unit`, characters or tokens: int64[n_parts]."""
        return self.tokens if unit == "tokens" else self.end - self.start

    @cached_property
    def pieces(self) -> tuple[Ints, Ints, Ints]:
        """Relevant text of each part, copies counted once: part, low and high on the line."""
        pieces = self.gold.copies.pieces(self.low, self.high)
        return pieces.union() if self.gold.copies.any_copies else pieces[:3]

    @cached_property
    def covered(self) -> tuple[Ints, Ints]:
        """All that they hold together, as disjoint intervals of the line."""
        return merge(*self.pieces[1:])

    @cached_property
    def n_covered(self) -> Ints:
        """Relevant characters of each topic that any part contains: int64[n_topics]."""
        return self.gold.by_topic(self.covered)

    @cached_property
    def n_covered_in_pair(self) -> Ints:
        """Relevant characters of each pair that any part contains: int64[n_pairs]."""
        row, low, high = self.pieces
        pair, low, high = merge_by(self.pair[row], low, high)
        covered = np.zeros(self.gold.size.size, np.int64)
        np.add.at(covered, pair, high - low)
        return covered


class GoldLine:
    """Relevant characters of all pairs side by side, without the text between them.

    Parameters
    ----------
    judged : Assessments
        The judgements.
    measure : str
        Measure name for error messages.
    """

    def __init__(self, judged: Assessments, measure: str) -> None:
        self.judged = judged
        self.measure = measure
        spans = judged.highlights(measure)
        self.size = spans.size
        self.pair_line = count_before(spans.size)
        pairs = judged.judged_documents
        self.border = self.pair_line[pairs.offsets]
        self.owner = owners(spans.offsets)
        self.span_start, self.span_end = spans.start, spans.end
        self._extent = np.zeros(len(pairs), np.int64)
        np.maximum.at(self._extent, self.owner, spans.end)
        self.origin = lay_out(self._extent)[:-1]
        self.axis = spans.start + self.origin[self.owner], spans.end + self.origin[self.owner]
        self.doc_rank = judged.qrels.docs.ranks() if len(judged.qrels.docs) else pairs.doc

    @cached_property
    def total(self) -> Ints:
        """Relevant characters of each topic."""
        return self.judged.n_characters(self.measure)

    @property
    def copies(self) -> Copies:
        """Later copies of a text on the line."""
        return self.judged.copies

    def union(self, low: Ints, high: Ints) -> tuple[Ints, Ints]:
        """Disjoint intervals of all that intervals of the line hold, copies counted once."""
        return merge(*self.copies.pieces(low, high)[1:3])

    def union_of(self, pair: Flags) -> tuple[Ints, Ints]:
        """Relevant text of some pairs, as `union`."""
        return self.union(self.pair_line[:-1][pair], self.pair_line[1:][pair])

    def by_topic(self, union: tuple[Ints, Ints]) -> Ints:
        """Count the positions of disjoint intervals by topic."""
        return np.diff(covered_before(self.border, *union))

    @cached_property
    def docs(self) -> Flags:
        """Mask of the assessed documents with relevant text for any topic."""
        has_relevant = np.zeros(len(self.judged.qrels.docs), np.bool_)
        has_relevant[self.judged.judged_documents.doc[self.size > 0]] = True
        return has_relevant

    def on_axis(self, pair: Ints, position: Ints) -> Ints:
        """Axis positions of positions in a pair's document, clipped at its last span."""
        return self.origin[pair] + np.minimum(position, self._extent[pair])

    def line(self, pair: Ints, position: Ints) -> Ints:
        """Relevant characters of all pairs before a position of a pair's document."""
        return covered_before(self.on_axis(pair, position), *self.axis)

    def in_text(self, low: Ints, high: Ints) -> tuple[Ints, Ints, Ints]:
        """Text of intervals of the line: interval, start in the document, length."""
        line = count_before(self.span_end - self.span_start)
        first, until = np.searchsorted(line, low, "right") - 1, np.searchsorted(line, high, "left")
        span, offsets = ranges(first, until)
        row = owners(offsets)
        begin, end = np.maximum(low[row], line[span]), np.minimum(high[row], line[span + 1])
        return row, self.span_start[span] + begin - line[span], end - begin

    def relevant_parts(self, pair: Ints, start: Ints, end: Ints, tokens: Ints) -> RelevantParts:
        """Gather parts by pair, each place once; those without relevant text are left out."""
        low, high = self.line(pair, start), self.line(pair, end)
        rows = np.flatnonzero(low < high)
        pairs = self.judged.judged_documents
        rank = self.doc_rank[pairs.doc[pair[rows]]]
        keys = (tokens[rows], end[rows], start[rows], rank, pairs.topic[pair[rows]])
        rows = rows[np.lexsort(keys)]
        differs = np.ones(rows.size, np.bool_)
        columns = (pair[rows], start[rows], end[rows])
        differs[1:] = np.logical_or.reduce([c[1:] != c[:-1] for c in columns])
        rows = rows[differs]
        fields = (column[rows] for column in (pair, start, end, tokens, low, high))
        return RelevantParts(self, *fields)

    def of_places(self, places: Places) -> RelevantParts:
        """Parts of an inventory that hold relevant text, by every topic for which they do.

        Documents are those of the assessments. O((parts + found) log parts).
        """
        self.check_lengths(places)
        pairs = self.judged.judged_documents
        doc = pairs.doc[self.owner]
        extent = np.zeros(len(self.judged.qrels.docs), np.int64)
        np.maximum.at(extent, places.doc, places.end)
        np.maximum.at(extent, doc, self.span_end)
        origin = lay_out(extent)[:-1]
        begin = places.start + origin[places.doc]
        reach = np.maximum.accumulate(places.end + origin[places.doc])
        first_row = np.searchsorted(reach, self.span_start + origin[doc], "right")
        until = np.searchsorted(begin, self.span_end + origin[doc], "left")
        length = np.maximum(until - first_row, 0)
        offsets = offsets_from_lengths(length)
        span = np.repeat(np.arange(doc.size), length)
        row = np.arange(offsets[-1]) + (first_row - offsets[:-1])[span]
        overlaps = places.end[row] > self.span_start[span]
        key = distinct(self.owner[span[overlaps]] * np.int64(len(places)) + row[overlaps])
        pair, row = np.divmod(key, len(places))
        return self.relevant_parts(pair, places.start[row], places.end[row], places.tokens[row])

    def of_view(self, view: View) -> RelevantParts:
        """Parts of a run that hold relevant text for their topic, each place once."""
        parts = view.parts
        pair = view.retrieval.pair_of_document[parts.document]
        rows = np.flatnonzero(pair >= 0)
        rows = rows[self.size[pair[rows]] > 0]
        needed = np.zeros(len(parts), np.bool_)
        needed[rows] = True
        parts.require_lengths(parts.endless & needed, self.measure, None)
        tokens = tokens_of(view)[rows]
        return self.relevant_parts(pair[rows], parts.start[rows], parts.end[rows], tokens)

    def check_lengths(self, places: Places) -> None:
        """Raise MissingLengthError for relevant whole documents of unknown length."""
        if (row := first((places.end == ENDLESS) & self.docs[places.doc])) is not None:
            name = self.judged.qrels.docs[int(places.doc[row])]
            raise MissingLengthError(None, name, self.measure)


@dataclass(frozen=True, eq=False)
class ShownOnce:
    """Pieces of relevant text in the order in which parts show them.

    Parameters
    ----------
    gold : GoldLine
        The relevant text and its copies.
    part : ndarray of int64
        Part of each piece.
    pieces : Pieces
        By rank, along each part.
    """

    gold: GoldLine
    part: Ints
    pieces: Pieces

    @cached_property
    def _cover(self) -> FirstCover:
        return first_cover(self.pieces.low, self.pieces.high)

    def seen(self, by_place: NewCharacters) -> NewCharacters:
        """Count what is new: a copy of text that was shown is not."""
        new = np.zeros_like(by_place.relevant)
        np.add.at(new, self.part, self._cover.first_seen(self._cover.border))
        fresh_irrelevant = by_place.fresh - by_place.fresh_relevant
        return NewCharacters(by_place.relevant, fresh_irrelevant + new, new)

    def stretches(self, origin: Ints) -> Stretches:
        """Return the new text of each part, in the order in which it is read.

        `origin` is the start of each part's document on the axis of the parts.
        """
        cover = self._cover
        cell = np.flatnonzero(cover.owner[:-1] < cover.n)
        piece = cover.owner[cell]
        back = (self.pieces.source_low - self.pieces.low)[piece]
        low, high = cover.border[cell] + back, cover.border[cell + 1] + back
        order = np.lexsort((low, self.part[piece]))
        row, start, length = self.gold.in_text(low[order], high[order])
        part = self.part[piece][order][row]
        return Stretches(part, start + origin[part], length)


def shown_once(parts: Parts) -> ShownOnce:
    """Line up the relevant text of parts, in the order in which they are read."""
    judged = parts.retrieval.assessments
    gold = GoldLine(judged, "")
    pair = parts.retrieval.pair_of_document[parts.document]
    rows = np.flatnonzero(pair >= 0)
    low, high = (gold.line(pair[rows], x[rows]) for x in (parts.start, parts.end))
    pieces = gold.copies.pieces(low, high)
    return ShownOnce(gold, rows[pieces.row], pieces)
