"""Quotes against windows of the texts: least distance, and where the match begins and ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.kernels.text.edits import end_costs
from partwise.texts.normalise import Shelf

Codes = NDArray[Any]


def aligned(
    quotes: Sequence[Codes], low: Ints, high: Ints, limit: Ints, shelf: Shelf
) -> tuple[Ints, Ints, Ints, Ints]:
    """Return pair, start, end and errors of the best places of quotes in windows.

    Parameters
    ----------
    quotes : sequence of arrays
        The letters of each pair's quote.
    low, high : arrays
        Each pair's window in the row of the texts, inside one document.
    limit : array
        Most errors of each pair.
    shelf : Shelf
        The texts.
    """
    windows = [shelf.codes(a, b) for a, b in zip(low.tolist(), high.tolist(), strict=True)]
    pair, end, errors = _ends(quotes, end_costs(quotes, windows), low, limit, shelf)
    backwards, before = [], []
    for which, stop, wrong in zip(pair.tolist(), end.tolist(), errors.tolist(), strict=True):
        quote, window = quotes[which], windows[which]
        backwards.append(quote[::-1])
        last = stop - int(low[which])
        before.append(window[max(last - quote.size - wrong, 0) : last][::-1])
    costs = end_costs(backwards, before, anchored=True)
    start = np.empty(pair.size, np.int64)
    for at, wrong in enumerate(errors.tolist()):
        begins = end[at] - np.flatnonzero(costs[at] == wrong)
        quote = quotes[int(pair[at])]
        start[at] = _best(begins, begins, shelf, int(quote[0]), int(low[pair[at]]), sign=-1)
    return pair, start, end, errors


def _ends(
    quotes: Sequence[Codes], costs: Sequence[Ints], low: Ints, limit: Ints, shelf: Shelf
) -> tuple[Ints, Ints, Ints]:
    """Choose the ends; those more than half a quote apart are different places."""
    found: list[tuple[int, int, int]] = []
    for pair, (quote, cost) in enumerate(zip(quotes, costs, strict=True)):
        least = int(cost.min())
        if least > limit[pair]:
            continue
        ends = np.flatnonzero(cost == least) + low[pair]
        for some in np.split(ends, np.flatnonzero(np.diff(ends) > quote.size / 2) + 1):
            last = _best(some, some - 1, shelf, int(quote[-1]), int(low[pair]), sign=1)
            found.append((pair, last, least))
    columns = np.array(found, np.int64).reshape(-1, 3).T
    return columns[0], columns[1], columns[2]


def _best(places: Ints, letters: Ints, shelf: Shelf, wanted: int, low: int, *, sign: int) -> int:
    """Prefer a place at an edge, then one beside the wanted letter, then the outermost."""
    if places.size == 1:
        return int(places[0])
    edge = shelf.edge(places)
    inside = letters >= low
    same = np.zeros(places.size, bool)
    codes = shelf.codes(int(letters.min().clip(low)), int(letters.max()) + 1)
    at = letters[inside] - max(int(letters.min()), low)
    same[inside] = codes[at] == wanted
    order = np.lexsort((sign * places, same, edge))
    return int(places[order[-1]])
