"""Readers who also get the parts before and after."""

from __future__ import annotations

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import UsageError
from partwise.geometry.nodes import Nodes
from partwise.language.component import param, register
from partwise.users.base import Navigation
from partwise.users.extents import extents


@register()
class Neighbours(Navigation):
    r"""The reader, or the language model, also gets the parts before and after.

    .. math::

        P(x \to y) = 1 \text{ if } y \text{ meets } x, \quad
        p \text{ if it meets one of the parts around } x, \quad \text{else } 0

    Notes
    -----
    Needs the inventory: its parts of the document, in order of start and end,
    are the neighbours. The part itself need not be in it. ``Neighbours(before=0,
    after=1)`` is the next chunk.

    Examples
    --------
    Three chunks of 100 characters, and the answer in the last. From the first it
    is out of sight, unless two neighbours are read as well.

    >>> import partwise as pw
    >>> qrels = pw.Qrels.from_columns(topic=["t"], doc=["x"], start=[250], end=[260])
    >>> run = pw.Run.from_columns(topic=["t"], doc=["x"], start=[0], end=[100])
    >>> chunks = pw.Inventory.from_columns(doc=["x"] * 3, start=[0, 100, 200], end=[100, 200, 300])
    >>> measures = ["GR(nav=Neighbours)", "GR(nav=Neighbours(2, p=0.5))"]
    >>> pw.evaluate(qrels, run, measures, inventory=chunks).table[0, :, 0].tolist()
    [0.0, 0.5]

    """

    n: int = param(1, low=0, about="How many parts are read before, and how many after.")
    before: int | None = param(
        None, kind=int, low=0, without="default: n", about="How many are read before."
    )
    after: int | None = param(
        None, kind=int, low=0, without="default: n", about="How many are read after."
    )
    p: float = param(1.0, low=0, high=1, about="Chance that a neighbour is read at all.")

    def chance(self, x: Nodes, y: Nodes) -> Reals:
        """1, p or 0."""
        low, high = extents(x, "chars", "Neighbours")
        start, end = extents(y, "chars", "Neighbours")
        meets = np.maximum(low, start) < np.minimum(high, end)
        out = np.where(meets, 1.0, 0.0)
        parts = x.space.parts
        if parts is None:
            raise UsageError(
                "Neighbours needs all parts that could have been returned. Use --inventory FILE"
            )
        around = x.space.memo("parts in order", lambda: _Around(parts))
        far = np.flatnonzero(~meets)
        near = around.meet(x.take(far), y.take(far), self._sides())
        out[far[near]] = self.p
        return out

    def _sides(self) -> tuple[int, int]:
        before = self.n if self.before is None else self.before
        return before, self.n if self.after is None else self.after


class _Around:
    """Parts of the inventory in the order of documents, starts and ends."""

    def __init__(self, parts: Nodes) -> None:
        low, high = extents(parts, "chars", "Neighbours")
        order = np.lexsort((high, low, parts.doc))
        self._columns = parts.doc[order], low[order], high[order]
        self._widest = int(np.bincount(parts.doc).max(initial=0))

    def meet(self, x: Nodes, y: Nodes, sides: tuple[int, int]) -> Flags:
        """Whether each ``y`` meets one of the parts around the ``x`` beside it."""
        here = np.isin(self._columns[0], x.doc)
        doc, start, end = parts = [column[here] for column in self._columns]
        found = np.zeros(len(x), np.bool_)
        if not doc.size:
            return found
        first, after = _places(parts, x)
        for n, nearest, step in ((sides[0], first - 1, -1), (sides[1], after, 1)):
            for far in range(min(n, self._widest)):
                at = nearest + step * far
                there = np.clip(at, 0, doc.size - 1)
                same = (at == there) & (doc[there] == x.doc)
                shared = np.maximum(start[there], y.start) < np.minimum(end[there], y.end)
                found |= same & shared
        return found


def _places(parts: list[Ints], x: Nodes) -> tuple[Ints, Ints]:
    """Where the parts that are ``x`` itself begin among sorted ones, and where they end."""
    both = [np.append(*pair) for pair in zip(parts, (x.doc, x.start, x.end), strict=True)]
    order = np.lexsort(both[::-1])
    opens = np.ones(order.size, np.bool_)
    opens[1:] = np.any([np.diff(column[order]) != 0 for column in both], axis=0)
    key = np.empty(order.size, np.int64)
    key[order] = np.cumsum(opens)
    mine, theirs = key[: parts[0].size], key[parts[0].size :]
    return np.searchsorted(mine, theirs), np.searchsorted(mine, theirs, "right")
