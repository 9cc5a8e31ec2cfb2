"""What all measures of cumulated gain of elements have in common."""

from __future__ import annotations

from partwise.errors import ParameterError
from partwise.gains.cumulated_gain import CumulatedGain
from partwise.gains.element_gains import Gain, Setting, cumulated_gain
from partwise.gains.quantisations import Quant, checked
from partwise.geometry.view import View
from partwise.kernels.curves import Interpolation
from partwise.kernels.recall_levels import check_level
from partwise.kernels.trees.capped_gain import Norm
from partwise.kernels.trees.near_misses import Ideal
from partwise.language.component import Measure, param

QUANT = param(None, check=checked)
IDEAL = param("derived", choices=("derived", "full"))


class ElementMeasure(Measure):
    """A measure of a ranking of elements."""

    bounds = (0.0, 1.0)
    needs = frozenset({"elements", "structure"})
    cutoffs = frozenset({int})
    family = "elements"
    undefined = "no relevant element, or none with a value above 0"


class GainMeasure(ElementMeasure):
    """A measure of the gains of a ranking of elements."""

    quant: Quant | None = QUANT
    tolerance: float = param(0.0, low=0, high=1)
    norm: Norm = param("bounded", choices=("bounded", "literal", "none"))
    ideal: Ideal = IDEAL
    gain: Gain | None = param(None, choices=("tree", "text"))

    beyond = "above 1 possible with norm=literal or norm=none"

    @property
    def setting(self) -> Setting:
        """How gains are computed."""
        return Setting(
            self.quant, self.tolerance, self.norm, self.ideal, self.gain, owner=self.label()
        )

    def gains(self, view: View) -> CumulatedGain:
        """Return what the ranks earn under these parameters, shared with other measures."""
        return cumulated_gain(view, self.setting)

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
        """Refuse recall level 0."""
        super().check()
        check_level(self.label(), self.cutoff)
