"""The relevant text of all topics as one line, and the parts that hold some of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints
from partwise.errors import MissingLengthError, TableError
from partwise.kernels.intervals import covered_before, lay_out, merge
from partwise.kernels.ragged import count_before, offsets_from_lengths, owners
from partwise.tables.checks import first
from partwise.tables.row_errors import RowsError

if TYPE_CHECKING:
    from partwise.geometry.assessments.joined import Assessments
    from partwise.geometry.view import View

ENDLESS = -1
"""End of a whole document of unknown length."""


@dataclass(frozen=True, eq=False)
class Places:
    """Different places in documents, by document, start and end."""

    doc: Ints
    """Code in some dictionary."""
    start: Ints
    end: Ints
    """Clipped; the end of a whole document of unknown length is ENDLESS."""
    tokens: Ints
    """What a place costs, -1 where nobody said."""

    def __len__(self) -> int:
        return self.doc.size

    def take(self, rows: Ints | Flags) -> Places:
        """Return some of them."""
        return Places(self.doc[rows], self.start[rows], self.end[rows], self.tokens[rows])

    def with_docs(self, code: Ints) -> Places:
        """Return those whose documents have a code of at least 0 elsewhere, under it."""
        doc = code[self.doc]
        found = self.take(doc >= 0)
        return Places(doc[doc >= 0], found.start, found.end, found.tokens).distinct()

    def distinct(self) -> Places:
        """Return each place once, in order, with the least token count that is known."""
        if self._ascend():
            return self
        cost = np.where(self.tokens < 0, np.iinfo(np.int64).max, self.tokens)
        ranged = self.take(np.lexsort((cost, self.end, self.start, self.doc)))
        return ranged.take(~ranged._repeats())

    def refuse_two_counts(self, where: str) -> None:
        """Refuse one place with two token counts."""
        known = self.take(self.tokens >= 0)
        ranged = known.take(np.lexsort((known.tokens, known.end, known.start, known.doc)))
        twice = ranged._repeats()
        twice[1:] &= ranged.tokens[1:] != ranged.tokens[:-1]
        if (row := first(twice)) is not None:
            place = f"[{ranged.start[row]}, {ranged.end[row]})"
            counts = f"{ranged.tokens[row - 1]} and {ranged.tokens[row]}"
            raise TableError(None, f"{where}: the part {place} has two token counts, {counts}")

    def _ascend(self) -> bool:
        """Tell whether every place comes after the one before it."""
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


def both(one: Places, other: Places) -> Places:
    """Return the places of both, which share a dictionary, each once."""
    pairs = zip(
        (one.doc, one.start, one.end, one.tokens),
        (other.doc, other.start, other.end, other.tokens),
        strict=True,
    )
    return Places(*(np.concatenate(pair) for pair in pairs)).distinct()


@dataclass(frozen=True, eq=False)
class Holdings:
    """Parts that hold relevant text, once for each topic, in the order that breaks ties."""

    gold: GoldLine
    """What they hold."""
    pair: Ints
    """Judged pair of topic and document."""
    start: Ints
    end: Ints
    """Place in the document."""
    tokens: Ints
    """-1 where nobody said."""
    low: Ints
    high: Ints
    """Place on the line."""

    def __len__(self) -> int:
        return self.pair.size

    @cached_property
    def topic(self) -> Ints:
        """Topic of each part."""
        return self.gold.judged.judged_documents.topic[self.pair]

    def cost(self, unit: str) -> Ints:
        """Return what each part costs."""
        return self.tokens if unit == "tokens" else self.end - self.start

    @cached_property
    def covered(self) -> tuple[Ints, Ints]:
        """All that they hold together, as disjoint intervals of the line."""
        return merge(self.low, self.high)

    @cached_property
    def held(self) -> Ints:
        """Relevant characters of each pair that some part holds."""
        line = covered_before(self.gold.pair_line, *self.covered)
        return line[1:] - line[:-1]


class GoldLine:
    """Relevant characters of all pairs side by side, without the text between them.

    Parameters
    ----------
    judged : Assessments
        What is relevant.
    measure : str
        Who needs it, for messages.
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
        return np.diff(self.border)

    @cached_property
    def docs(self) -> Flags:
        """Whether each document of the assessments holds relevant text for any topic."""
        found = np.zeros(len(self.judged.qrels.docs), np.bool_)
        found[self.judged.judged_documents.doc[self.size > 0]] = True
        return found

    def line(self, pair: Ints, position: Ints) -> Ints:
        """Relevant characters of all pairs before a position of a pair's document."""
        at = self.origin[pair] + np.minimum(position, self._extent[pair])
        return covered_before(at, *self.axis)

    def holdings(self, pair: Ints, start: Ints, end: Ints, tokens: Ints) -> Holdings:
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
        found = (column[rows] for column in (pair, start, end, tokens, low, high))
        return Holdings(self, *found)

    def of_places(self, places: Places) -> Holdings:
        """Parts of an inventory that hold relevant text, by every topic for which they do.

        Documents are those of the assessments. O((parts + found) log parts).
        """
        self.refuse_endless(places)
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
        kept = places.end[row] > self.span_start[span]
        key = np.unique(self.owner[span[kept]] * np.int64(max(len(places), 1)) + row[kept])
        pair, row = np.divmod(key, max(len(places), 1))
        return self.holdings(pair, places.start[row], places.end[row], places.tokens[row])

    def of_view(self, view: View) -> Holdings:
        """Parts of a run that hold relevant text for their topic, each place once."""
        parts = view.parts
        pair = view.retrieval.pair_of_document[parts.document]
        rows = np.flatnonzero(pair >= 0)
        rows = rows[self.size[pair[rows]] > 0]
        parts.require_lengths(parts.endless & _chosen(rows, len(parts)), self.measure, None)
        tokens = _tokens(view)[rows]
        return self.holdings(pair[rows], parts.start[rows], parts.end[rows], tokens)

    def refuse_endless(self, places: Places) -> None:
        """Refuse whole documents of unknown length that hold relevant text."""
        if (row := first((places.end == ENDLESS) & self.docs[places.doc])) is not None:
            name = self.judged.qrels.docs[int(places.doc[row])]
            raise MissingLengthError(None, name, self.measure)


def _chosen(rows: Ints, n: int) -> Flags:
    chosen = np.zeros(n, np.bool_)
    chosen[rows] = True
    return chosen


def _tokens(view: View) -> Ints:
    column, rows = view.run.tokens, view.parts.row
    return np.full(rows.size, -1, np.int64) if column is None else column[rows]


def require_tokens(view: View, measure: str) -> None:
    """Refuse a run with a part that has no token count, or none for its characters."""
    tokens, parts = _tokens(view), view.parts
    bad = (tokens < 0) | ((tokens == 0) & (parts.endless | (parts.start < parts.end)))
    if (at := first(bad)) is not None:
        none = f"{measure} counts tokens, and this part has no token count"
        problem = none if tokens[at] < 0 else "a part with characters has at least 1 token"
        raise RowsError(view.run.source, [(int(parts.row[at]), problem)])


def places_of_view(view: View) -> Places:
    """Places of a run's judged topics, documents as codes of the run."""
    parts = view.parts
    doc = view.documents.doc[parts.document]
    end = np.where(parts.endless, ENDLESS, parts.end)
    return Places(doc, parts.start, end, _tokens(view))
