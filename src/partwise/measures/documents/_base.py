"""What all measures of document retrieval share: their facts."""

from __future__ import annotations

from partwise.measures._kinds import RankedDocumentsMeasure


class DocumentMeasure(RankedDocumentsMeasure):
    """A measure that sees only which documents came at which rank."""

    needs = frozenset({"documents"})
    family = "documents"
