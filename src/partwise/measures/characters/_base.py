"""What all measures of characters share: their facts, parameters, and which parts are read."""

from __future__ import annotations

from partwise._typing import Ints, Reals
from partwise.geometry.budget import NO_BUDGET, UNITS, Unit, check_budget, parts_read
from partwise.geometry.parts import Parts
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_count
from partwise.language.component import Measure, param

TOLERANCE = param(
    0.0, low=0, high=1, about="0: text already seen earns nothing; 1: overlap is ignored."
)
BUDGET = param(
    None,
    kind=int,
    low=1,
    without=NO_BUDGET,
    about="Stop reading after this many characters or tokens; the last part is truncated.",
)
UNIT = param("characters", choices=UNITS, about="What the budget counts.")


class CharacterMeasure(Measure):
    """A measure of the characters that parts show."""

    bounds = (0.0, 1.0)
    needs = frozenset({"highlights", "lengths of whole documents"})
    cutoffs = frozenset({int})
    family = "focused"
    undefined = "no relevant text"


class ReadingMeasure(CharacterMeasure):
    """A measure of the first k parts, or of those that a budget pays for."""

    budget: int | None
    unit: Unit

    def check(self) -> None:
        """Refuse a budget beside a cutoff."""
        check_budget(self)

    def parts_read(self, view: View) -> Parts:
        """All parts, or those that the budget pays for."""
        return parts_read(view, self)


class SizeMeasure(ReadingMeasure):
    """A measure of the relevant characters of each part, seen ones counting less."""

    tolerance: float

    def gained(self, parts: Parts) -> Reals:
        """Sum of ``rsize`` over the parts of each topic."""
        k, seen = self.depth, parts.seen(self.label(), self.depth)
        fresh = segment_count(seen.fresh_relevant, parts.offsets, k)
        again = segment_count(seen.relevant, parts.offsets, k) - fresh
        return fresh + self.tolerance * again


class SetMeasure(ReadingMeasure):
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
