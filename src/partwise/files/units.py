"""Units of character offsets."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from partwise.errors import UsageError, quote
from partwise.spelling import spelt

Unit = Literal["codepoint", "utf16", "byte"]
UNITS: tuple[Unit, ...] = get_args(Unit)


def check_unit(unit: Unit | None) -> None:
    """Refuse a unit that there is not."""
    if unit is not None and unit not in UNITS:
        raise UsageError(f"unit must be codepoint, utf16 or byte, not {quote(str(unit))}")


def need_texts(unit: Unit, file: str | None = None) -> None:
    """Refuse a unit that only the texts could turn into code points."""
    if unit != "codepoint":
        place = "" if file is None else f"{file}: "
        hint = "Use --texts T; where run and assessments count the same unit, leave --unit out"
        raise UsageError(f"{place}offsets in {unit} units need the texts. {spelt(hint)}")


def refuse_unit(unit: Unit | None, name: str, offsets: NDArray[np.int64]) -> None:
    """Refuse offsets that count anything but code points; without offsets there is no unit."""
    if unit is not None and (offsets >= 0).any():
        need_texts(unit, name)
