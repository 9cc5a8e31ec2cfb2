"""What all measures of precision at recall levels share: their facts and the recall-base."""

from __future__ import annotations

from typing import Any, get_args

from partwise.gains.quantisations import Quant
from partwise.geometry.view import View
from partwise.language.component import param
from partwise.language.fields import Auto
from partwise.measures._kinds import RankedElementsMeasure, quant_in_full
from partwise.measures.precall.recall_base import RecallBase, Ties, recall_base


def collection(about: str) -> Any:
    """Declare how many elements there are."""
    without = "default: none (levels not reached count 0)"
    return param(None, kind=int, low=1, without=without, about=about)


def ties(about: str) -> Any:
    """Declare how tied results are read."""
    return param("expected", choices=get_args(Ties), about=about)


class RecallLevelMeasure(RankedElementsMeasure):
    """A measure of the elements read until a share of all relevance is found."""

    quant: Quant | Auto = quant_in_full("gen")
    collection: int | None = collection(
        "Number of retrievable elements. With it, everything that was not retrieved is one "
        "last rank; without it a level that the run does not reach is worth 0."
    )

    needs = frozenset({"elements"})
    cutoffs = frozenset()

    def recall_base(self, view: View) -> RecallBase:
        """All assessed elements with their values, overlap included."""
        return recall_base(view, self.quant, self.label())
