"""Readers with a tolerance to irrelevance."""

from __future__ import annotations

from typing import Literal

import numpy as np

from partwise._typing import Ints, Reals
from partwise.errors import ParameterError
from partwise.geometry.nodes import Nodes
from partwise.language.component import param, register
from partwise.language.fields import required
from partwise.users.asked import Asked, WantedText
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
    A window: all text between the starts counts, relevant or not. In PRUM's
    sketch of the model only irrelevant text does, and the reader stops at the first
    ideal: ``T2I(300, counts=irrelevant, stop=ideal)``. Both look at the ideals of the
    topic, so only PRUM, EPRUM, GR and their averages take them. Who enters inside ``y``
    has seen it.

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

    Ideals 30..40 and 60..70, n = 25: who enters at 35 gets to both, since only 20 of the
    characters up to 60 are irrelevant; who stops at the first ideal sees that one alone.

    >>> qrels = pw.Qrels.from_columns(topic=["t"] * 2, doc=["x"] * 2, start=[30, 60], end=[40, 70])
    >>> run = pw.Run.from_columns(topic=["t"], doc=["x"], start=[35], end=[36])
    >>> models = ["T2I(25)", "T2I(25, stop=ideal)", "T2I(20, counts=irrelevant)", "T2I(20)"]
    >>> values = pw.evaluate(qrels, run, [f"GR(nav={model})" for model in models])
    >>> values.table[0, :, 0].tolist()
    [1.0, 0.5, 1.0, 0.5]

    References
    ----------
    de Vries, Kazai and Lalmas (2004); Piwowarski, Gallinari and Dupret (2007), section 2.2.
    """

    n: int = required(kind=int, low=0, example="300", about="How far the reader reads on.")
    counts: Literal["all", "irrelevant"] = param(
        "all",
        choices=("all", "irrelevant"),
        about="What the reader tolerates n of: any text, or text of no ideal of the topic.",
    )
    stop: Literal["never", "ideal"] = param(
        "never",
        choices=("never", "ideal"),
        about="Whether the reader stops where the first ideal is met.",
    )
    unit: Unit = param("chars", choices=UNITS, about="How distance is counted.")

    @property
    def needs_ideals(self) -> bool:
        """Irrelevant text is what no ideal covers, and the first ideal is one of them."""
        return self.counts == "irrelevant" or self.stop == "ideal"

    def chance(self, x: Nodes, y: Nodes) -> Reals:
        """1 or 0."""
        enter, _ = extents(x, self.unit, "T2I")
        low, high = extents(y, self.unit, "T2I")
        inside = (low < enter) & (enter < high)
        met = np.where(inside, enter, low)
        cost = met - enter
        reached = met >= enter
        if self.needs_ideals:
            text, topic = self._text(x)
            if self.counts == "irrelevant":
                cost = cost - np.where(reached, text.covered(topic, x.doc, enter, met), 0)
            if self.stop == "ideal":
                reached &= met == text.first_met(topic, x.doc, enter)
        return (reached & (cost <= self.n)).astype(np.float64)

    def _text(self, x: Nodes) -> tuple[WantedText, Ints]:
        """Ideals, and the topics that ask."""
        if not isinstance(x, Asked) or x.wanted is None:
            expected = "left to PRUM, EPRUM and GR with counts=irrelevant or stop=ideal"
            raise ParameterError("T2I", "nav", self, expected)
        return x.wanted.on_axis(self.unit, "T2I"), x.number
