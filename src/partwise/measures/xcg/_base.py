"""What all measures of cumulated gain of elements have in common."""

from __future__ import annotations

import numpy as np

from partwise._typing import Ints, Reals, Values
from partwise.errors import ParameterError, PartwiseError
from partwise.gains.quantisations import Quant
from partwise.geometry.view import View
from partwise.kernels.curves import Interpolation
from partwise.kernels.recall_levels import check_level
from partwise.kernels.trees.capped_gain import Norm
from partwise.kernels.trees.near_misses import Ideal
from partwise.language.component import param, slot
from partwise.language.fields import AUTO, Auto
from partwise.language.slots import NestedOrNone
from partwise.measures._kinds import RankedElementsMeasure, quant_in_full
from partwise.measures.xcg.cumulated_gain import CumulatedGain
from partwise.measures.xcg.element_gains import Gain, Setting, cumulated_gain
from partwise.measures.xcg.navigated_gain import navigated_gain
from partwise.navigation.walks import check_independent
from partwise.users.base import Navigation

IDEAL = param(
    "derived",
    choices=("derived", "full"),
    about="derived: the best element of each path, without overlap. full: all elements with a "
    "value.",
)


class GainMeasure(RankedElementsMeasure):
    """A measure of the gains of a ranking of elements."""

    quant: Quant | Auto = quant_in_full("sog")
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

    nav: NestedOrNone[Navigation] = slot(
        default=None,
        family=Navigation,
        about="User model: results are worth the ideal elements that readers probably reach from "
        "them. Without one near misses are worth their own value.",
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
        if self.nav is None:
            return cumulated_gain(view, self.setting)
        return navigated_gain(view, self.setting, self.nav, self.depth)

    @property
    def cut(self) -> int | None:
        """The rank at which gains are cut; those of navigating readers know the end of the run."""
        return self.depth if self.nav is None else None

    def exceeds(self) -> bool:
        """Only ``norm=bounded`` keeps results around an ideal element from earning more than it."""
        return self.norm != "bounded"

    def check(self) -> None:
        """Refuse text gain of a quantisation that is not text, and overlap beside navigation."""
        if self.nav is not None:
            check_independent(self.label(), self.nav)
            for name in ("tolerance", "norm", "gain"):
                if name in self.settings():
                    said = f"{self.label()}: {name} says what overlap earns, and nav replaces it"
                    raise ParameterError(
                        self.label(), name, getattr(self, name), "left out with nav", said=said
                    )
        if self.gain == "text" and self.quant not in (AUTO, "spec"):
            raise ParameterError(self.label(), "gain", self.gain, "tree unless quant is spec")


class ShareMeasure(GainMeasure):
    """A measure of the gains down to a rank, as a share of what could be earned."""

    cutoff_required = True

    def values(self, view: View) -> Values:
        gains = self.gains(view)
        return gains.within(self.share(gains))

    def share(self, gains: CumulatedGain) -> Values:
        """Return the share of each topic, rounding included."""
        raise PartwiseError(f"{self.label()} does not define share()")


class FindsMeasure(GainMeasure):
    """A measure that is read at every result that earns something.

    Notes
    -----
    NaN for a topic without an element of value above 0; 0 for an empty run.
    ``@k`` cuts the run at k results first.
    """

    def values(self, view: View) -> Values:
        gains = self.gains(view)
        terms = self.at_finds(gains, np.flatnonzero(gains.earning))
        return gains.mean_over_finds(terms, self.cut)

    def at_finds(self, gains: CumulatedGain, at: Ints) -> Reals:
        """Return the term of each of these results."""
        raise PartwiseError(f"{self.label()} does not define at_finds()")


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
