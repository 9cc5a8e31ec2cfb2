"""Readers who look around their entry point."""

from __future__ import annotations

import numpy as np

from partwise._typing import Reals
from partwise.errors import UsageError
from partwise.geometry.nodes import Nodes
from partwise.language.component import param, register
from partwise.language.fields import AUTO, Auto
from partwise.users.base import Navigation
from partwise.users.extents import extents


@register()
class Proximity(Navigation):
    r"""The closer the starts of two nodes, the likelier the reader gets from one to the other.

    .. math:: P(x \to y) = \frac{A L}{A L + |start(y) - start(x)|}

    Notes
    -----
    ``EPRUM(nav=Proximity(A=1))`` with one ideal per document at its best entry
    point is the INEX 2006 setting of Best in Context.

    Examples
    --------
    With A = 1 and documents of 1,000 characters on average, an entry point 250
    characters off leads to the best one with 1000 / 1250 = 0.8.

    >>> import partwise as pw
    >>> qrels = pw.Qrels.from_columns(topic=["t"], doc=["x"], start=[500], end=[501])
    >>> run = pw.Run.from_columns(topic=["t"], doc=["x"], start=[250], end=[300])
    >>> measures = ["GR(nav=Proximity(A=1, L=1000))", "GR(nav=Proximity(A=0.1, L=1000))"]
    >>> pw.evaluate(qrels, run, measures).table[0, :, 0].round(4).tolist()
    [0.8, 0.2857]

    References
    ----------
    INEX 2006, Best in Context; Ali, Consens and Lalmas (2012), section 7.3.
    """

    A: float = param(
        1.0, above=0, about="How far readers look; INEX 2006 used .01, .1, 1, 10 and 100."
    )
    L: float | Auto = param(
        AUTO,
        kind=float,
        above=0,
        about=(
            "A typical length. Default: the mean length of the collection's documents, from the "
            "structure or the length table."
        ),
    )

    def chance(self, x: Nodes, y: Nodes) -> Reals:
        """Falls with the distance of the starts."""
        length = self.L or x.space.mean_length()
        if length is None:
            raise UsageError(
                "Proximity needs the mean length of the documents. "
                "Use --structure FILE or --lengths FILE, or use L="
            )
        here, _ = extents(x, "chars", "Proximity")
        there, _ = extents(y, "chars", "Proximity")
        scale = self.A * length
        near: Reals = scale / (scale + np.abs(there - here))
        return near
