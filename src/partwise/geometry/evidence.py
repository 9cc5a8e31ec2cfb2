"""Evidence: highlighted spans that parts find, alone or together."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints
from partwise.errors import MissingAssessmentError
from partwise.geometry.limits import check_total
from partwise.kernels.intervals import finds_any, found_together, lay_out, need
from partwise.kernels.ragged import rank_in_segment, segment_count

if TYPE_CHECKING:
    from partwise.geometry.documents import Documents
    from partwise.geometry.parts import Parts
    from partwise.geometry.view import View


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
    """Where each row of `documents` begins on the axis."""
    spanned: Flags
    whole: Flags
    """Rows of `documents` that hold spans, or that count as one."""
    topic: Ints
    start: Ints
    end: Ints
    """Topic and place on the axis of each span of a retrieved document, ascending."""

    def hits(self, least: int | Fraction, measure: str, k: int | None) -> Flags:
        """Whether each part of the run finds some span by itself."""
        parts = self.parts
        self._require(parts, measure, k)
        base = self.origin[parts.document]
        start, end = parts.start + base, parts.end + base
        needed = need(self.end - self.start, least)
        found = self.spanned[parts.document]
        found[found] = finds_any(start[found], end[found], self.start, self.end, needed)
        return found | (self.whole[parts.document] & _shows(parts))

    def n_found(self, parts: Parts, least: int | Fraction, measure: str, k: int | None) -> Ints:
        """How many spans the first `k` parts of each topic find together."""
        self._require(parts, measure, k)
        read = np.ones(len(parts), np.bool_) if k is None else rank_in_segment(parts.offsets) <= k
        base = self.origin[parts.document]
        some = read & self.spanned[parts.document]
        needed = need(self.end - self.start, least)
        shown = (parts.start + base)[some], (parts.end + base)[some]
        found = found_together(*shown, self.start, self.end, needed)
        count = np.bincount(self.topic[found], minlength=self.n_spans.size)
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
    """Refuse assessments that grade documents and highlight nothing in them."""
    if view.assessments.grades_documents_only and view.assessments.relevant.any():
        found = "these assessments grade documents"
        raise MissingAssessmentError(f"{measure} needs highlighted spans", found)


def _evidence(view: View) -> Evidence:
    judged, documents = view.assessments, view.documents
    spans, pairs = judged.entry_highlights, judged.judged_documents
    counted = np.where(pairs.whole, 1, np.diff(spans.offsets))
    relevant = view.retrieval.relevant_document
    pair = view.retrieval.pair_of_document
    whole = relevant.copy()
    whole[relevant] = pairs.whole[pair[relevant]]
    spanned = relevant & ~whole
    at = np.flatnonzero(spanned)
    start, end, owner = judged.spans_of(pair[at])
    document = at[owner]
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
