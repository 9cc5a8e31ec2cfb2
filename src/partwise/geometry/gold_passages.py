"""Gold passages as they were judged: one by one, in the order of their file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints
from partwise.errors import MissingAssessmentError, MissingLengthError
from partwise.geometry.assessments.highlights import clipped_rows
from partwise.geometry.by_topic import OfTopics
from partwise.geometry.evidence import need_spans
from partwise.geometry.limits import check_total
from partwise.kernels.intervals import lay_out, overlapping
from partwise.messages import Notes
from partwise.tables.checks import first

if TYPE_CHECKING:
    from partwise.geometry.view import View


@dataclass(frozen=True, eq=False)
class GoldPassages(OfTopics):
    """The judged passages of all topics, neither merged nor sorted."""

    row: Ints
    """Row of the assessments."""
    pair: Ints
    """Judged document."""
    start: Ints
    end: Ints


@dataclass(frozen=True, eq=False)
class Meetings:
    """Parts and the gold passages with which they share characters."""

    part: Ints
    gold: Ints
    """Position among the parts and among the passages, by part and then by line of the file."""
    start: Ints
    end: Ints
    """Place of each part on an axis on which judged documents lie side by side."""
    base: Ints
    """Where the document of each passage begins on that axis."""
    judged: Flags
    """Parts of judged documents; others have no place on the axis."""

    @property
    def opens(self) -> Flags:
        """Whether each pair is the first of its part: that of the first line it meets."""
        opens = np.ones(self.part.size, np.bool_)
        np.not_equal(self.part[1:], self.part[:-1], out=opens[1:])
        return opens

    def only_first(self) -> tuple[Ints, Ints]:
        """Return the parts that meet gold, and the first passage that each meets."""
        opens = self.opens
        return self.part[opens], self.gold[opens]


def gold_passages(view: View, measure: str) -> GoldPassages:
    """Return the gold passages; an error names the `measure` that needs them."""
    need_spans(view, measure)
    return view.memo("gold passages", lambda: _passages(view, measure))


def _passages(view: View, measure: str) -> GoldPassages:
    judged = view.assessments
    judged.refuse_graded_elements()
    pairs = judged.judged_documents
    length = judged.lengths.of(judged.qrels.docs)
    rows = np.flatnonzero(pairs.highlighted)
    start, end, whole = clipped_rows(judged.tables, Notes(), clip=judged.clip)
    pair = pairs.of_row[rows]
    if (at := first(whole & (length[pairs.doc[pair]] < 0))) is not None:
        raise MissingLengthError(None, judged.document(int(pair[at])), measure)
    return GoldPassages(pairs.topic[pair], view.n_topics, rows, pair, start, end)


def meetings(view: View, measure: str) -> Meetings:
    """Return which parts meet which gold passages; computed once."""
    parts, gold = view.parts, gold_passages(view, measure)
    relevant = view.retrieval.relevant_document[parts.document]
    parts.require_lengths(parts.endless & relevant, measure, None)
    return view.memo("gold meetings", lambda: _meetings(view, gold))


def _meetings(view: View, gold: GoldPassages) -> Meetings:
    parts = view.parts
    pair = view.retrieval.pair_of_document[parts.document]
    judged = pair >= 0
    extent = np.zeros(len(view.assessments.judged_documents), np.int64)
    np.maximum.at(extent, gold.pair, gold.end)
    np.maximum.at(extent, pair[judged], parts.end[judged])
    check_total(extent, "parts")
    origin = lay_out(extent)
    base = origin[gold.pair]
    start, end = parts.start + origin[pair], parts.end + origin[pair]
    order = np.argsort(gold.start + base, kind="stable")
    rows = np.flatnonzero(judged)
    part, other = overlapping(
        start[rows], end[rows], (gold.start + base)[order], (gold.end + base)[order]
    )
    part, found = rows[part], order[other]
    by_line = np.lexsort((found, part))
    return Meetings(part[by_line], found[by_line], start, end, base, judged)


def aspects(view: View, measure: str) -> tuple[Ints, Ints, Ints]:
    """Return passage and aspect of each aspect named, and how many different ones a topic has.

    Names stand between bars and are compared as text.
    """
    gold = gold_passages(view, measure)
    column = view.assessments.qrels.extra.get("aspects")
    if column is None:
        raise MissingAssessmentError(f"{measure} needs aspects", "these assessments have none")
    named = [
        (at, int(topic), name)
        for at, (topic, cell) in enumerate(
            zip(gold.topic.tolist(), column[gold.row].tolist(), strict=True)
        )
        for name in str(cell or "").split("|")
        if name
    ]
    passage = np.array([at for at, _, _ in named], np.int64)
    codes: dict[tuple[int, str], int] = {}
    aspect = [codes.setdefault((topic, name), len(codes)) for _, topic, name in named]
    topic = np.array([topic for topic, _ in codes], np.int64)
    return passage, np.array(aspect, np.int64), np.bincount(topic, minlength=gold.n_topics)
