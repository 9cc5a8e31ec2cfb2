"""Steps and chances between the places that a file names, whatever documents they are in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from partwise._typing import Ints, Reals
from partwise.errors import FormatError
from partwise.kernels.matching import positions
from partwise.kernels.probability.hitting import KEPT, Hitting, Told
from partwise.kernels.probability.noisy_or import sums
from partwise.tables.columns import ABSENT

FEW = 32
"""Goals that are told apart one by one where any of them will do."""

WELL_TOLD = 1e3
"""Greatest condition of the chances between such goals."""


@dataclass(frozen=True, eq=False)
class Graph:
    """Edges with probabilities between the vertices of a file."""

    file: str
    """Where it comes from, for messages."""
    n: int
    """How many vertices there are."""
    source: Ints
    target: Ints
    """Vertices of each edge, each pair once, ascending."""
    chance: Reals
    """Probability of each edge."""
    _hitting: list[Hitting] = field(default_factory=list)

    @classmethod
    def of(cls, file: str, n: int, source: Ints, target: Ints, chance: Reals) -> Graph:
        """Make a graph of edges in any order."""
        order = np.lexsort((target, source))
        return cls(file, n, source[order], target[order], chance[order])

    def equals(self, other: Graph) -> bool:
        """Tell whether another graph has the same edges, wherever it comes from."""
        pairs = zip(
            (self.source, self.target, self.chance),
            (other.source, other.target, other.chance),
            strict=True,
        )
        return self.n == other.n and all(np.array_equal(one, two) for one, two in pairs)

    def between(self, x: Ints, y: Ints) -> Reals:
        """Probability of the edge from each vertex to another, 0 where there is none."""
        n = np.int64(max(self.n, 1))
        asked = np.where((x < 0) | (y < 0), ABSENT, x * n + y)
        return np.append(self.chance, 0.0)[positions(self.source * n + self.target, asked)]

    def out_of(self, x: Ints) -> Reals:
        """Sum of the probabilities of leaving each vertex for another one."""
        moves = self.source != self.target
        total = sums(self.source[moves], self.chance[moves], self.n)
        return np.where(x < 0, 0.0, np.append(total, 0.0)[x])

    def moves(self) -> tuple[Ints, Ints, Reals]:
        """List the steps to other vertices; those of a vertex that exceed 1 are scaled to it."""
        total = np.bincount(self.source, weights=self.chance, minlength=self.n)
        moves = self.source != self.target
        source = self.source[moves]
        return (
            source,
            self.target[moves],
            (self.chance / np.maximum(total, 1.0)[self.source])[moves],
        )

    # -- ever getting there ----------------------------------------------------------------

    def visits(self, x: Ints, y: Ints, told: Told | None = None) -> Reals:
        """Probability of ever coming from each vertex to another, in any number of steps."""
        out = np.zeros(x.size)
        asked = np.flatnonzero((x >= 0) & (y >= 0))
        with self._explained():
            out[asked] = self._chain().between(x[asked], y[asked], told)
        return out

    def visits_any(self, x: Ints, goals: Ints) -> Reals:
        r"""Probability of ever standing on one of some vertices, from each vertex.

        Whoever comes to a goal came to one of them first: with the chances H between goals,
        :math:`h(x, G) = h(x, \cdot)\, a` where :math:`H a = 1`. Where that is too many goals, or
        not well told from each other, all of them are made one.
        """
        with self._explained():
            chain, k = self._chain(), goals.size
            if k <= FEW:
                here, there = np.repeat(goals, k), np.tile(goals, k)
                among = chain.between(here, there).reshape(k, k)
                if np.linalg.cond(among) < WELL_TOLD:
                    share = np.linalg.solve(among, np.ones(k))
                    each = chain.between(np.repeat(x, k), np.tile(goals, x.size)).reshape(-1, k)
                    return np.clip(each @ share, 0.0, 1.0)
            inside = np.zeros(self.n + 1, np.bool_)
            inside[goals] = True
            target = np.where(inside[self.target], self.n, self.target)
            one = Hitting(self.source, target, self.chance, self.n + 1)
            found = one.between(np.where(inside[x], self.n, x), np.full(x.size, self.n))
        return np.where(inside[x], 1.0, found)

    @property
    def at_once(self) -> int:
        """How many goals it can `learn` about at one time without forgetting the first."""
        return max(1, KEPT // (2 * max(self.n, 1)))

    def learn(self, goals: Ints, told: Told | None = None) -> None:
        """Find out at one time about goals of which `visits_any` is asked next."""
        with self._explained():
            self._chain().learn(goals, told)

    def _chain(self) -> Hitting:
        if not self._hitting:
            self._hitting.append(Hitting(self.source, self.target, self.chance, self.n))
        return self._hitting[0]

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except ArithmeticError as error:
            hint = "Use kind=reach and chances of ever getting there"
            raise FormatError(self.file, None, str(error), hint) from None
