"""Whether all evidence is found."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.budget import NO_BUDGET, UNITS, Unit, check_budget, parts_read
from partwise.geometry.evidence_sets import evidence_sets
from partwise.geometry.view import View
from partwise.language.component import param, register
from partwise.measures.parts._base import PartMeasure
from partwise.measures.parts.least import HALF, Least, enough, exact


@register()
class Complete(PartMeasure):
    r"""Whether the first k parts find every group of evidence.

    .. math:: Complete@k = [ GroupR@k = 1 ]

    A reader who needs all evidence to answer can answer.

    Notes
    -----
    NaN for a topic without relevant spans; 0 for an empty run.

    References
    ----------
    Thorne and others (2018), evidence sets of FEVER; Yang and others (2018), HotpotQA.
    """

    min: Least = enough(HALF)
    budget: int | None = param(
        None,
        kind=int,
        low=1,
        without=NO_BUDGET,
        about="Stop reading after this many characters or tokens; the last part is truncated.",
    )
    unit: Unit = param("characters", choices=UNITS, about="What the budget counts.")

    question = "Do I get all evidence that is needed (for N characters)?"

    def check(self) -> None:
        """Refuse a budget beside a cutoff."""
        check_budget(self)

    def values(self, view: View) -> Values:
        known, parts = evidence_sets(view, self.label()), parts_read(view, self)
        found = known.found(parts, exact(self.min), self.label(), self.depth)
        share = known.share(found)
        return np.where(np.isnan(share), np.nan, known.all_found(found))
