"""Readers who read the whole part, and maybe a little around it."""

from __future__ import annotations

import numpy as np

from partwise._typing import Reals
from partwise.geometry.nodes import Nodes
from partwise.language.component import param, register
from partwise.users.base import Navigation
from partwise.users.extents import UNITS, Unit, extents


@register()
class Window(Navigation):
    r"""The reader, or the language model, reads the part and sees whatever it meets.

    .. math::

        P(x \to y) = 1 \text{ if } y \text{ meets }
        [start(x) - before, end(x) + after), \text{ else } 0

    Notes
    -----
    The default on passages and chunks. One shared character is enough; use
    ``Reads(min=0.5)`` to ask for half of the answer.

    Examples
    --------
    The answer is at 480..520. A chunk 0..400 misses it; ``Window(after=100)`` sees it from
    there.

    >>> import partwise as pw
    >>> qrels = pw.Qrels.from_columns(topic=["t"], doc=["x"], start=[480], end=[520])
    >>> run = pw.Run.from_columns(topic=["t"], doc=["x"], start=[0], end=[400])
    >>> pw.evaluate(qrels, run, ["GR(nav=Window)", "GR(nav=Window(after=100))"]).table.tolist()
    [[[0.0], [1.0]]]

    """

    before: int = param(0, low=0, about="How much is read around the part.")
    after: int = param(0, low=0, about="How much is read around the part.")
    unit: Unit = param("chars", choices=UNITS, about="How that is counted.")

    def chance(self, x: Nodes, y: Nodes) -> Reals:
        """1 or 0."""
        low, high = extents(x, self.unit, "Window")
        start, end = extents(y, self.unit, "Window")
        meets = np.maximum(low - self.before, start) < np.minimum(high + self.after, end)
        return meets.astype(np.float64)
