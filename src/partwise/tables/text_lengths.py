"""Texts beside spans: where their lengths differ, offsets may count something else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.messages import Note, plural
from partwise.spelling import spelt
from partwise.tables.missing import is_empty
from partwise.tables.schema import LOCATED

OTHER_LENGTHS = (
    "{n:text} {n:is|are} not as long as {n:its span|their spans} (first: {first}): {hint}"
)
"""Warning on texts that are not as long as their spans; texts of documents settle it."""

_Size = Callable[[str], int]
_UNITS: dict[str, tuple[str, _Size]] = {
    "utf16": ("UTF-16 units", lambda text: len(text.encode("utf-16-le", "surrogatepass")) // 2),
    "byte": ("UTF-8 bytes", lambda text: len(text.encode("utf-8", "surrogatepass"))),
}


def fits(text: str, size: int, count: _Size = len) -> bool:
    """Tell whether a span is as long as its text, with or without white space at the ends."""
    return count(text) == size or count(text.strip()) <= size < count(text)


def other_lengths(
    extra: Mapping[str, NDArray[Any]], start: Ints, end: Ints, place: Callable[[int], str]
) -> list[Note]:
    """Warn of texts that are not as long as the spans beside them.

    Parameters
    ----------
    extra : mapping of str to ndarray
        Columns, perhaps ``text`` among them.
    start, end : ndarray of int64
        Spans, -1 where there is none.
    place : callable
        Names a row.
    """
    column = extra.get("text")
    if column is None:
        return []
    there = np.array([isinstance(text, str) and text != "" for text in column.tolist()], bool)
    told = np.flatnonzero((start >= 0) & (end >= 0) & there & ~_is_placed(extra))
    texts: list[str] = column[told].tolist()
    size = (end - start)[told]
    unlike = np.flatnonzero(np.fromiter(map(len, texts), np.int64, len(texts)) != size).tolist()
    wrong = [at for at in unlike if not fits(texts[at], int(size[at]))]
    if not wrong:
        return []
    one = wrong[0]
    first = f"{place(int(told[one]))}: {plural(len(texts[one]), 'character')} for {size[one]:,}"
    pairs = list(zip(texts, size.tolist(), strict=True))
    hint = spelt(_hint([pairs[at] for at in wrong], pairs))
    return [Note(OTHER_LENGTHS, n=len(wrong), first=first, hint=hint, level="warning")]


def _is_placed(extra: Mapping[str, NDArray[Any]]) -> NDArray[np.bool_] | np.bool_:
    """Rows that were placed by their text: it may be written in another way there."""
    if "status" not in extra or len(set(LOCATED) & extra.keys()) == 1:
        return np.False_
    return ~is_empty(extra["status"])


def _hint(wrong: list[tuple[str, int]], pairs: list[tuple[str, int]]) -> str:
    """Name the unit in which all texts are as long as their spans."""
    for unit, (words, count) in _UNITS.items():
        if all(fits(*pair, count) for pair in (*wrong, *pairs)):
            return f"as long in {words}; use --unit {unit} with --texts FILE"
    return "use --texts FILE to check them"
