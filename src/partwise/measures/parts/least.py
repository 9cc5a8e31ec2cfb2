"""How much of a span is enough: characters, or a share of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from partwise.language.component import param

EXPECTED = (
    "a whole number of characters of at least 1, "
    "or a share above 0.0 and at most 1.0, written with a decimal point"
)


@dataclass(frozen=True)
class Share:
    """A share that prints with its decimal point, so that 1.0 is never taken for 1."""

    of_one: float

    def __repr__(self) -> str:
        return repr(self.of_one)


Least = int | Share

ONE_CHARACTER = 1
HALF = Share(0.5)


def least(value: Any) -> Least:
    """Check the parameter ``min``: an integer counts characters, a decimal is a share."""
    plain = value.of_one if isinstance(value, Share) else value
    if isinstance(plain, bool) or not isinstance(plain, (int, float)):
        raise ValueError(EXPECTED)  # noqa: TRY004
    if isinstance(plain, float):
        if not 0.0 < plain <= 1.0:
            raise ValueError(EXPECTED)
        return Share(plain)
    if plain < 1:
        raise ValueError(EXPECTED)
    return plain


def exact(value: Least) -> int | Fraction:
    """Return characters as they are, a share as the decimal that was written."""
    return Fraction(repr(value)) if isinstance(value, Share) else value


AT_LENGTH = (
    "How much of a span is enough. Whole number: so many characters, or all of a shorter span. "
    "With a decimal point: this share of the span, so that ``min=1.0`` is the whole span and "
    "``min=1`` one character."
)
"""What the parameter ``min`` means."""


def enough(default: Least, about: str = AT_LENGTH) -> Any:
    """Declare the parameter ``min``."""
    return param(
        default, kind=object, check=least, words=EXPECTED, form="int or float", about=about
    )
