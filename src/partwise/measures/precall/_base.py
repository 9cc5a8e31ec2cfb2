"""What all measures of precision at recall levels share: their facts and the recall-base."""

from __future__ import annotations

from partwise.gains.quantisations import Quant, checked
from partwise.gains.recall_base import RecallBase, recall_base
from partwise.geometry.view import View
from partwise.language.component import Measure, param
from partwise.language.fields import AUTO, Auto

NOT_REACHED = "default: none (levels not reached count 0)"


class RecallLevelMeasure(Measure):
    """A measure of the elements read until a share of all relevance is found."""

    quant: Quant | Auto = param(
        AUTO,
        check=checked,
        form="str or table",
        about="Value of an element: strict, gen or sog for grades, spec, strict2005, gen2005 or "
        "lifted2005 for shares, or a table ``{(e, s): value}``. Default: gen for grades; "
        "gen2005 for shares with e, else spec.",
    )
    collection: int | None = param(
        None,
        kind=int,
        low=1,
        without=NOT_REACHED,
        about="Number of retrievable elements. With it, everything that was not retrieved is one "
        "last rank; without it a level that the run does not reach is worth 0.",
    )

    bounds = (0.0, 1.0)
    needs = frozenset({"elements"})
    family = "elements"
    undefined = "no relevant element, or none with a value above 0"

    def recall_base(self, view: View) -> RecallBase:
        """All assessed elements with their values, overlap included."""
        return recall_base(view, self.quant, self.label())
