"""Whether all evidence is found."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.evidence_sets import evidence_sets
from partwise.geometry.view import View
from partwise.language.component import register
from partwise.measures.parts._base import EvidenceMeasure
from partwise.measures.parts.least import exact


@register()
class Complete(EvidenceMeasure):
    r"""Whether the first k parts find every group of evidence.

    .. math:: Complete@k = [ GroupR@k = 1 ]

    A reader who needs all evidence to answer can answer.

    Notes
    -----
    NaN for a topic without relevant spans; 0 for an empty run.
    """

    knows_copies = True
    question = "Do I get all evidence that is needed (for N characters)?"

    def values(self, view: View) -> Values:
        known, parts = evidence_sets(view, self.label()), self.parts_read(view)
        found = known.found(parts, exact(self.min), self.label(), self.depth)
        share = known.share(found)
        return np.where(np.isnan(share), np.nan, known.all_found(found))
