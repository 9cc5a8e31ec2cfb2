"""What all measures of navigating readers share: their facts, parameters and walks."""

from __future__ import annotations

from typing import Any, Literal, Self

import numpy as np

from partwise._typing import Reals
from partwise.geometry.view import View
from partwise.kernels.probability.effort import Effort, Novelty
from partwise.language.component import Measure, param, slot
from partwise.language.fields import AUTO, Auto
from partwise.language.slots import NestedOrAuto
from partwise.measures.prum.curve import curves
from partwise.navigation.targets import IDEALS, Ideals
from partwise.navigation.walks import Reader, Walks, check_independent, check_recall, walks
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

    def check(self) -> None:
        """Refuse models whose chances are not independent."""
        check_independent(self.label(), self.nav)

    def walks(self, view: View) -> Walks:
        """Follow readers under this measure's user model, shared with other measures."""
        return walks(view, self.reader, self.depth, self.label())

    @property
    def reader(self) -> Reader:
        """Who walks, and to what."""
        return Reader(self.nav, self.ideals, self.revisit)


class EffortMeasure(WalkMeasure):
    """A measure of the least effort of users over theirs."""

    effort: LeastEffort

    def savings(self, view: View) -> list[Reals | None]:
        """Values at every recall value of each topic; None where there are no ideals."""

        def value(effort: Effort) -> Reals:
            return np.minimum(effort.saving if self.effort == "r" else effort.inverse, 1.0)

        found = self.walks(view).efforts(None)
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

    def curves(self, view: View) -> list[Reals | None]:
        """PRUM(1), ..., PRUM(m) of each topic; None where there are no ideals."""
        return curves(
            view,
            reader=self.reader,
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
