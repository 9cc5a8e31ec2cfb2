"""What offsets count."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from partwise.errors import UsageError, quote

Unit = Literal["codepoint", "utf16", "byte"]


def check_unit(unit: Unit) -> None:
    """Refuse a unit that there is not."""
    if unit not in ("codepoint", "utf16", "byte"):
        raise UsageError(f"unit must be codepoint, utf16 or byte, not {quote(str(unit))}")


def refuse_unit(unit: Unit, name: str, offsets: NDArray[np.int64]) -> None:
    """Refuse offsets that count anything but code points; without offsets there is no unit."""
    if unit != "codepoint" and (offsets >= 0).any():
        raise UsageError(
            f"{name}: offsets in {unit} units cannot be turned into code points "
            "without the documents. Write them as code points and leave the unit out; "
            "partwise structure --texts writes the texts that they count"
        )
