"""Assessments of some topics, with what only all of them can tell."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from partwise.evaluation.known_tables import known_lengths
from partwise.evaluation.notes import weighs
from partwise.geometry.assessed_elements import AssessedElements
from partwise.kernels.ragged import offsets_from_lengths, ranges
from partwise.tables.rows import taken_rows

if TYPE_CHECKING:
    from partwise._typing import Ints
    from partwise.evaluation.prepared import Prepared
    from partwise.geometry.assessments import Assessments


class SomeTopics:
    """Takes topics out of tables that have met, as if buckets had been made of them."""

    def __init__(self, tables: Prepared) -> None:
        qrels = tables.qrels
        self._tables = tables
        self._lengths = known_lengths(tables.assessments)
        self._qrels = replace(
            qrels,
            length=np.full(len(qrels), -1, np.int64),
            whole_table=facts_of_assessments(tables.assessments),
        )
        self._order = np.argsort(qrels.topic, kind="stable")
        count = np.bincount(qrels.topic, minlength=len(qrels.topics))
        self._offsets = offsets_from_lengths(count)

    def tables(self, codes: Ints) -> Prepared:
        """Return the tables with the assessments of some topics, given in ascending order."""
        first, last = self._offsets[codes], self._offsets[codes + 1]
        rows = np.sort(self._order[ranges(first, last)[0]])
        some = taken_rows(self._qrels, rows)
        topic = np.searchsorted(codes, some.topic).astype(np.int32)
        qrels = replace(some, topics=self._qrels.topics.take(codes), topic=topic)
        return self._tables.of_rows(qrels, self._lengths, rows)


def facts_of_assessments(judged: Assessments) -> dict[str, bool]:
    """Return facts of all rows, under the names by which `Qrels.holds` is asked."""
    q, pairs = judged.qrels, judged.judged_documents
    elements = AssessedElements(judged.tables)
    rows = elements.rows
    e, s = elements.qrels.e[rows], elements.qrels.s[rows]
    highlighted, graded = pairs.highlighted, pairs.graded_element
    unplaced = highlighted & (q.start < 0)
    named = (q.element >= 0) | (q.tree >= 0)
    marked = ~np.isnan(q.grade) | ~np.isnan(q.e) | ~np.isnan(q.s)
    found = {
        "spans": (q.start >= 0).any(),
        "elements": (q.element >= 0).any(),
        "named": named.any(),
        "places": (q.start >= 0).any() or named.any(),
        "grades": (~np.isnan(q.grade)).any(),
        "weights": weighs(q),
        "highlights": highlighted.any(),
        "highlighted elements": (unplaced & (q.element >= 0)).any(),
        "highlighted trees": (unplaced & (q.tree >= 0)).any(),
        "graded elements": graded.any(),
        "graded places": (named & marked).any(),
        "places with e": (named & ~np.isnan(q.e)).any(),
        "pairs": rows.size,
        "e": (~np.isnan(e)).any(),
        "s": (~np.isnan(s)).any(),
        "fractions": (np.modf(s)[0] > 0).any(),
    }
    return {name: bool(there) for name, there in found.items()}
