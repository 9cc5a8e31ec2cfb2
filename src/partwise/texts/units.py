"""Offsets that count UTF-16 units or bytes, as offsets that count code points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise.files.units import Unit

INSIDE = -2
"""Stands for an offset inside a character, or past the end of the text."""


def code_points(text: str, offset: NDArray[np.int64], unit: Unit) -> NDArray[np.int64]:
    """Turn offsets into code points; `INSIDE` where an offset falls between two of them.

    Negative offsets (absent ones) stay. O(characters + offsets log characters).
    """
    if unit == "codepoint":
        return np.where(offset > len(text), INSIDE, offset)
    border = borders(text, unit)
    found = np.searchsorted(border, offset)
    at = np.minimum(found, border.size - 1)
    return np.where(offset < 0, offset, np.where(border[at] == offset, at, INSIDE))


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
