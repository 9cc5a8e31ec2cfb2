"""Whether chunks can be what one call of a splitter made: in order, and nothing left out.

Equal text is not proof of a place: splitters that look for a chunk's text may find it elsewhere in
a document that repeats itself. Such places are out of order, or leave gaps.
"""

from __future__ import annotations

import numpy as np

from partwise._typing import Ints
from partwise.adapters._gaps import broken_order
from partwise.adapters._places import Places
from partwise.errors import AdapterError
from partwise.messages import plural
from partwise.tables.texts import Texts


def check_order(
    places: Places, texts: Texts | None, overlap: int | None, *, marks: bool = True
) -> None:
    """Refuse chunks that are not in their splitter's order, or leave out text (E34).

    Per document: starts increase; between two chunks and after the last one there is only white
    space, as far as the texts are known (without `marks` also signs that are no letters or
    digits); neighbours share no more than `overlap` characters.
    """
    for name, rows in by_document(places).items():
        start, end = places.start[rows], places.end[rows]
        text = None if texts is None else texts.get(name)
        broken, left_out = broken_order(start, end, text, overlap, marks=marks)
        n = int(broken.sum())
        if n:
            at = int(np.argmax(broken))
            said = _reason(start, end, at, int(left_out[at]))
            where = f"{plural(n, 'place')}, first at chunk {at + 1} ({said})"
            raise AdapterError(
                places.problems.caller,
                f"the order of the chunks of {name} is broken in {where}",
                (
                    "Use texts=... to place them again"
                    if texts is None
                    else "Use chunks in the splitter's order with their own offsets"
                )
                + ", or ordered=False where the splitter leaves text out (headings), or they are "
                "not all of its chunks",
            )


def by_document(places: Places) -> dict[str, Ints]:
    """Return the rows that have a place, document by document."""
    kept = np.flatnonzero(places.placed & (places.start >= 0) & ~places.problems.out)
    found: dict[str, list[int]] = {}
    for row in kept.tolist():
        found.setdefault(str(places.doc[row]), []).append(row)
    return {name: np.array(rows) for name, rows in found.items()}


def _reason(start: Ints, end: Ints, at: int, left_out: int) -> str:
    if left_out:
        return f"{plural(left_out, 'character')} left out"
    if start[at] <= start[at - 1]:
        return f"it starts at {start[at]}, the one before at {start[at - 1]}"
    shared = int(end[:at].max() - start[at])
    return f"it shares {plural(shared, 'character')} with those before"
