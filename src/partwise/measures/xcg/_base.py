"""What all measures of cumulated gain of elements have in common."""

from __future__ import annotations

from typing import ClassVar

from partwise.errors import ParameterError
from partwise.gains.element_gains import Gain, Setting
from partwise.gains.quantisations import Quant, checked
from partwise.kernels.curves import Interpolation
from partwise.kernels.trees.capped_gain import Norm
from partwise.kernels.trees.near_misses import Ideal
from partwise.language.component import Measure, param

BEYOND = "above 1 possible with norm=literal or norm=none"
"""What lifts the ratios of this family above 1."""


class GainMeasure(Measure):
    """A measure of the gains of a ranking of elements.

    Subclasses document these parameters; `setting` hands them to
    `partwise.gains.element_gains.cumulated_gain`.
    """

    quant: Quant | None = param(None, check=checked)
    tolerance: float = param(0.0, low=0, high=1)
    norm: Norm = param("bounded", choices=("bounded", "literal", "none"))
    ideal: Ideal = param("derived", choices=("derived", "full"))
    gain: Gain | None = param(None, choices=("tree", "text"))

    needs: ClassVar[frozenset[str]] = frozenset({"elements", "structure"})
    family: ClassVar[str] = "elements"
    undefined: ClassVar[str] = "no relevant element, or none with a value above 0"

    @property
    def setting(self) -> Setting:
        """How gains are computed."""
        return Setting(
            self.quant, self.tolerance, self.norm, self.ideal, self.gain, owner=self.label()
        )

    def exceeds(self) -> bool:
        """Only ``norm=bounded`` keeps results around an ideal element from earning more than it."""
        return self.norm != "bounded"

    def check(self) -> None:
        """Refuse text gain with a quantisation that is not highlighted text."""
        if self.gain == "text" and self.quant not in (None, "spec"):
            raise ParameterError(self.label(), "gain", self.gain, "tree unless quant is spec")


class EffortMeasure(GainMeasure):
    """A measure that asks how far down a ranking a height is reached."""

    interpolation: Interpolation = param("linear", choices=("linear", "inex2005"))

    def check(self) -> None:
        """Refuse recall level 0, which is reached before the first rank."""
        super().check()
        if isinstance(self.cutoff, float) and not self.cutoff > 0:
            expected = "a recall level above 0.0 and at most 1.0"
            raise ParameterError(self.label(), "cutoff", self.cutoff, expected)
