"""Whether chunks of a text are in order and leave nothing out, and where they are if not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from partwise._typing import Flags, Ints
from partwise.texts.place import place
from partwise.texts.rows import QuoteRows
from partwise.texts.verification import How


def broken_order(
    start: Ints, end: Ints, text: str | None, overlap: int | None, *, marks: bool = True
) -> tuple[Flags, Ints]:
    """Return the chunks before which the order breaks (one more for the end of the document).

    Without `marks` only letters and digits count as left out: a place that was found by its
    letters may begin after a ``#`` and end before a ``|``.
    """
    covered = np.maximum.accumulate(end)
    broken = np.zeros(start.size + 1, bool)
    left_out = np.zeros(start.size + 1, np.int64)
    # a splitter may repeat the whole of a short chunk at the start of the next one
    longer = (start[1:] == start[:-1]) & (end[1:] > end[:-1])
    broken[1:-1] = (start[1:] <= start[:-1]) & ~longer
    if overlap is not None:
        broken[1:-1] |= covered[:-1] - start[1:] > overlap
    if text is not None:
        begins = np.concatenate(([0], covered))
        finishes = np.concatenate((start, [len(text)]))
        for at in np.flatnonzero(finishes > begins).tolist():
            gap = text[begins[at] : finishes[at]]
            lost = bool(gap.strip()) if marks else any(map(str.isalnum, gap))
            left_out[at] = len(gap) if lost else 0
        broken |= left_out > 0
    return broken, left_out


def movable(start: Ints, end: Ints, texts: Sequence[str | None], text: str) -> Flags:
    """Return the chunks that could lie elsewhere between their neighbours: at another copy."""
    found = np.zeros(start.size, bool)
    low = np.concatenate(([0], start[:-1])).tolist()
    reach = np.concatenate(([0], end[:-1])).tolist()
    high = np.concatenate((start[1:], [len(text)])).tolist()
    far = np.concatenate((end[1:], [len(text)])).tolist()
    for at, (own, said) in enumerate(zip(start.tolist(), texts, strict=True)):
        if said:
            size = len(said)
            span = max(low[at], reach[at] - size), min(high[at] + size, far[at])
            other = text.find(said, *span)
            other = text.find(said, own + 1, span[1]) if other == own else other
            found[at] = other >= 0
    return found


def proved_places(
    start: Ints, end: Ints, texts: Sequence[str | None], text: str, *, searched: bool = True
) -> tuple[Ints, Ints] | None:
    """Return where the chunks of one splitter call lie; None where their order does not tell.

    Places are proved only if all chunks stand in order and leave nothing out: what a parser
    alters, or a list that is not its whole output, says nothing. Where they were `searched` for,
    and could be elsewhere between their neighbours, the order of all decides too.
    """
    placed = (start >= 0) & (end > start)
    own = None
    if placed.all() and not broken_order(start, end, text, None)[0].any():
        own = start, end
        if not searched or not movable(start, end, texts, text).any():
            return own
    if not all(texts):
        return own
    rows = QuoteRows({"doc": ["text"] * start.size, "text": [*texts]}, start.size)
    how = How(kind="chunks", ordered=True, ellipsis="literal", max_errors=0.0)
    found = [answers[0] for answers in place(rows, {"text": text}, how).answers]
    low, high = (np.array([getattr(a, end) for a in found]) for end in ("start", "end"))
    if (low < 0).any() or broken_order(low, high, text, None)[0].any():
        return own
    return low, high
