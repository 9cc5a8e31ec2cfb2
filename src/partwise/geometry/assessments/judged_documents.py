"""Judged pairs of topic and document."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from partwise._record import record
from partwise._typing import Flags, Ints, Reals
from partwise.kernels.ragged import offsets_from_owners
from partwise.tables.checks import first
from partwise.tables.columns import ABSENT
from partwise.tables.qrels import Qrels
from partwise.tables.row_errors import RowsError


@record
class JudgedDocuments:
    """All judged (topic, document) pairs, by topic and then document code."""

    qrels: Qrels
    """The rows behind the pairs."""
    key: Ints
    """Ascending: topic x number of documents + document."""
    order: Ints
    head: Ints
    """Rows sorted by pair, and where each pair begins among them."""

    @classmethod
    def of(cls, qrels: Qrels) -> JudgedDocuments:
        """Gather the rows of each pair. O(rows log rows)."""
        key = qrels.topic * np.int64(len(qrels.docs)) + qrels.doc
        order = np.argsort(key, kind="stable")
        ranged = key[order]
        opens = np.ones(key.size, bool)
        np.not_equal(ranged[1:], ranged[:-1], out=opens[1:])
        head = np.flatnonzero(opens)
        return cls(qrels, ranged[head], order, head)

    def __len__(self) -> int:
        return self.key.size

    @cached_property
    def topic(self) -> Ints:
        """Topic of each pair."""
        return self.key // max(1, len(self.qrels.docs))

    @cached_property
    def doc(self) -> Ints:
        """Document of each pair, a code of the assessments."""
        return self.key - self.topic * len(self.qrels.docs)

    @cached_property
    def offsets(self) -> Ints:
        """Pairs of each topic."""
        return offsets_from_owners(self.topic, len(self.qrels.topics))

    @cached_property
    def of_row(self) -> Ints:
        """Pair of each row of the assessments."""
        pair = np.empty(len(self.qrels), np.int64)
        pair[self.order] = np.repeat(
            np.arange(len(self)), np.diff(np.append(self.head, len(self.qrels)))
        )
        return pair

    def find(self, topic: NDArray[np.integer], doc: NDArray[np.integer]) -> Ints:
        """Pair of each topic and document, -1 where it is not judged. O(log pairs) each."""
        found = np.full(topic.size, ABSENT, np.int64)
        if not len(self):
            return found
        known = np.flatnonzero(doc >= 0)  # few of a run's documents are judged for any topic
        key = topic[known] * np.int64(len(self.qrels.docs))
        key += doc[known]
        at = np.searchsorted(self.key, key)
        at[at == len(self)] = 0
        at[self.key[at] != key] = ABSENT
        found[known] = at
        return found

    # -- what the rows say -----------------------------------------------------------------

    @cached_property
    def _named(self) -> Flags:
        """Rows that name an element or a tree."""
        named: Flags = (self.qrels.element >= 0) | (self.qrels.tree >= 0)
        return named

    @cached_property
    def graded_element(self) -> Flags:
        """Rows that grade an element or tree: no highlights."""
        q = self.qrels
        graded: Flags = ~(np.isnan(q.grade) & np.isnan(q.e) & np.isnan(q.s))
        return self._named & graded

    @cached_property
    def row_grade(self) -> Reals:
        """Grade of each row; a place without a grade counts 1, (e, s) counts 1 if both are > 0."""
        q = self.qrels
        absent = np.isnan(q.grade)
        if not absent.any():
            return q.grade
        bare = absent & np.isnan(q.e) & (q.start < 0) & ~self._named
        if (row := first(bare)) is not None:
            problem = f"document {q.docs[q.doc[row]]} has neither a grade nor a span or element"
            raise RowsError(q.source, [(row, problem)])
        some = np.where(np.isnan(q.e), 1.0, (q.e > 0) & ~(q.s <= 0))
        return np.where(absent, some, q.grade)

    @cached_property
    def highlighted(self) -> Flags:
        """Rows that make text relevant: spans, ungraded elements, whole documents."""
        return (self.row_grade > 0) & ~self.graded_element

    @cached_property
    def whole(self) -> Flags:
        """Pairs whose whole document was judged relevant."""
        whole = np.zeros(len(self), bool)
        rows = self.highlighted & (self.qrels.start < 0) & ~self._named
        whole[self.of_row[rows]] = True
        return whole

    @cached_property
    def by_element(self) -> Flags:
        """Pairs with an element judged relevant."""
        by_element = np.zeros(len(self), bool)
        by_element[self.of_row[self.graded_element & (self.row_grade > 0)]] = True
        return by_element

    @cached_property
    def placed(self) -> bool:
        """Whether any row has a place."""
        here = (self.qrels.start >= 0).any() or self._named.any()
        return self.qrels.holds("places", here)

    @cached_property
    def grade(self) -> Reals:
        """Greatest grade of each pair's rows."""
        if not len(self):
            return np.empty(0)
        grade: Reals = np.maximum.reduceat(self.row_grade[self.order], self.head)
        return grade

    @cached_property
    def bep(self) -> Ints:
        """Best entry point of each pair, -1 where nobody gave one."""
        q = self.qrels
        bep = np.full(len(self), ABSENT, np.int64)
        rows = np.flatnonzero(q.bep >= 0)
        bep[self.of_row[rows]] = q.bep[rows]
        if (at := first(bep[self.of_row[rows]] != q.bep[rows])) is not None:
            row = int(rows[at])
            both = f"{q.bep[row]} and {bep[self.of_row[row]]}"
            name = q.docs[q.doc[row]]
            problem = f"document {name} has two best entry points, {both}"
            raise RowsError(q.source, [(row, problem)])
        return bep
