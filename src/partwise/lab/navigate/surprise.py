"""How surprised a model is by steps that readers took, in bits."""

from __future__ import annotations

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.geometry.nodes import Nodes
from partwise.kernels.probability import sums
from partwise.kernels.ragged import range_blocks
from partwise.lab.navigate.places import Steps
from partwise.navigation.transitions import BLOCK, probabilities
from partwise.users.base import Navigation
from partwise.users.links import Listed


def surprise(model: Navigation, steps: Steps, smoothing: float) -> tuple[Reals, Flags]:
    """Surprise of each step, and whether the model leads anywhere from where it starts.

    ``-log2((1 - smoothing) s(x, y) + smoothing / (n - 1))``: `s` are the model's chances out of
    x, made to sum to 1 over the n - 1 other places, or 1 / (n - 1) where they are all 0. Time
    grows with the distinct places that are left, times the places that are offered.
    """
    places = steps.places
    uniform = 1.0 / (len(places) - 1)
    left, which = np.unique(steps.source, return_inverse=True)
    offered = _Offered(model, places)
    total = offered.row_sums(left)[which]
    known = total > 0
    share = np.full(len(steps), uniform)
    own = offered.chances(steps.source, steps.target)
    share[known] = own[known] / total[known]
    return -np.log2((1.0 - smoothing) * share + smoothing * uniform), known


class _Offered:
    """Chances of a model between numbered places."""

    def __init__(self, model: Navigation, places: Nodes) -> None:
        self._model, self._places = model, places
        self._inner = [_Offered(one, places) for one in model.combined]
        self._across: bool = model.across or any(one._across for one in self._inner)
        self._vertex = model.vertices(places) if isinstance(model, Listed) else None

    def row_sums(self, left: Ints) -> Reals:
        """Sum of the chances from some places to all others."""
        if self._vertex is not None and isinstance(self._model, Listed):
            return self._listed_sums(self._model, self._vertex, left)
        doc = self._places.doc
        low, high = np.searchsorted(doc, doc[left]), np.searchsorted(doc, doc[left], "right")
        if self._across:
            low, high = np.zeros_like(low), np.full_like(high, doc.size)
        total = np.zeros(left.size)
        for some, there in range_blocks(low, high, BLOCK):
            other = there != left[some]
            x, y = left[some[other]], there[other]
            total += sums(some[other], self.chances(x, y), total.size)
        return total

    def _listed_sums(self, model: Listed, vertex: Ints, left: Ints) -> Reals:
        """Add up what a file lists: pairs of places that it does not list need no look."""
        graph = model.graph(self._places.space)
        offered = np.bincount(vertex[vertex >= 0], minlength=graph.n)[graph.target]
        offered = offered - (graph.source == graph.target)  # not the place itself
        total = sums(graph.source, graph.chance * offered, graph.n)
        return np.append(total, 0.0)[vertex[left]]

    def chances(self, x: Ints, y: Ints) -> Reals:
        """Chance of each move; 0 between documents where the model is not asked about them."""
        if self._inner:
            return self._model.either([one.chances(x, y) for one in self._inner], "step")
        if self._vertex is not None and isinstance(self._model, Listed):
            graph = self._model.graph(self._places.space)
            return graph.between(self._vertex[x], self._vertex[y])
        found = np.zeros(x.size)
        near = self._places.doc[x] == self._places.doc[y]
        asked = np.arange(x.size) if self._across else np.flatnonzero(near)
        x, y = x[asked], y[asked]
        chance = self._model.chance(self._places.take(x), self._places.take(y))
        found[asked] = probabilities(self._model, chance, self._places, x, y)
        return found
