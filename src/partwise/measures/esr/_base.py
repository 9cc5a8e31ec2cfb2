"""What all measures of extended structural relevance share: their parameters and facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from partwise.language.component import Measure, param, slot
from partwise.navigation.expectations import Expected, Hits, Setting, expected
from partwise.navigation.exposure import Shared
from partwise.navigation.targets import IDEALS, UNITS, Ideals, Rel, UnitsFrom
from partwise.users.base import Navigation, Normalise

if TYPE_CHECKING:
    from partwise.geometry.view import View


class TreeMeasure(Measure):
    """Base of the family.

    Subclasses add ``rel`` where relevance can be chosen, after these parameters.
    """

    normalise: Normalise | None = param(None, choices=("cap", "row", "none"))
    nav: Navigation | None = slot(None, family=Navigation)
    shared: Shared = param("seen", choices=("seen", "nodes", "printed"))
    ideals: Ideals = param("auto", choices=IDEALS)
    units: UnitsFrom | None = param(None, choices=UNITS)
    hits: Hits | None = param(None, choices=("exact", "certain"))

    needs: ClassVar[frozenset[str]] = frozenset({"assessed trees"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    family: ClassVar[str] = "navigation"
    undefined: ClassVar[str] = "no assessed trees"

    def expected(self, view: View, rel: Rel | None = None) -> Expected:
        """Return hits, near misses and misses under this measure's setting."""
        return expected(view, Setting.of(self, rel), self.label())
