"""What all measures of retrieval in context share: their facts and the gain of a document."""

from __future__ import annotations

from partwise._typing import Reals
from partwise.gains.documents import DocumentGain, F
from partwise.geometry.view import View
from partwise.kernels.ragged import running_sum
from partwise.language.component import slot
from partwise.language.slots import Nested
from partwise.measures._kinds import RankedDocumentsMeasure


class ContextMeasure(RankedDocumentsMeasure):
    """A measure of documents that are ranked by their first part."""

    needs = frozenset({"highlights"})
    family = "in context"


class GainMeasure(ContextMeasure):
    """A measure of what the parts of documents earn."""

    gain: Nested[DocumentGain] = slot(
        default=F, kw_only=False, about="What a document and its parts earn."
    )

    def precision(self, view: View) -> Reals:
        """Mean gain of the documents down to each relevant one."""
        hits = view.relevant_documents
        return running_sum(self.gain.of_hits(view), hits.offsets) / hits.rank
