"""Bases that measures of several families share: their facts, and parameters declared once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

from partwise.errors import ParameterError
from partwise.language.component import param
from partwise.language.fields import AUTO
from partwise.language.measure import Measure

if TYPE_CHECKING:
    from fractions import Fraction

    from partwise.geometry.parts import Parts
    from partwise.geometry.view import View

Unit = Literal["characters", "tokens"]

BUDGET = param(
    None,
    kind=int,
    low=1,
    without="default: none (no budget)",
    about="Stop reading after this many characters or tokens; the last part is truncated.",
)
LEVELS = param(
    "exact",
    choices=("exact", "floor"),
    about="How recall reaches a level: compared exactly, or rounded down to a level in doubles, "
    "as inex_eval does.",
)
Levels = Literal["exact", "floor"]
UNIT = param("characters", choices=get_args(Unit), about="What the budget counts.")

REL = param(
    None,
    kind=float,
    above=0,
    without="default: none (every grade above 0)",
    about="Lowest grade that counts as relevant.",
)


def quant(about: str) -> Any:
    """Parameter for the value of an element; the default depends on the data."""
    from partwise.gains.quantisations import checked

    return param(AUTO, check=checked, form="str or table", about=about)


def quant_in_full(on_grades: str) -> Any:
    """Parameter for the value of an element, with all choices spelled out."""
    return quant(
        "Value of an element: strict, gen or sog for grades, spec, strict2005, gen2005 or "
        "lifted2005 for shares, or a table ``{(e, s): value}``. Default: "
        f"{on_grades} for grades; gen2005 for shares with e, else spec."
    )


class RankedDocumentsMeasure(Measure):
    r"""A measure of documents in the order in which a run lists them.

    Notes
    -----
    ``@k`` reads the first k documents only; :math:`N_{rel}` stays the topic's own.
    NaN for a topic without relevant documents.
    """

    bounds = (0.0, 1.0)
    cutoffs = frozenset({int})
    counts: ClassVar[str] = "documents"
    undefined = "no relevant document"


class RankedElementsMeasure(Measure):
    """A measure of elements in the order in which a run lists them."""

    bounds = (0.0, 1.0)
    needs = frozenset({"elements", "structure"})
    cutoffs = frozenset({int})
    family = "elements"
    undefined = "no relevant element, or none with a value above 0"


class RankedPartsMeasure(Measure):
    """A measure of parts in the order in which a run lists them."""

    bounds = (0.0, 1.0)
    needs = frozenset({"highlights"})
    cutoffs = frozenset({int})


class RecallLevelMeasure(Measure):
    """A measure of what a list is worth where a recall level is reached."""

    cutoffs = frozenset({float})
    cutoff_required = True

    @property
    def recall_level(self) -> Fraction:
        """Recall level of the cutoff; raise ParameterError without one."""
        from fractions import Fraction

        return self.complete().level or Fraction(0)


class BudgetMeasure(Measure):
    """A measure of the first k parts, or of those that a budget pays for."""

    budget: int | None
    unit: Unit

    def check(self) -> None:
        """Raise if a budget stands beside a cutoff, or a unit without a budget."""
        if self.budget is None and self.unit != "characters":
            raise ParameterError(self.label(), "budget", None, f"given with unit={self.unit}")
        if self.budget is not None and self.cutoff is not None:
            measure = f"{self.label()}(budget={self.budget})"
            message = f"{measure} has no cutoff: the budget decides where reading ends"
            raise ParameterError(self.label(), "cutoff", self.cutoff, "left out", said=message)

    def parts_read(self, view: View) -> Parts:
        """All parts, or those that the budget pays for."""
        if self.budget is None:
            return view.parts
        return view.parts.within(self.budget, self.unit, self.label())
