"""What all measures of characters share: their facts, parameters, and which parts are read."""

from __future__ import annotations

from partwise._typing import Ints, Reals
from partwise.geometry.parts import Parts
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_count
from partwise.language.component import param
from partwise.measures._kinds import BUDGET, UNIT, BudgetMeasure, RankedPartsMeasure, Unit

TOLERANCE = param(
    0.0, low=0, high=1, about="0: text already seen earns nothing; 1: overlap is ignored."
)


class CharacterMeasure(RankedPartsMeasure):
    """A measure of the characters that parts show."""

    needs = frozenset({"highlights", "lengths of whole documents"})
    family = "focused"
    undefined = "no relevant text"


class SizeMeasure(CharacterMeasure, BudgetMeasure):
    """A measure of the relevant characters of each part, seen ones counting less."""

    tolerance: float = TOLERANCE
    budget: int | None = BUDGET
    unit: Unit = UNIT

    def gained(self, parts: Parts) -> Reals:
        """Sum of ``rsize`` over the parts of each topic."""
        k, seen = self.depth, parts.seen(self.label(), self.depth)
        fresh = segment_count(seen.fresh_relevant, parts.offsets, k)
        again = segment_count(seen.relevant, parts.offsets, k) - fresh
        return fresh + self.tolerance * again


class SetMeasure(CharacterMeasure, BudgetMeasure):
    """A measure of the union of parts against the relevant characters."""

    multiset: bool

    family = "union"

    def sizes(self, view: View) -> tuple[Ints, Ints, Ints]:
        """Count characters of each topic: shown and relevant, shown, relevant."""
        parts, name, k = self.parts_read(view), self.label(), self.depth
        size, relevant = parts.size(name, k), view.assessments.n_characters(name)
        both = segment_count(parts.seen(name, k).fresh_relevant, parts.offsets, k)
        shown = segment_count(size if self.multiset else parts.fresh, parts.offsets, k)
        return both, shown, relevant
