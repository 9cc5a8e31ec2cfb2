"""Numbers and sentences of the page: pieces of text, some of them runs, some that stand out."""

from __future__ import annotations

from dataclasses import dataclass

from partwise.statistics.comparisons import CORRECTION_LABELS

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Piece:
    """A piece of a sentence."""

    text: str
    """Its words."""
    kind: str = "text"
    """``text``, ``strong``, ``code`` or ``run``."""
    run: int = -1
    """Which run it names."""


Sentence = list[Piece]


def sentence(*pieces: str | Piece) -> Sentence:
    """Join pieces; plain text needs no wrapping."""
    return [Piece(piece) if isinstance(piece, str) else piece for piece in pieces]


def plain(pieces: Sentence) -> str:
    """Return a sentence as text."""
    return "".join(piece.text for piece in pieces)


def signed(number: float, digits: str) -> str:
    """Write a number with its sign, a real minus sign for less than 0."""
    text = f"{abs(number):{digits}}"
    zero = not text.strip("0.")
    return f"{'' if zero else '+' if number > 0 else MINUS}{text}"


def percent(share: float) -> str:
    """Write a share: ``84.4 %``."""
    return f"{100 * share:.1f} %"


def value(number: float, *, is_share: bool) -> str:
    """Write a mean: a share in per cent, others with three digits."""
    return percent(number) if is_share else f"{number:.3f}".replace("-", MINUS)


def change(number: float, *, is_share: bool) -> str:
    """Write a difference: points of a share, others with three digits."""
    return signed(100 * number, ".1f") if is_share else signed(number, ".3f")


def two_digits(number: float) -> int:
    """Round to two significant digits."""
    whole = max(1, round(number))
    power = max(0, len(str(whole)) - 2)
    return int(round(whole, -power))


def after(correction: str) -> str:
    """Return which correction a p-value has behind it, to follow the number."""
    label = CORRECTION_LABELS.get(correction)
    return f" after {label}" if label else ", uncorrected"
