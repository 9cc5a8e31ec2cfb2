"""What a reader earns from a ranking of elements, beside what an ideal ranking would earn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from partwise._typing import Reals
from partwise.errors import ParameterError
from partwise.gains.quantisations import Quant, chosen_quant, quant_key
from partwise.kernels.curves import Curves, cumulated, falling
from partwise.kernels.ragged import offsets_from_owners
from partwise.kernels.trees.capped_gain import Norm
from partwise.kernels.trees.forest import unseen_mass
from partwise.kernels.trees.near_misses import Families, Ideal, families, near_miss_gains
from partwise.kernels.trees.residual_value import residual_values
from partwise.language.fields import AUTO, Auto
from partwise.measures.xcg.cumulated_gain import CumulatedGain

if TYPE_CHECKING:
    from partwise.geometry.elements.assessed_forest import AssessedForest
    from partwise.geometry.view import View

Gain = Literal["tree", "text"]


@dataclass(frozen=True)
class Setting:
    """How elements are valued, who reads them, and what the ideal is."""

    quant: Quant | Auto = AUTO
    """Quantisation; AUTO = what fits the assessments."""
    tolerance: float = 0.0
    """0 = what was seen earns nothing, 1 = overlap is ignored."""
    norm: Norm = "bounded"
    """What the results around an ideal element may earn together."""
    ideal: Ideal = "derived"
    """Ideal recall-base."""
    gain: Gain | Auto = AUTO
    """Whether overlap is judged by children or by highlighted characters;
    AUTO = text on highlights with ``quant=spec``, else tree."""
    owner: str = "xCG"
    """The measure that asks, for messages."""


class IdealRanking(NamedTuple):
    """Value of every element of a forest, its ideal elements, and what they earn in order."""

    value: Reals
    related: Families
    curves: Curves


def cumulated_gain(view: View, setting: Setting) -> CumulatedGain:
    """Gains of a run under a setting; computed once per view and setting."""
    known = view.elements
    known.assessed.need(setting.owner, trees=True)
    quant = chosen_quant(view, setting.quant, setting.owner, on_grades="sog")
    gain = _chosen_gain(setting, quant.name, highlighted=known.highlighted)
    text = gain == "text"

    def earn() -> CumulatedGain:
        judged = known.highlighted_forest if text else known.assessed_forest
        ideal = ideal_ranking(view, setting, text=text)
        if text:
            worth = _unseen_share(judged, setting.tolerance)
        else:
            worth = residual_values(
                judged.forest,
                judged.place,
                judged.shown,
                ideal.value,
                judged.size,
                tolerance=setting.tolerance,
                capped=setting.norm == "bounded",
            )
        gains, touches = near_miss_gains(
            ideal.related, judged.place, worth, ideal.value, norm=setting.norm
        )
        run = cumulated(gains, known.offsets)
        bounded = setting.norm == "bounded"
        return CumulatedGain(gains, touches, run, ideal.curves, bounded, view.notes)

    key = (quant_key(setting.quant or quant.name), setting.tolerance, setting.norm, setting.ideal)
    return view.memo(("element gains", *key, gain), earn)


def ideal_ranking(view: View, setting: Setting, *, text: bool = False) -> IdealRanking:
    """Ideal elements of each topic; computed once per view, quantisation and kind of ideal.

    With `text` shares come from highlighted spans even where rows give them.
    """
    known = view.elements
    known.assessed.need(setting.owner, trees=True)
    quant = chosen_quant(view, setting.quant, setting.owner, on_grades="sog")
    from_text = text or known.highlighted

    def find() -> IdealRanking:
        judged = known.highlighted_forest if from_text else known.assessed_forest
        value = quant.values(judged.e, judged.s)
        related = families(judged.forest, value, quant.relevant(judged.e, judged.s), setting.ideal)
        owner = judged.forest.segment[related.ideal]
        offsets = offsets_from_owners(owner, judged.n_topics)
        curves = cumulated(falling(value[related.ideal], offsets), offsets)
        return IdealRanking(value, related, curves)

    key = (quant_key(setting.quant or quant.name), setting.ideal, from_text)
    return view.memo(("ideal elements", *key), find)


def _chosen_gain(setting: Setting, quant: str, *, highlighted: bool) -> Gain:
    if setting.gain == "text" and quant != "spec":
        raise ParameterError(setting.owner, "gain", "text", f"tree with quant={quant}")
    return setting.gain or ("text" if highlighted and quant == "spec" else "tree")


def _unseen_share(judged: AssessedForest, tolerance: float) -> Reals:
    """Highlighted share of each result's element, text shown before counting `tolerance`."""
    fresh = unseen_mass(judged.forest, judged.place, judged.shown, judged.highlighted)
    known = judged.place >= 0
    at = judged.place[known]
    highlighted = judged.highlighted[at]
    earned = highlighted - (1 - tolerance) * (highlighted - fresh[known])
    worth = np.zeros(judged.place.size)
    worth[known] = earned / np.maximum(judged.size[at], 1)
    return worth
