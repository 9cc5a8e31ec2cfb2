"""What all measures of parts against spans share: their facts and what a hit is."""

from __future__ import annotations

from partwise._typing import Flags
from partwise.geometry.evidence import Evidence, evidence
from partwise.geometry.evidence_sets import EvidenceSets, evidence_sets, has_sets
from partwise.geometry.view import View
from partwise.language.component import Measure
from partwise.measures.parts.least import ONE_CHARACTER, Least, enough, exact


class PartMeasure(Measure):
    """A measure of parts that show enough of a relevant span."""

    min: Least = enough(
        ONE_CHARACTER,
        "How much of a span is enough: characters, or with a decimal point a share.",
    )

    bounds = (0.0, 1.0)
    needs = frozenset({"highlights"})
    cutoffs = frozenset({int})
    family = "parts"
    undefined = "no relevant span"

    def hits(self, view: View) -> tuple[Evidence | EvidenceSets, Flags]:
        """Return the relevant spans, and which parts alone show enough of one."""
        sets = has_sets(view)
        known = (evidence_sets if sets else evidence)(view, self.label())
        return known, known.hits(exact(self.min), self.label(), self.depth)
