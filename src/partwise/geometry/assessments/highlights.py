"""Highlighted text: the relevant characters of each judged document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise._record import record
from partwise._typing import Flags, Ints
from partwise.errors import MissingAssessmentError
from partwise.geometry.limits import check_total, note_past_end
from partwise.geometry.resolve.spans import extents
from partwise.kernels.intervals import lay_out, merge
from partwise.kernels.ragged import distinct, offsets_from_owners, segment_count
from partwise.messages import Notes

if TYPE_CHECKING:
    from partwise.geometry.assessments.judged_documents import JudgedDocuments
    from partwise.geometry.assessments.tables import JudgedTables
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
    known = judged.length[pairs.of_row[rows]]
    whole = start < 0
    end = np.where(whole, np.maximum(known, 0), end)
    start = np.maximum(start, 0)
    past = (known >= 0) & (end > known)
    if clip:
        beyond = int((past & (start >= known)).sum())
        note_past_end(notes, "judged span", past=int(past.sum()), beyond=beyond)
        start[past] = np.minimum(start, known)[past]
        end[past] = known[past]
    return start, end, whole


def _merged(pair: Ints, start: Ints, end: Ints, n: int) -> tuple[Ints, Ints, Ints]:
    extent = np.zeros(n, np.int64)
    np.maximum.at(extent, pair, end)
    check_total(extent, "judged spans")
    origin = lay_out(extent)
    begin, stop = merge(start + origin[pair], end + origin[pair])
    owner = np.searchsorted(origin, begin, "right") - 1
    return owner, begin - origin[owner], stop - origin[owner]


def _note_merging(qrels: Qrels, rows: Ints, given: int, kept: int, notes: Notes) -> None:
    judges = _merged_assessors(qrels, rows)
    words = (
        "{judges:?the highlights of {judges:+assessor} were merged (--assessor takes one)|judged "
        "spans overlap and were merged: {more:character} highlighted more than once}"
    )
    if judges or given > kept:
        notes.add(words, judges=judges, more=given - kept)


def _merged_assessors(qrels: Qrels, rows: Ints) -> list[str]:
    """Name the assessors of topics that have several; where each has one, none are merged."""
    n = len(qrels.assessors) + 1  # the code of no assessor is -1
    topic, judge = np.divmod(
        distinct(qrels.topic[rows] * np.int64(n) + qrels.assessor[rows] + 1), n
    )
    several = np.bincount(topic, minlength=1)[topic] > 1
    found = (distinct(judge[several]) - 1).tolist()
    return [qrels.assessors[code] if code >= 0 else "" for code in found]


def refuse_graded_elements(pairs: JudgedDocuments) -> None:
    """Refuse documents whose only relevant places are graded elements."""
    spanned = np.zeros(len(pairs), bool)
    spanned[pairs.of_row[pairs.highlighted]] = True
    graded = pairs.graded_element & (pairs.row_grade > 0)
    if (~spanned[pairs.of_row[graded]]).any():
        raise MissingAssessmentError(REFUSED, "these assessments grade elements")
