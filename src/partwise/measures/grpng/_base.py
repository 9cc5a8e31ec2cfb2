"""What all measures of unseen text share: their facts."""

from __future__ import annotations

from partwise.language.component import Measure


class UnseenTextMeasure(Measure):
    """A measure of elements, of which only text that no earlier result has shown counts."""

    bounds = (0.0, 1.0)
    needs = frozenset({"elements", "structure"})
    cutoffs = frozenset({int})
    cutoff_required = True
    family = "elements"
    undefined = "no assessed element with e > 0"
