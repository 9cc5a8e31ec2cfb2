"""Offsets that count UTF-16 units or bytes, as offsets that count code points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise.files.units import Unit
from partwise.tables.texts import Text

INSIDE = -2
"""Stands for an offset inside a character, or past the end of the text."""
_PIECE = 1 << 19


def code_points(text: Text, offset: NDArray[np.int64], unit: Unit) -> NDArray[np.int64]:
    """Turn offsets into code points; `INSIDE` where an offset falls between two of them.

    Negative offsets (absent ones) stay. O(characters + offsets log characters), and the memory
    of a piece of the text.
    """
    if unit == "codepoint":
        return np.where(offset > len(text), INSIDE, offset)
    found = np.where(offset < 0, offset, INSIDE)
    most, before = int(offset.max(initial=-1)), 0
    for at in range(0, len(text) or 1, _PIECE):
        border = borders(text[at : at + _PIECE], unit) + before
        rows = np.flatnonzero((offset >= before) & (offset <= border[-1]))
        place = np.searchsorted(border, offset[rows])
        found[rows] = np.where(border[place] == offset[rows], at + place, INSIDE)
        before = int(border[-1])
        if before > most:
            break
    return found


def inside_character(offset: int, unit: Unit, doc: str) -> str:
    """Word an offset between two characters, or past the end of the text."""
    return (
        f"offset {offset} in {unit} units is inside a character of document {doc}, or past its end"
    )


def borders(text: str, unit: Unit) -> NDArray[np.int64]:
    """Return where each code point of a text begins in a unit, and where the text ends."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    if unit == "utf16":
        size = 1 + (points > 0xFFFF)
    else:
        size = 1 + (points > 0x7F) + (points > 0x7FF) + (points > 0xFFFF)
    return np.concatenate(([0], np.cumsum(size, dtype=np.int64)))
