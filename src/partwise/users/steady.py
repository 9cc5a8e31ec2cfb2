"""Readers after a long walk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints, Reals
from partwise.geometry.nodes import Nodes, Space
from partwise.language.component import param, register, slot
from partwise.language.slots import Nested
from partwise.users.partition import Partition

if TYPE_CHECKING:
    from partwise.tables.structure.table import Structure


@register()
class Steady(Partition):
    r"""Where readers are after many steps, whatever they started from.

    .. math::

        \tilde p(x, y) = \pi(S_y), \qquad
        \pi = \lim_{n \to \infty} u \left(\frac{I + P'}{2}\right)^n, \qquad
        P' = (1 - restart)\, P + restart \cdot u

    with the uniform distribution :math:`u`; partitions that are never left
    step anywhere. The lazy chain has a limit also where the chain itself is
    periodic or falls apart.

    Examples
    --------
    ``Steady(Depth)`` is ``Depth``: its steps do not depend on where one is.

    >>> import partwise as pw
    >>> qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], element=["/article[1]"], grade=[1])
    >>> run = pw.Run.from_columns(topic=["t"], doc=["d"], element=["/article[1]/p[1]"])
    >>> measures = [pw.ENearMisses(nav=nav) for nav in (pw.Depth(), pw.Steady(pw.Depth()))]
    >>> pw.evaluate(qrels, run, measures).table[0, :, 0].round(4).tolist()
    [0.48, 0.48]

    References
    ----------
    Ali, Consens and Lalmas (2012), section 4.2.
    """

    model: Nested[Partition] = slot(
        family=Partition, example="Depth", about="The steps: ``Depth`` or ``Summary``."
    )
    restart: float = param(
        0.0, low=0, high=1, about="Probability of starting again in any partition."
    )

    @property
    def spreads(self) -> bool:
        """Divide among nodes as the model does."""
        return self.model.spreads

    def partitions(self, space: Space, tags: list[str]) -> Ints:
        """Those of the model."""
        return self.model.partitions(space, tags)

    def kinds(self, nodes: Nodes) -> Ints:
        """Tell nodes apart as the model does."""
        return self.model.kinds(nodes)

    def kinds_in(self, space: Space, structure: Structure) -> Ints:
        """Tell the elements of a structure apart as the model does."""
        return self.model.kinds_in(space, structure)

    def matrix(self, space: Space) -> Reals:
        """Return the stationary distribution as every row."""
        limit = stationary(self.model.matrix(space), self.restart)
        return np.tile(limit, (limit.size, 1))

    def from_elsewhere(self, matrix: Reals) -> Reals:
        """Return the same distribution: it does not depend on where the reader is."""
        return matrix[0] if matrix.size else np.zeros(matrix.shape[1])


def stationary(matrix: Reals, restart: float) -> Reals:
    """Limit of the lazy chain started uniformly.

    Sixty squarings are 2^60 steps; renormalised rows keep rounding from growing.
    """
    n = matrix.shape[0]
    if n == 0:
        return np.empty(0)
    total = matrix.sum(axis=1, keepdims=True)
    step = np.where(total > 0, matrix / np.where(total > 0, total, 1.0), 1.0 / n)
    lazy = (np.eye(n) + (1.0 - restart) * step + restart / n) / 2
    for _ in range(60):
        lazy = lazy @ lazy
        lazy /= lazy.sum(axis=1, keepdims=True)
    limit: Reals = lazy.mean(axis=0)
    limit /= limit.sum()
    return limit
