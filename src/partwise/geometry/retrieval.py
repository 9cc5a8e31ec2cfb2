"""Retrieval: what a run returned for the judged topics, in order and by document."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints
from partwise.geometry.documents import Documents, Found, documents, found, judged_codes
from partwise.geometry.ranking import Ranking, ranking
from partwise.messages import Notes
from partwise.tables.run_order import DISAGREEMENT, order_keys

if TYPE_CHECKING:
    from partwise.geometry.assessments import Assessments
    from partwise.tables.run import Order, Run


class Retrieval:
    """Ranked rows and documents of one run, computed once when first asked for.

    A view and its parts, elements and targets share one. None of them refers to the view
    itself: a view is freed with its arrays as soon as its run has been evaluated, and does
    not wait for the cycle collector.

    Parameters
    ----------
    assessments, retrieved, order
        As `judged`, `run` and `order` of a `View`.
    """

    def __init__(self, assessments: Assessments, retrieved: Run, order: Order | None) -> None:
        self.assessments = assessments
        self.retrieved = retrieved
        self.order = order
        self.notes = Notes()

    @property
    def run(self) -> Run:
        """The run with its parts."""
        return self.retrieved

    # -- rows ------------------------------------------------------------------------------

    @cached_property
    def ranking(self) -> Ranking:
        """Rows of the judged topics in final order."""
        ranked = ranking(self.retrieved, self.assessments, self.order)
        self.notes.add(DISAGREEMENT, n=ranked.n_disagree)
        return ranked

    @cached_property
    def rows(self) -> Ints:
        """Row of the run of each result."""
        return self.ranking.rows

    @cached_property
    def shares_rank(self) -> Flags:
        """Whether each result shares the rank of the one before: only a convention parts them."""
        ranked = self.ranking
        tied = ranked.tied.copy()
        for key in order_keys(self.run, self.order)[1:]:  # a rank that breaks the tie
            tied[1:] &= key[ranked.rows[1:]] == key[ranked.rows[:-1]]
        return tied

    def document_name(self, row: int) -> str:
        """Name of the document of a row of the run."""
        run = self.retrieved
        code = int(run.doc[row])
        return run.docs[code] if code < len(run.docs) else "(unjudged)"

    # -- documents -------------------------------------------------------------------------

    @cached_property
    def documents(self) -> Documents:
        """One row per retrieved document."""
        return documents(self.retrieved, self.ranking, self.rows)

    @cached_property
    def judged_documents(self) -> Found:
        """Retrieved documents that were judged."""
        return found(self.assessments, self.documents, self.judged_codes)

    @cached_property
    def judged_codes(self) -> Ints:
        """Code in the assessments of each document of the run, -1 where it was not judged."""
        return judged_codes(self.retrieved, self.assessments)

    @cached_property
    def relevant_documents(self) -> Found:
        """Retrieved documents that are relevant."""
        return self.judged_documents.where(self.assessments.relevant[self.judged_documents.pair])

    def relevant_from(self, rel: float | None) -> Found:
        """Return retrieved documents that are relevant with a grade of at least `rel`."""
        if rel is None:
            return self.relevant_documents
        seen = self.judged_documents
        return seen.where(self.assessments.relevant_from(rel)[seen.pair])

    @cached_property
    def n_documents(self) -> Ints:
        """Documents retrieved for each topic, judged or not."""
        return self.documents.count

    @cached_property
    def hit_document(self) -> Ints:
        """Row of `documents` of each relevant document."""
        hits = self.relevant_documents
        return self.documents.offsets[:-1][hits.topic] + hits.rank - 1

    @cached_property
    def pair_of_document(self) -> Ints:
        """Judged pair of each retrieved document, -1 where it was not judged."""
        pair = np.full(self.documents.doc.size, -1, np.int64)
        seen = self.judged_documents
        pair[self.documents.offsets[:-1][seen.topic] + seen.rank - 1] = seen.pair
        return pair

    @cached_property
    def relevant_document(self) -> Flags:
        """Whether each retrieved document is relevant."""
        relevant = np.zeros(self.documents.doc.size, np.bool_)
        relevant[self.hit_document] = True
        return relevant
