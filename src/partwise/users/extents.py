"""Extents of nodes in characters or words, for models that read text in order."""

from __future__ import annotations

from typing import Literal

import numpy as np

from partwise._typing import Ints
from partwise.errors import MissingLengthError, UsageError
from partwise.geometry.nodes import Nodes
from partwise.geometry.resolve.element_names import name_problem
from partwise.spelling import spelt
from partwise.tables.checks import first
from partwise.tables.paths import is_path

Unit = Literal["chars", "words"]

UNITS = ("chars", "words")


def extents(nodes: Nodes, unit: Unit, model: str) -> tuple[Ints, Ints]:
    """Start and end of nodes; errors name the model that needs them."""
    if unit == "words":
        return _words(nodes, model)
    if (at := first(nodes.end < 0)) is not None:
        document = nodes.space.document(int(nodes.doc[at]))
        if nodes.name[at] >= 0:
            element = nodes.space.elements[int(nodes.name[at])]
            if not is_path(element):
                doc, name = int(nodes.doc[at]), int(nodes.name[at])
                raise nodes.space.at_element(doc, name, name_problem(element))
            problem = f"{model} needs to know where element {element} of document {document} is"
            raise nodes.space.at_node(nodes, at, f"{problem}. {spelt('Use --structure FILE')}")
        raise MissingLengthError(None, document, model)
    return nodes.start, nodes.end


def _words(nodes: Nodes, model: str) -> tuple[Ints, Ints]:
    structure = nodes.space.structure
    if structure is None or structure.wstart is None or structure.wend is None:
        raise UsageError(
            f"{model} counts words, and there is no structure with word positions. "
            "Use --structure FILE with the columns wstart and wend, or use unit=chars"
        )
    if (at := first(nodes.row < 0)) is not None:
        document = nodes.space.document(int(nodes.doc[at]))
        place = f"{nodes.start[at]}..{nodes.end[at]} of document {document}"
        problem = f"{model} counts words, and the passage {place} is no element. Use unit=chars"
        raise nodes.space.at_node(nodes, at, problem)
    return structure.wstart[nodes.row], structure.wend[nodes.row]


def shared(low: Ints, high: Ints, other_low: Ints, other_high: Ints) -> Ints:
    """Characters (or words) that two spans share."""
    both: Ints = np.maximum(np.minimum(high, other_high) - np.maximum(low, other_low), 0)
    return both
