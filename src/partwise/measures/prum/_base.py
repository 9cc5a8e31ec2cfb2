"""What all measures of navigating readers share: their facts, parameters and walks."""

from __future__ import annotations

from typing import Any, Literal, Self

import numpy as np

from partwise._typing import Reals, Values
from partwise.errors import ParameterError, PartwiseError
from partwise.geometry.view import View
from partwise.kernels.probability.effort import Effort, Novelty
from partwise.language.component import param, slot
from partwise.language.fields import AUTO, Auto
from partwise.language.measure import Measure
from partwise.language.slots import NestedOrAuto
from partwise.measures.prum.curve import curves
from partwise.navigation.grades import strictness
from partwise.navigation.targets import IDEALS, Ideals, targets_of
from partwise.navigation.walks import (
    Reader,
    Walks,
    at_recall,
    check_independent,
    check_recall,
    recall_value,
    walks,
)
from partwise.users.base import Navigation

HOW_NEW = ("noisy-or", "exact")
NAV = slot(
    default=AUTO,
    family=Navigation,
    about="User model. Default: ``Hierarchy()`` on elements, ``Window()`` on passages.",
)
REVISIT = param(
    True,
    about="False: a result whose document an earlier result was in shows only itself (a passage: "
    "what it meets).",
)
LeastEffort = Literal["r", "one"]
EFFORT = param(
    "r",
    choices=("r", "one"),
    about="The ideal list needs r ranks for r ideals, or one: then every useless rank costs.",
)
Strictness = Literal["binary", "value"]
REL = param(
    "binary",
    choices=("binary", "value"),
    about="``value``: readers of every strictness. Each wants the ideals from one grade of the "
    "topic on, and weighs what the grade is above the one before, over the highest.",
)
WANTED = param("auto", choices=IDEALS, about="What is ideal, as in PRUM.")


def wanted(about: str) -> Any:
    """Declare how many ideals the user wants to see."""
    without = "required without a recall level"
    return param(None, kind=int, low=1, without=without, about=about)


class NavigationMeasure(Measure):
    """A measure of what readers see who navigate from what they consult."""

    nav: NestedOrAuto[Navigation]
    ideals: Ideals
    revisit: bool

    bounds = (0.0, 1.0)
    needs = frozenset({"ideals"})
    cutoffs = frozenset({int})
    family = "navigation"
    undefined = "no ideals"


class WalkMeasure(NavigationMeasure):
    """A measure of walks down the list, until so many ideals are seen."""

    rel: Strictness

    def check(self) -> None:
        """Refuse models whose chances are not independent."""
        check_independent(self.label(), self.nav)

    def values(self, view: View) -> Values:
        """Value of each topic, of one reader or of readers of every strictness."""
        self.complete()
        if self.rel == "binary":
            return self.at(view, self.by_recall(view, self.reader()))
        targets = targets_of(view, self.ideals, measure=self.label())
        total = np.zeros(view.n_topics)
        for grade, weight in enumerate(strictness(targets.both), start=1):
            value = self.at(view, self.by_recall(view, self.reader(grade)))
            total += np.where(weight > 0, weight * value, 0.0)
        return np.where(targets.n_targets > 0, np.minimum(total, 1.0), np.nan)

    def walks(self, view: View, reader: Reader) -> Walks:
        """Follow readers under this measure's user model, shared with other measures."""
        return walks(view, reader, self.depth, self.label())

    def reader(self, grade: int = 1) -> Reader:
        """Who walks, and to what."""
        return Reader(self.nav, self.ideals, self.revisit, grade)

    def by_recall(self, view: View, reader: Reader) -> list[Reals | None]:
        """Values at every recall value of each topic; None where there are no ideals."""
        raise PartwiseError(f"{self.label()} does not define by_recall()")

    def at(self, view: View, rows: list[Reals | None]) -> Values:
        """Turn the values at every recall value into one, NaN where there are none."""
        del view
        return np.array([np.nan if row is None else self.of_row(row) for row in rows])

    def of_row(self, row: Reals) -> float:
        """Return the mean over all recall values."""
        return float(row.mean())


class EffortMeasure(WalkMeasure):
    """A measure of the least effort of users over theirs."""

    effort: LeastEffort

    def by_recall(self, view: View, reader: Reader) -> list[Reals | None]:
        """Least effort over effort."""

        def value(effort: Effort) -> Reals:
            return np.minimum(effort.saving if self.effort == "r" else effort.inverse, 1.0)

        found = self.walks(view, reader).efforts(None)
        return [None if effort is None else value(effort) for effort in found]


class PrecisionMeasure(WalkMeasure):
    """A measure of PRUM at recall values.

    Notes
    -----
    NaN without ideals. ``@k`` cuts the run at k results first.
    """

    elements: int | Auto
    novelty: Novelty

    needs = frozenset({"ideals", "structure or inventory"})

    def by_recall(self, view: View, reader: Reader) -> list[Reals | None]:
        """PRUM(1), ..., PRUM(m)."""
        return curves(
            view,
            reader=reader,
            depth=self.depth,
            elements=self.elements,
            novelty=self.novelty,
            measure=self.label(),
        )


class RecallValueMeasure(WalkMeasure):
    """A measure at a recall value ``r``, or at a recall level."""

    r: int | None

    cutoffs = frozenset({int, float})

    def complete(self) -> Self:
        """Ask for ``r`` or a recall level."""
        check_recall(self.label(), self.r, self.cutoff)
        return super().complete()

    def check(self) -> None:
        """Refuse one number of ideals for readers who want different ones."""
        super().check()
        if self.r is not None and self.rel == "value":
            expected = f"binary with r={self.r}; readers of different strictness want a level, @x"
            raise ParameterError(self.label(), "rel", self.rel, expected)

    def at(self, view: View, rows: list[Reals | None]) -> Values:
        """Value of each topic at the recall value, or at the recall level."""
        if self.r is not None:
            return at_recall(view, rows, self.r, self.label())
        return super().at(view, rows)

    def of_row(self, row: Reals) -> float:
        """Value at the recall level."""
        return self.at_level(row[recall_value(self.level, row.size) - 1 :])

    def at_level(self, onward: Reals) -> float:
        """Value at a recall level, given the values from there on."""
        return float(onward[0])
