"""Readers who do not move."""

from __future__ import annotations

import numpy as np

from partwise._typing import Reals
from partwise.geometry.nodes import Nodes
from partwise.language.component import register
from partwise.users.base import Navigation


@register()
class NoNav(Navigation):
    r"""The reader sees what the list shows and nothing else.

    .. math:: P(x \to y) = 0 \quad (x \ne y)

    PRUM becomes precision at a recall value, AEPRUM average precision, ESRP and
    ESRR precision and recall where no two of the trees involved share a node without being
    equal, with ``shared=printed`` always.

    Examples
    --------
    A run returns ``c d a b``; ``a`` and ``b`` are wanted. The first is found at
    rank 3, the second at rank 4: PRUM(1) = 1/3, PRUM(2) = 2/4.

    >>> import partwise as pw
    >>> qrels = pw.Qrels.from_columns(
    ...     topic=["t"] * 2, doc=["x"] * 2, element=["a", "b"], grade=[1, 1]
    ... )
    >>> run = pw.Run.from_columns(
    ...     topic=["t"] * 4, doc=["x"] * 4, element=["c", "d", "a", "b"], rank=[1, 2, 3, 4]
    ... )
    >>> measures = ["PRUM(r=1, nav=NoNav, elements=9)", "PRUM(r=2, nav=NoNav, elements=9)"]
    >>> pw.evaluate(qrels, run, measures).table[0, :, 0].round(4).tolist()
    [0.3333, 0.5]

    References
    ----------
    Piwowarski, Gallinari and Dupret (2007), appendix B.
    """

    def chance(self, x: Nodes, y: Nodes) -> Reals:
        """0."""
        del y
        return np.zeros(len(x))
