"""What all measures of parts against spans share: their facts and what a hit is."""

from __future__ import annotations

import numpy as np

from partwise._typing import Flags, Ints, Values
from partwise.geometry.evidence import Evidence, evidence
from partwise.geometry.evidence_sets import EvidenceSets, evidence_sets, has_sets
from partwise.geometry.offered import offered
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero
from partwise.measures._kinds import BUDGET, UNIT, BudgetMeasure, RankedPartsMeasure, Unit
from partwise.measures.parts.least import HALF, ONE_CHARACTER, Least, enough, exact


class PartMeasure(RankedPartsMeasure):
    """A measure of parts that show enough of a relevant span."""

    min: Least = enough(
        ONE_CHARACTER,
        "How much of a span is enough: characters, or with a decimal point a share.",
    )

    family = "parts"
    undefined = "no relevant span"

    def hits(self, view: View) -> tuple[Evidence | EvidenceSets, Flags]:
        """Return the relevant spans, and which parts alone show enough of one."""
        sets = has_sets(view)
        known = (evidence_sets if sets else evidence)(view, self.label())
        return known, known.hits(exact(self.min), self.label(), self.depth)

    def best_hits(self, view: View) -> tuple[Ints, Ints]:
        """Return how many parts that exist are hits, and how many spans there are, by topic."""
        known = offered(view, self.label())
        return known.hits(exact(self.min)), known.sets.n_spans

    def any_hit(self, view: View) -> Values:
        """1 where a part that exists is a hit, else 0."""
        hits, n_spans = self.best_hits(view)
        return nan_where_zero((hits > 0).astype(np.float64), n_spans)


class EvidenceMeasure(PartMeasure, BudgetMeasure):
    """A measure of the spans that parts find together.

    References
    ----------
    Thorne and others (2018), evidence sets of FEVER; Yang and others (2018), HotpotQA.
    """

    min: Least = enough(HALF)
    budget: int | None = BUDGET
    unit: Unit = UNIT
