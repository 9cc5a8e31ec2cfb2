"""Highlighted text of judged documents, evidence and copies of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from partwise._record import record
from partwise._typing import Flags, Ints
from partwise.errors import MissingAssessmentError, MissingLengthError
from partwise.geometry.base import check_total, note_past_end
from partwise.geometry.spans import extents
from partwise.kernels.intervals import finds_any, found_together, lay_out, merge, merge_by, need
from partwise.kernels.ragged import (
    AlignedColumns,
    distinct,
    offsets_from_owners,
    owners,
    ranges,
    rank_in_segment,
    segment_count,
)
from partwise.messages import Notes, plural
from partwise.tables.problems import RowsError

if TYPE_CHECKING:
    from fractions import Fraction

    from partwise.geometry.assessments import JudgedDocuments, JudgedTables
    from partwise.geometry.parts import Parts
    from partwise.geometry.relevant_text import GoldLine
    from partwise.geometry.retrieval import Documents
    from partwise.geometry.view import View
    from partwise.tables.qrels import Qrels


REFUSED = "character measures need highlighted spans"


@record
class Highlights:
    """Disjoint relevant spans, by judged pair of topic and document."""

    offsets: Ints
    """Pair ``i`` owns the spans ``offsets[i]:offsets[i + 1]``."""
    start: Ints
    end: Ints
    """Ascending within a pair."""
    size: Ints
    """Relevant characters of each pair."""
    endless: Flags
    """The whole document is relevant, and its length is not known."""

    @property
    def first(self) -> Ints:
        """First relevant character of each pair; 0 where there is none."""
        filled = (self.size > 0) & ~self.endless
        begin = np.zeros(self.size.size, np.int64)
        begin[filled] = self.start[self.offsets[:-1][filled]]
        return begin


def highlights(judged: JudgedTables, notes: Notes, *, clip: bool = True) -> Highlights:
    """Clip and merge the highlighted spans of each pair.

    Elements that nobody graded are highlights of their extent; graded elements are not.
    """
    qrels, pairs = judged.qrels, judged.judged_documents
    rows = np.flatnonzero(pairs.highlighted)
    pair = pairs.of_row[rows]
    start, end, whole = clipped_rows(judged, notes, clip=clip)
    endless = np.zeros(len(pairs), bool)
    endless[pair[whole & (judged.length[pair] < 0)]] = True
    merged = _merged(pair, start, end, len(pairs))
    _note_merging(qrels, rows, int((end - start).sum()), int((merged[2] - merged[1]).sum()), notes)
    offsets = offsets_from_owners(merged[0], len(pairs))
    size = segment_count(merged[2] - merged[1], offsets)
    return Highlights(offsets, merged[1], merged[2], size, endless)


def clipped_rows(judged: JudgedTables, notes: Notes, *, clip: bool) -> tuple[Ints, Ints, Flags]:
    """Start and end of the highlighted rows, and which of them are whole documents."""
    pairs = judged.judged_documents
    rows = np.flatnonzero(pairs.highlighted)
    start, end = extents(judged.qrels, rows, judged.structure, notes)
    doc_length = judged.length[pairs.of_row[rows]]
    whole = start < 0
    end = np.where(whole, np.maximum(doc_length, 0), end)
    start = np.maximum(start, 0)
    past = (doc_length >= 0) & (end > doc_length)
    if clip:
        beyond = int((past & (start >= doc_length)).sum())
        note_past_end(notes, "judged span", past=int(past.sum()), beyond=beyond)
        start[past] = np.minimum(start, doc_length)[past]
        end[past] = doc_length[past]
    return start, end, whole


def _merged(pair: Ints, start: Ints, end: Ints, n: int) -> tuple[Ints, Ints, Ints]:
    extent = np.zeros(n, np.int64)
    np.maximum.at(extent, pair, end)
    check_total(extent, "judged spans")
    origin = lay_out(extent)
    begin, stop = merge(start + origin[pair], end + origin[pair])
    owner = np.searchsorted(origin, begin, "right") - 1
    return owner, begin - origin[owner], stop - origin[owner]


def _note_merging(
    qrels: Qrels, rows: Ints, n_highlighted: int, n_merged: int, notes: Notes
) -> None:
    judges = _merged_assessors(qrels, rows)
    template = (
        "{judges:?the highlights of {judges:+assessor} were merged (--assessor takes one)|judged "
        "spans overlap and were merged: {more:character} highlighted more than once}"
    )
    if judges or n_highlighted > n_merged:
        notes.add(template, judges=judges, more=n_highlighted - n_merged)


def _merged_assessors(qrels: Qrels, rows: Ints) -> list[str]:
    """Name the assessors of topics that have several; where each has one, none are merged."""
    n = len(qrels.assessors) + 1  # the code of no assessor is -1
    topic, judge = np.divmod(
        distinct(qrels.topic[rows] * np.int64(n) + qrels.assessor[rows] + 1), n
    )
    several = np.bincount(topic, minlength=1)[topic] > 1
    codes = (distinct(judge[several]) - 1).tolist()
    return [qrels.assessors[code] if code >= 0 else "" for code in codes]


def check_no_graded_elements(pairs: JudgedDocuments) -> None:
    """Raise MissingAssessmentError if a document has graded elements and no highlights."""
    spanned = np.zeros(len(pairs), bool)
    spanned[pairs.of_row[pairs.highlighted]] = True
    graded = pairs.graded_element & (pairs.row_grade > 0)
    if (~spanned[pairs.of_row[graded]]).any():
        raise MissingAssessmentError(REFUSED, "these assessments grade elements")


@dataclass(frozen=True, eq=False)
class Evidence:
    """The spans of all topics, and those of retrieved documents beside the parts.

    A relevant document without places counts as one span, which any text of it finds.
    """

    parts: Parts
    """Those of the run, which look for it."""
    documents: Documents
    """The retrieved ones."""
    n_spans: Ints
    """Spans of each topic."""
    origin: Ints
    """Start of each row of `documents` on the axis."""
    spanned: Flags
    whole: Flags
    """Rows of `documents` that hold spans, or that count as one."""
    topic: Ints
    start: Ints
    end: Ints
    """Topic and place on the axis of each span of a retrieved document, ascending."""

    def hits(self, minimum: int | Fraction, measure: str, k: int | None) -> Flags:
        """Mask of the parts that find a span by themselves: bool[n_parts]."""
        parts = self.parts
        self._require(parts, measure, k)
        base = self.origin[parts.document]
        start, end = parts.start + base, parts.end + base
        needed = need(self.end - self.start, minimum)
        is_hit = self.spanned[parts.document]
        is_hit[is_hit] = finds_any(start[is_hit], end[is_hit], self.start, self.end, needed)
        return is_hit | (self.whole[parts.document] & _shows(parts))

    def n_found(self, parts: Parts, minimum: int | Fraction, measure: str, k: int | None) -> Ints:
        """Count the spans that the first `k` parts of each topic find together."""
        self._require(parts, measure, k)
        read = np.ones(len(parts), np.bool_) if k is None else rank_in_segment(parts.offsets) <= k
        base = self.origin[parts.document]
        is_searched = read & self.spanned[parts.document]
        needed = need(self.end - self.start, minimum)
        read_text = (parts.start + base)[is_searched], (parts.end + base)[is_searched]
        is_found = found_together(*read_text, self.start, self.end, needed)
        count = np.bincount(self.topic[is_found], minlength=self.n_spans.size)
        opened = np.zeros(self.whole.size, np.bool_)
        opened[parts.document[read & _shows(parts)]] = True
        return count + segment_count(opened & self.whole, self.documents.offsets)

    def _require(self, parts: Parts, measure: str, k: int | None) -> None:
        """Whole documents must have a length where spans are looked for in them."""
        parts.require_lengths(parts.endless & self.spanned[parts.document], measure, k)


def evidence(view: View, measure: str) -> Evidence:
    """Evidence of a view; computed once. An error names the `measure` that needs spans."""
    need_spans(view, measure)
    return view.memo("evidence", lambda: _evidence(view))


def need_spans(view: View, measure: str) -> None:
    """Raise MissingAssessmentError if documents are graded without highlights."""
    if view.assessments.grades_documents_only and view.assessments.relevant.any():
        reason = "these assessments grade documents"
        raise MissingAssessmentError(f"{measure} needs highlighted spans", reason)


def _evidence(view: View) -> Evidence:
    judged, documents = view.assessments, view.documents
    spans, pairs = judged.entry_highlights, judged.judged_documents
    counted = np.where(pairs.whole, 1, np.diff(spans.offsets))
    relevant = view.retrieval.relevant_document
    pair = view.retrieval.pair_of_document
    whole = relevant.copy()
    whole[relevant] = pairs.whole[pair[relevant]]
    spanned = relevant & ~whole
    rows = np.flatnonzero(spanned)
    start, end, owner = judged.spans_of(pair[rows])
    document = rows[owner]
    extent = np.zeros(documents.doc.size, np.int64)
    np.maximum.at(extent, view.parts.document, view.parts.end)
    np.maximum.at(extent, document, end)
    check_total(extent, "parts")
    origin = lay_out(extent)
    topic = np.searchsorted(documents.offsets, document, "right") - 1
    return Evidence(
        view.parts,
        documents,
        segment_count(counted, pairs.offsets),
        origin[:-1],
        spanned,
        whole,
        topic,
        start + origin[document],
        end + origin[document],
    )


def _shows(parts: Parts) -> Flags:
    """Parts with any text; a whole document of unknown length has some."""
    shows: Flags = parts.endless | (parts.start < parts.end)
    return shows


# On the line of relevant text (`gold_line`) every copy of a text is an interval of the same length.
# The first one stands for all: what a part shows of a later copy it shows of the first. So a part
# becomes *pieces* of the line, and what parts show together is the union of their pieces.

OPTION = "--equivalent"
_FAR = np.iinfo(np.int64).max


class Pieces(NamedTuple):
    """Intervals of the line, where the first copies lie."""

    row: Ints
    """Interval that each piece was cut from, ascending."""
    low: Ints
    high: Ints
    """Position of the piece among the first copies."""
    source_low: Ints
    """Start of the piece in its own copy."""

    def union(self) -> tuple[Ints, Ints, Ints]:
        """Row, low and high of disjoint pieces: two copies in one interval count once."""
        return merge_by(self.row, self.low, self.high)


@record
class Copies:
    """Later copies on the line of relevant text.

    Parameters
    ----------
    low, high : ndarray of int64
        Interval of each later copy; disjoint and ascending.
    first : ndarray of int64
        Start of the first copy of the same text.
    repeated : ndarray of int64
        Characters of later copies, by topic.
    row, text : ndarray of int64
        Rows of the assessments that are copies, and the text of each.
    """

    low: Ints
    high: Ints
    first: Ints
    repeated: Ints
    row: Ints
    text: Ints

    @property
    def any_copies(self) -> bool:
        """True if there are copies."""
        return self.low.size > 0

    @cached_property
    def topics(self) -> Flags:
        """Topics with copies."""
        has: Flags = self.repeated > 0
        return has

    def of_row(self, n: int) -> Ints:
        """Text of each of the `n` rows of the assessments, -1 for those without a copy."""
        text = np.full(n, -1, np.int64)
        text[self.row] = self.text
        return text

    @cached_property
    def _edges(self) -> tuple[Ints, Ints]:
        """Borders between which the line moves as one, and how far each stretch moves."""
        edge = np.stack((self.low, self.high), axis=1).reshape(-1)
        shift = np.stack((self.first - self.low, np.zeros_like(self.low)), axis=1).reshape(-1)
        return np.concatenate(([-1], edge, [_FAR])), np.concatenate(([0], shift))

    def pieces(self, low: Ints, high: Ints) -> Pieces:
        """Cut intervals of the line at later copies, and move those to the first. O(output)."""
        if not self.any_copies:
            rows = np.flatnonzero(low < high)
            return Pieces(rows, low[rows], high[rows], low[rows])
        edge, shift = self._edges
        begin = np.searchsorted(edge, low, "right") - 1
        index, offsets = ranges(begin, np.searchsorted(edge, high, "left"))
        row = owners(offsets)
        begin_own, end = np.maximum(low[row], edge[index]), np.minimum(high[row], edge[index + 1])
        is_filled = begin_own < end
        row, begin_own, end, move = (
            row[is_filled],
            begin_own[is_filled],
            end[is_filled],
            shift[index[is_filled]],
        )
        return Pieces(row, begin_own + move, end + move, begin_own)


def no_copies(n_topics: int) -> Copies:
    """Return empty `Copies`."""
    none = np.empty(0, np.int64)
    return Copies(none, none, none, np.zeros(n_topics, np.int64), none, none)


def copies(gold: GoldLine, value: Ints) -> Copies:
    """Find the copies: rows of a topic with the same value, -1 for rows that have none.

    A text with one place only has no copy. O(rows log rows).
    """
    judged = gold.judged
    qrels, pairs = judged.qrels, judged.judged_documents
    highlighted = np.flatnonzero(pairs.highlighted)
    length = judged.lengths.of(qrels.docs)
    start, end, whole = clipped_rows(judged.tables, Notes(), clip=judged.clip)
    named = value[highlighted] >= 0
    row, start, end, whole = highlighted[named], start[named], end[named], whole[named]
    pair = pairs.of_row[row]
    _, text = np.unique(np.stack((pairs.topic[pair], value[row])), axis=1, return_inverse=True)
    copied_rows = _Rows(gold, row, text.reshape(-1), pair, start, end)
    copied_rows = copied_rows.take(copied_rows.several())
    unknown = whole[np.isin(row, copied_rows.row)] & (length[pairs.doc[copied_rows.pair]] < 0)
    if unknown.any():
        raise MissingLengthError(None, judged.document(int(copied_rows.pair[unknown][0])), OPTION)
    copied_rows.check_equal_lengths()
    return copied_rows.copies()


@dataclass(frozen=True, eq=False)
class _Rows(AlignedColumns):
    """Rows of the assessments that name a text."""

    gold: GoldLine
    row: Ints
    text: Ints
    pair: Ints
    start: Ints
    end: Ints

    def several(self) -> Flags:
        """Rows whose text has several places."""
        place = np.stack((self.text, self.pair, self.start, self.end))
        places = np.unique(place, axis=1)[0]
        many: Flags = (
            np.bincount(places, minlength=1)[self.text] > 1 if places.size else self.text > 0
        )
        return many

    def check_equal_lengths(self) -> None:
        """Raise RowsError if copies of one text differ in length."""
        size = self.end - self.start
        _, first, of = np.unique(self.text, return_index=True, return_inverse=True)
        wrong = np.flatnonzero(size != size[first[of]])
        if wrong.size:
            problem = "copies of one text differ in length"
            both = (int(first[of[wrong[0]]]), int(wrong[0]))
            self._raise_rows(
                [(index, f"{problem}: {plural(int(size[index]), 'character')}") for index in both]
            )

    def _raise_rows(self, problems: list[tuple[int, str]]) -> None:
        row_problems = [(int(self.row[index]), problem) for index, problem in problems]
        raise RowsError(self.gold.judged.qrels.source, row_problems)

    def copies(self) -> Copies:
        """Lay the copies on the line; those of different texts may not overlap."""
        gold = self.gold
        filled = self.take(self.start < self.end)
        place = np.stack((filled.pair, filled.start, filled.end, filled.text))
        filled = filled.take(np.unique(place, axis=1, return_index=True)[1])
        low, high = gold.line(filled.pair, filled.start), gold.line(filled.pair, filled.end)
        over = np.flatnonzero(low[1:] < np.maximum.accumulate(high)[:-1])
        if over.size:
            index = int(over[0])
            both = (int(np.argmax(high[: index + 1])), index + 1)
            filled._raise_rows([(row, "this copy overlaps another") for row in both])
        _, first, of = np.unique(filled.text, return_index=True, return_inverse=True)
        later = np.arange(low.size) != first[of]
        topic = gold.judged.judged_documents.topic[filled.pair[later]]
        repeated = np.zeros(gold.border.size - 1, np.int64)
        np.add.at(repeated, topic, (high - low)[later])
        return Copies(low[later], high[later], low[first[of]][later], repeated, self.row, self.text)
