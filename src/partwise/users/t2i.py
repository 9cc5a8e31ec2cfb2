"""Readers with a tolerance to irrelevance."""

from __future__ import annotations

import numpy as np

from partwise._typing import Reals
from partwise.geometry.nodes import Nodes
from partwise.language.component import param, register
from partwise.language.fields import required
from partwise.users.base import Navigation
from partwise.users.extents import UNITS, Unit, extents


@register()
class T2I(Navigation):
    r"""The reader enters where the part starts and reads on for at most n characters.

    .. math::

        P(x \to y) = 1 \text{ if } 0 \le start(y) - start(x) \le n
        \text{ or } start(y) < start(x) < end(y), \text{ else } 0

    Notes
    -----
    A window: all text between the starts counts, relevant or not (in PRUM's
    sketch of the model only irrelevant text does). Who enters inside ``y`` has
    seen it.

    Examples
    --------
    A chunk starts at 1,000; the answer at 1,250. ``T2I(300)`` gets there,
    ``T2I(200)`` does not, and neither gets to an answer at 900..950.

    >>> import partwise as pw
    >>> qrels = pw.Qrels.from_columns(
    ...     topic=["t"] * 2, doc=["x"] * 2, start=[900, 1250], end=[950, 1300]
    ... )
    >>> run = pw.Run.from_columns(topic=["t"], doc=["x"], start=[1000], end=[1100])
    >>> measures = ["GR(nav=T2I(300))", "GR(nav=T2I(200))"]
    >>> pw.evaluate(qrels, run, measures).table[0, :, 0].tolist()
    [0.5, 0.0]

    References
    ----------
    de Vries, Kazai and Lalmas (2004); Piwowarski, Gallinari and Dupret (2007), section 2.
    """

    n: int = required(kind=int, low=0, example="300", about="How far the reader reads on.")
    unit: Unit = param("chars", choices=UNITS, about="How distance is counted.")

    def chance(self, x: Nodes, y: Nodes) -> Reals:
        """1 or 0."""
        enter, _ = extents(x, self.unit, "T2I")
        low, high = extents(y, self.unit, "T2I")
        ahead = (enter <= low) & (low - enter <= self.n)
        inside = (low < enter) & (enter < high)
        return (ahead | inside).astype(np.float64)
