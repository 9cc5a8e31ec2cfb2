"""Offsets that no document can have, and the words for odd results that measures share."""

from __future__ import annotations

import numpy as np

from partwise._typing import Ints
from partwise.errors import TableError
from partwise.messages import Notes

REPEATED = "{n:repeated result} {n:keeps its|keep their} rank but {n:adds|add} nothing"
"""Note on results that a topic lists again."""

SHORT = "no topic returns as much as the budget of {budget}"
"""Note on a budget that decides nothing, as all is read."""

MOST = 2.0**62
"""Characters that fit on one axis of 64 bits."""


def of_every_topic(n: int, total: int) -> dict[str, int]:
    """Return the counts of something that is said only if it holds in all topics."""
    return {"n": n if n == total else 0, "every": total}


def check_total(extent: Ints, what: str) -> None:
    """Refuse extents whose sum leaves 64 bits."""
    if float(extent.sum(dtype=np.float64)) >= MOST:
        row = int(np.argmax(extent))
        raise TableError(None, f"offsets of {what} reach {int(extent[row])}: too far to be counted")


def note_past_end(notes: Notes, noun: str, *, past: int, beyond: int) -> None:
    """Note `past` places that end past the end of their document; `beyond`: that begin there.

    The last chunk of a document may be longer than what is left of it. What begins behind the
    end is no part of that text.
    """
    notes.add(
        f"{{n:{noun}}} {{n:extends|extend}} past the end of {{n:its|their}} document "
        "and {n:was|were} truncated",
        n=past - beyond,
    )
    notes.warn(
        f"{{n:{noun}}} {{n:begins|begin}} past the end of {{n:its|their}} document and "
        "{n:holds|hold} no text. Do offsets count something else, or is it another text?",
        n=beyond,
    )
