"""Ideal elements, derived where the assessors named none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise.errors import UsageError
from partwise.gains.quantisations import default_quant, quantisation
from partwise.kernels.trees.forest import find, forest
from partwise.kernels.trees.ideal import best_on_paths

if TYPE_CHECKING:
    from partwise.navigation.destinations import Destinations
    from partwise.navigation.node_sets import NodeSets


def ideal_elements(among: Destinations, measure: str, *, highlighted: bool) -> NodeSets:
    """Derive the ideal recall-base (XCG): the best element of each relevant path."""
    known = among.assessments.elements
    if among.assessments.structure is None:
        how = "ideals=elements" if highlighted else "assessments with (e, s)"
        raise UsageError(f"{measure}: {how} needs the element trees. Use --structure FILE")
    structure = known.trees.structure
    parent, depth, last = structure.parent, structure.depth, structure.last
    if highlighted:
        topic, node = known.touched
        within = forest(topic, node, parent=parent, depth=depth, last=last)
        size = np.maximum(structure.size[within.node], 1)
        s = known.highlighted_in(within.segment, within.node) / size
        value, relevant = s, s > 0
    else:
        judged = known.elements
        within = forest(judged.topic, known.node, parent=parent, depth=depth, last=last)
        e, s = np.zeros(within.size), np.zeros(within.size)
        at = find(within, judged.topic, known.node, len(structure))
        e[at], s[at] = judged.e, judged.s
        quant = quantisation(default_quant(known.scale, has_e=known.has_e, on_grades="sog"))
        value, relevant = quant.values(e, s), quant.relevant(e, s)
    ideal = best_on_paths(within, value, relevant)
    return among.elements(within.segment[ideal], within.node[ideal], value[ideal])
