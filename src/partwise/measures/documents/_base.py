"""What all measures of document retrieval share: their facts."""

from __future__ import annotations

from partwise._typing import Ints
from partwise.geometry.documents import Found
from partwise.geometry.view import View
from partwise.measures._kinds import RankedDocumentsMeasure


class DocumentMeasure(RankedDocumentsMeasure):
    """A measure that sees only which documents came at which rank."""

    needs = frozenset({"documents"})
    family = "documents"


class RelevantDocumentsMeasure(DocumentMeasure):
    """A measure of relevant documents, from a grade on that may be given."""

    rel: float | None

    def relevant(self, view: View) -> tuple[Found, Ints]:
        """Return the relevant documents retrieved, and how many there are in each topic."""
        return view.relevant_from(self.rel)


class CountMeasure(DocumentMeasure):
    """A number of documents; over all topics its sum counts."""

    bounds = (0.0, float("inf"))

    def aggregate(self) -> str:
        """Sum up beside the mean."""
        return "sum"


class RelevantCountMeasure(CountMeasure, RelevantDocumentsMeasure):
    """A number of relevant documents.

    Notes
    -----
    NaN for a topic without relevant documents. Saved results hold its sum over topics beside
    the mean.
    """
