"""Many systems ``x = P x + b`` at once by iteration, each column on its own.

A column's numbers do not depend on the columns beside it: products and sums run row by row, and
a column that is good enough is frozen while the others go on. So a value is the same to the last
bit whatever else is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints, Reals

if TYPE_CHECKING:
    from scipy.sparse import csr_array

TURNS, STEPS = 6, 60
"""Most turns, each on the true residual, and most steps of a turn."""

FIRST, AFTER = 1e-9, 1e-6
"""By how much the first turn reduces the residual, and those after it."""

Product = Callable[[Reals], Reals]
"""``x - P x`` of the columns with the given numbers."""


class Columns:
    """Solves ``x - P x = b`` for columns of right sides.

    With ``held`` the row of one state is taken out of ``P`` in each column: the walk ends there.
    """

    def __init__(self, matrix: csr_array, held: Ints | None = None) -> None:
        self.matrix, self.held = matrix, held

    def solve(self, b: Reals, enough: Reals) -> tuple[Reals, Reals]:
        """Solutions and the greatest residual of each column.

        A column is done when that is at most its ``enough``, or no longer becomes smaller.
        """
        x, left = np.zeros_like(b), np.abs(b).max(axis=0)
        rest, going = b, np.arange(b.shape[1])
        for turn in range(TURNS):
            going = going[left[going] > enough[going]]
            if not going.size:
                break
            scale = left[going]
            columns = _Turn(self, rest[:, going] / scale, going)
            better = x[:, going] + columns.run(AFTER if turn else FIRST) * scale
            after = b[:, going] - self.moved(better, going)
            size = np.abs(after).max(axis=0)
            closer = size < scale  # false for nan as well
            x[:, going[closer]], left[going[closer]] = better[:, closer], size[closer]
            if turn == 0:
                rest = b.copy()
            rest[:, going[closer]] = after[:, closer]
            going = going[closer & (size < 0.5 * scale)]
        return x, left

    def moved(self, x: Reals, columns: Ints) -> Reals:
        """``x - P x``; ``columns`` says which of the systems they belong to."""
        if x.shape[1] == 1:  # one column alone is summed in another order
            return self.moved(np.repeat(x, 2, axis=1), np.repeat(columns, 2))[:, :1]
        out: Reals = x - self.matrix @ x
        if self.held is not None:
            state, at = self.held[columns], np.arange(columns.size)
            out[state, at] = x[state, at]
        return out


class _Turn:
    """One turn of BiCGSTAB from zero; columns leave the block when they are done."""

    def __init__(self, system: Columns, b: Reals, columns: Ints) -> None:
        self.system, self.columns = system, columns
        self.out = np.zeros_like(b)
        self.at = np.arange(columns.size)
        if columns.size == 1:
            b, self.at, self.columns = (
                np.repeat(b, 2, axis=1),
                np.zeros(2, np.int64),
                columns[[0, 0]],
            )
        self.x, self.shadow = np.zeros_like(b), b
        self.residual, self.direction = b.copy(), b.copy()

    def run(self, tolerance: float) -> Reals:
        with np.errstate(all="ignore"):
            weight = _dots(self.residual, self.shadow)
            aim = weight * tolerance**2
            going = weight > 0
            for _ in range(STEPS):
                if not going.any():
                    break
                if going.sum() <= 0.8 * going.size and going.size > 2:
                    kept = self._keep(going)
                    weight, aim, going = weight[kept], aim[kept], going[kept]
                weight, going = self._step(weight, going)
                going &= _dots(self.residual, self.residual) > aim
        self.out[:, self.at] = self.x
        return self.out

    def _step(self, weight: Reals, going: Flags) -> tuple[Reals, Flags]:
        """Go on in each column; one that has stopped, or breaks down, moves by nothing."""
        v = self.system.moved(self.direction, self.columns)
        alpha = _ratio(weight, _dots(self.shadow, v), going)
        self.residual -= alpha * v
        t = self.system.moved(self.residual, self.columns)
        omega = _ratio(_dots(t, self.residual), _dots(t, t), going)
        self.x += alpha * self.direction
        self.x += omega * self.residual
        self.residual -= omega * t
        after = _dots(self.shadow, self.residual)
        beta = _ratio(after * alpha, weight * omega, going)
        v *= omega
        self.direction -= v
        self.direction *= beta
        self.direction += self.residual
        return after, going & (alpha != 0) & (omega != 0)

    def _keep(self, going: Flags) -> Ints:
        """Write down what is done and go on with the rest, two columns at least."""
        self.out[:, self.at] = self.x
        kept = np.flatnonzero(going)
        kept = np.repeat(kept, 2) if kept.size == 1 else kept
        self.at, self.columns = self.at[kept], self.columns[kept]
        blocks = (self.x, self.shadow, self.residual, self.direction)
        self.x, self.shadow, self.residual, self.direction = (
            np.ascontiguousarray(block[:, kept]) for block in blocks
        )
        return kept


def _dots(a: Reals, b: Reals) -> Reals:
    """Inner product of each pair of columns, added row by row."""
    out: Reals = np.einsum("ij,ij->j", a, b)
    return out


def _ratio(a: Reals, b: Reals, where: Flags) -> Reals:
    ratio = np.where(where, a / b, 0.0)
    return np.where(np.isfinite(ratio), ratio, 0.0)
