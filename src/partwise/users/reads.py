"""Readers who see as much of an answer as the part shows."""

from __future__ import annotations

import numpy as np

from partwise._typing import Reals
from partwise.geometry.nodes import Nodes
from partwise.language.component import param, register
from partwise.users.base import Navigation
from partwise.users.extents import UNITS, Unit, extents, shared


@register()
class Reads(Navigation):
    r"""The share of the answer that the part shows.

    .. math:: P(x \to y) = \frac{|x \cap y|}{|y|}

    With ``min``: 1 if that share is at least ``min``, else 0.

    Notes
    -----
    Shares of several parts are no independent chances: two halves make a whole,
    the same half twice does not. GR therefore takes the union of what was
    shown, and PRUM and EPRUM accept ``Reads`` only with ``min``.

    Examples
    --------
    The answer is at 480..520. Chunk 400..500 shows half of it: ``Reads()`` is
    0.5, ``Reads(min=0.5)`` is 1, ``Reads(min=0.6)`` is 0. With 500..600 as well GR is 1.

    >>> import partwise as pw
    >>> qrels = pw.Qrels.from_columns(topic=["t"], doc=["x"], start=[480], end=[520])
    >>> run = pw.Run.from_columns(
    ...     topic=["t"] * 2, doc=["x"] * 2, start=[400, 500], end=[500, 600], rank=[1, 2]
    ... )
    >>> measures = ["GR(nav=Reads)@1", "GR(nav=Reads(min=0.6))@1", "GR(nav=Reads)@2"]
    >>> pw.evaluate(qrels, run, measures).table[0, :, 0].tolist()
    [0.5, 0.0, 1.0]

    """

    min: float | None = param(
        None,
        kind=float,
        above=0,
        high=1,
        without="default: none (no threshold)",
        about="Share from which the answer counts as read.",
    )
    unit: Unit = param("chars", choices=UNITS, about="How lengths are counted.")

    def chance(self, x: Nodes, y: Nodes) -> Reals:
        """Shared length over the length of ``y``."""
        low, high = extents(x, self.unit, "Reads")
        start, end = extents(y, self.unit, "Reads")
        share: Reals = shared(low, high, start, end) / np.maximum(end - start, 1)
        return share if self.min is None else np.where(share >= self.min, 1.0, 0.0)
