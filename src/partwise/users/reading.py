"""Readers of one document: time to irrelevant text, windows, reading on, proximity."""

from __future__ import annotations

from typing import Literal

import numpy as np

from partwise._typing import Ints, Reals
from partwise.errors import ParameterError, UsageError
from partwise.geometry.nodes import Nodes
from partwise.language.component import param, register
from partwise.language.fields import AUTO, Auto, required
from partwise.users.base import UNITS, IdealText, Navigation, RankedNodes, Unit, extents, shared


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
        """Chance, 1 or 0."""
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

    def _text(self, x: Nodes) -> tuple[IdealText, Ints]:
        """Text of the ideals, and the topic number of each node."""
        if not isinstance(x, RankedNodes) or x.ideals is None:
            expected = "left to PRUM, EPRUM and GR with counts=irrelevant or stop=ideal"
            raise ParameterError("T2I", "nav", self, expected)
        return x.ideals.on_axis(self.unit, "T2I"), x.number


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
        """Chance, 1 or 0."""
        low, high = extents(x, self.unit, "Window")
        start, end = extents(y, self.unit, "Window")
        meets = np.maximum(low - self.before, start) < np.minimum(high + self.after, end)
        return meets.astype(np.float64)


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
        """Chance, falling with the distance of the starts."""
        length = self.L or x.space.mean_length()
        if length is None:
            raise UsageError(
                "Proximity needs the mean length of the documents. "
                "Use --structure FILE or --lengths FILE, or use L="
            )
        source, _ = extents(x, "chars", "Proximity")
        target, _ = extents(y, "chars", "Proximity")
        scale = self.A * length
        near: Reals = scale / (scale + np.abs(target - source))
        return near
