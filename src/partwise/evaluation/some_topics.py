"""Assessments of some topics, with what only all of them can tell."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from partwise.evaluation.buckets.whole import facts_of_assessments
from partwise.evaluation.known_tables import known_lengths
from partwise.kernels.ragged import offsets_from_lengths, ranges
from partwise.tables.rows import taken_rows

if TYPE_CHECKING:
    from partwise._typing import Ints
    from partwise.evaluation.prepared import Prepared


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
