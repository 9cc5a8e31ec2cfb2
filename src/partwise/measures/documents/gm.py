"""Geometric mean over topics."""

from __future__ import annotations

from typing import Any, Literal, Self

from partwise._typing import Values
from partwise.errors import ParameterError
from partwise.geometry.view import View
from partwise.language.component import param, register, slot
from partwise.language.measure import Measure
from partwise.language.slots import Nested


@register()
class GM(Measure):
    r"""Geometric mean of a measure over topics; a topic's value is that of the measure.

    .. math:: GM(M) = \exp \left( \frac{1}{|T|} \sum_{t \in T}
        \ln \max(M_t, 0.00001) \right)

    Topics that fare badly weigh more than in the mean. With ``floor=add`` the logarithm is that
    of :math:`M_t + 0.00001`.

    Notes
    -----
    ``GM(AP)@10`` is ``GM(AP@10)``. Comparisons test the logarithms. NaN where the measure is.

    References
    ----------
    Robertson (2006); trec_eval's gm_map; BioASQ's GMAP adds the constant.
    """

    of: Nested[Measure] = slot(family=Measure, about="The measure.", example="AP", kw_only=False)
    floor: Literal["max", "add"] = param(
        "max",
        choices=("max", "add"),
        about="What keeps the logarithm finite: values of at least 0.00001, or 0.00001 added.",
    )

    bounds = (0.0, float("inf"))
    needs = frozenset({"what the measure inside needs"})
    family = "documents"
    question = "How good is the run where no topic may fail?"
    undefined = "as the measure inside"

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        for fact in ("needs", "bounds", "weighs", "undefined", "counts"):
            if hasattr(self.of, fact):
                object.__setattr__(self, fact, getattr(self.of, fact))

    def check(self) -> None:
        """Refuse measures of which no geometric mean can be taken."""
        low = self.of.bounds[0] if self.of.bounds is not None else -1.0
        if self.of.better == "lower" or low < 0:
            wanted = "a measure of at least 0 for which higher is better"
            raise ParameterError(self.label(), "of", self.of, wanted)

    def __matmul__(self, cutoff: float | str) -> Self:
        return self.replace(of=self.of @ cutoff)

    def complete(self) -> Self:
        """Return the measure, or raise ParameterError when the one inside lacks its cutoff."""
        self.of.complete()
        return self

    def values(self, view: View) -> Values:
        return self.of.values(view)

    def empty_value(self) -> float:
        """Value that the measure inside gives to an empty run."""
        return self.of.empty_value()

    def aggregate(self) -> str:
        """Return the geometric mean."""
        return f"geometric mean, floor={self.floor}"
