"""Which parts a measure reads: the first k, or what a budget pays for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

from partwise.errors import ParameterError

if TYPE_CHECKING:
    from partwise.geometry.parts import Parts
    from partwise.geometry.view import View

Unit = Literal["characters", "tokens"]
NO_BUDGET = "default: none (no budget)"
UNITS: tuple[Unit, Unit] = ("characters", "tokens")


class Budgeted(Protocol):
    """A measure with the parameters ``budget`` and ``unit``."""

    budget: int | None
    unit: Unit
    cutoff: int | float | None

    @classmethod
    def label(cls) -> str:
        """Name of the measure."""


def check_budget(measure: Budgeted) -> None:
    """Refuse a budget beside a cutoff, and a unit without a budget."""
    if measure.budget is None and measure.unit != "characters":
        raise ParameterError(measure.label(), "budget", None, f"given with unit={measure.unit}")
    if measure.budget is not None and measure.cutoff is not None:
        whole = f"{measure.label()}(budget={measure.budget})"
        said = f"{whole} has no cutoff: the budget decides where reading ends"
        raise ParameterError(measure.label(), "cutoff", measure.cutoff, "left out", said=said)


def parts_read(view: View, measure: Budgeted) -> Parts:
    """All parts, or those that the measure's budget pays for."""
    if measure.budget is None:
        return view.parts
    return view.parts.within(measure.budget, measure.unit, measure.label())
