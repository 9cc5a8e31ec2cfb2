"""Runs made from judged elements: the ideal, its reverse, leaves, everything relevant.

References
----------
Kazai and Lalmas (2006), section 6.1.1 and table I.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints, Reals
from partwise.errors import UsageError
from partwise.gains.quantisations import default_quant, other_scale, quantisation
from partwise.kernels.trees import Forest, at_or_above, best_on_paths, find, forest
from partwise.lab.simulate.collection import Collection, Parts


@dataclass(frozen=True, eq=False)
class Valued:
    """Elements of all topics with their values.

    Parameters
    ----------
    forest : Forest
        Judged elements and their ancestors; a segment is a topic.
    value : ndarray of float64
        Quantised value of each.
    relevant : ndarray of bool
        Whether it is relevant.
    quant : str
        The quantisation.
    """

    forest: Forest
    value: Reals
    relevant: NDArray[np.bool_]
    quant: str


def valued(collection: Collection, quant: str | None = None) -> Valued:
    """Return the value of every element that is relevant, or lies above one."""
    known, structure = collection.elements, collection.structure
    if structure is None:
        raise UsageError("runs of elements need the element trees. Use --structure FILE")
    name = quant or default_quant(known.scale, has_e=known.has_e, on_grades="sog")
    chosen = quantisation(name)
    if chosen.scale != known.scale:
        raise other_scale(chosen, known.scale, f"quant={name}", has_e=known.has_e)
    topic, node = known.touched if known.highlighted else (known.elements.topic, known.node)
    within = forest(
        topic, node, parent=structure.parent, depth=structure.depth, last=structure.last
    )
    e, s = np.zeros(within.size), np.zeros(within.size)
    if not known.highlighted:
        at = find(within, known.elements.topic, known.node, len(structure))
        e[at], s[at] = known.elements.e, known.elements.s
    else:
        if known.has_e:
            at = find(within, known.elements.topic, known.node, len(structure))
            e[at[at >= 0]] = known.elements.e[at >= 0]
        size = structure.size[within.node]
        held = known.highlighted_in(within.segment, within.node)
        np.divide(held, size, out=s, where=size > 0)
    return Valued(within, chosen.values(e, s), chosen.relevant(e, s), name)


def ideal_order(found: Valued) -> Ints:
    """Return the ideal elements: best first, equal ones in document order."""
    ideal = best_on_paths(found.forest, found.value, found.relevant)
    return _sorted(found, ideal, -found.value[ideal])


def full_order(found: Valued) -> Ints:
    """Return all elements of value: best first, equal ones in document order."""
    every = np.flatnonzero(found.value > 0)
    return _sorted(found, every, -found.value[every])


def leaf_order(found: Valued) -> Ints:
    """Return the relevant elements without relevant ones inside.

    Best first; of equal ones those of the better ideal element, then document order.
    """
    ideal = best_on_paths(found.forest, found.value, found.relevant)
    holds = np.zeros(found.forest.size, np.bool_)
    for level in reversed(found.forest.levels[1:]):
        inner = level[found.relevant[level] | holds[level]]
        holds[found.forest.parent[inner]] = True
    leaves = np.flatnonzero(found.relevant & ~holds)
    holder = at_or_above(found.forest, ideal)[leaves]
    worth = np.append(found.value[ideal], 0.0)[holder]
    return _sorted(found, leaves, -worth, -found.value[leaves])


def reversed_order(found: Valued, order: Ints) -> Ints:
    """Return the same elements, worst first."""
    back = order[::-1]
    return back[np.argsort(found.forest.segment[back], kind="stable")]


def element_parts(collection: Collection, topic: Ints, node: Ints) -> Parts:
    """Return elements as parts."""
    structure = collection.structure
    if structure is None:
        raise UsageError("runs of elements need the element trees. Use --structure FILE")
    doc = collection.from_structure[structure.doc[node]]
    return Parts(topic, doc, structure.start[node], structure.end[node], node)


def parts_of(collection: Collection, found: Valued, order: Ints) -> Parts:
    """Return elements of the forest as parts."""
    return element_parts(collection, found.forest.segment[order], found.forest.node[order])


def _sorted(found: Valued, at: Ints, *keys: Reals) -> Ints:
    """Sort positions by topic, then by the last key given first, then in document order."""
    return at[np.lexsort((at, *keys, found.forest.segment[at]))]
