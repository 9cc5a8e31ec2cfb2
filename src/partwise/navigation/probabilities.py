"""Chances that a model returned, checked to be probabilities."""

from __future__ import annotations

import numpy as np

from partwise._typing import Ints, Reals
from partwise.errors import PartwiseError
from partwise.geometry.nodes import Nodes
from partwise.messages import plural
from partwise.tables.checks import first
from partwise.users.base import Navigation

SLACK = 1e-12
"""How far a chance may lie beyond 0 or 1."""


def probabilities(model: Navigation, found: Reals, nodes: Nodes, x: Ints, y: Ints) -> Reals:
    """Check what a model returned for pairs of nodes (E48); `SLACK` beyond the ends is rounding."""
    name = model.label()
    chance = np.asarray(found)
    if chance.dtype.kind not in "fiub":
        raise PartwiseError(f"{name}: chances must be numbers, not {chance.dtype}")
    if chance.shape != (x.size,):
        n, pairs = plural(chance.size, "chance"), plural(x.size, "pair")
        raise PartwiseError(f"{name} returned {n} for {pairs} of nodes")
    inside = (chance >= 0) & (chance <= 1)
    if inside.all():
        return chance.astype(np.float64, copy=False)
    if (at := first(~((chance >= -SLACK) & (chance <= 1 + SLACK)))) is not None:
        here, there = int(x[at]), int(y[at])
        doc, other = (nodes.space.document(int(nodes.doc[one])) for one in (here, there))
        of = "" if doc == other else f" of document {doc}"
        raise PartwiseError(
            f"{name}: the chance from {_node(nodes, here)}{of} to {_node(nodes, there)} of "
            f"document {other} is {float(chance[at])}, not a probability from 0 to 1"
        )
    return np.clip(chance, 0.0, 1.0)


def _node(nodes: Nodes, at: int) -> str:
    place = nodes.place(at)
    if not place:
        return "the whole"
    return f"{'element' if nodes.is_element[at] else 'passage'} {place}"
