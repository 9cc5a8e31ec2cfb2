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
from partwise.language.fields import AUTO, Auto

IDEAL = param(
    "derived",
    choices=("derived", "full"),
    about="derived: the best element of each path, without overlap. full: all elements with a "
    "value.",
)


class ElementMeasure(Measure):
    """A measure of a ranking of elements."""

    bounds = (0.0, 1.0)
    needs = frozenset({"elements", "structure"})
    cutoffs = frozenset({int})
    family = "elements"
    undefined = "no relevant element, or none with a value above 0"


class GainMeasure(ElementMeasure):
    """A measure of the gains of a ranking of elements."""

    quant: Quant | Auto = param(
        AUTO,
        check=checked,
        form="str or table",
        about="Value of an element: strict, gen or sog for grades, spec, strict2005, gen2005 or "
        "lifted2005 for shares, or a table ``{(e, s): value}``. Default: sog for grades; "
        "gen2005 for shares with e, else spec.",
    )
    tolerance: float = param(
        0.0,
        low=0,
        high=1,
        about="0 = what was seen before earns nothing, 1 = overlap is ignored.",
    )
    norm: Norm = param(
        "bounded",
        choices=("bounded", "literal", "none"),
        about="bounded: the results around an ideal element never earn more than it. literal: as "
        "printed, elements above ideals are not charged. none: no limit.",
    )
    ideal: Ideal = IDEAL
    gain: Gain | Auto = param(
        AUTO,
        choices=("tree", "text"),
        about="Overlap by children, or by highlighted characters (quant spec). Default: text on "
        "highlights with spec, else tree.",
    )

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
        if self.gain == "text" and self.quant not in (AUTO, "spec"):
            raise ParameterError(self.label(), "gain", self.gain, "tree unless quant is spec")


class EffortMeasure(GainMeasure):
    """A measure that asks how far down a ranking a height is reached."""

    interpolation: Interpolation = param(
        "linear",
        choices=("linear", "inex2005"),
        about="linear between ranks; inex2005 reproduces the paper's Table II.",
    )

    def check(self) -> None:
        """Refuse recall level 0."""
        super().check()
        check_level(self.label(), self.cutoff)
