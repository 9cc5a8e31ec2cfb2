"""Which of several places is meant: by what stands around it, or by where it should be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from partwise._typing import Ints
from partwise.kernels.text.letters import LetterTable
from partwise.tables.texts import Text
from partwise.texts.spans import Span

_MORE = 64
"""Characters read beyond those of a prefix or suffix: blanks and signs cost nothing."""


def decided(
    places: Sequence[Span],
    texts: Sequence[Text],
    table: LetterTable,
    around: tuple[str, str],
    hint: int,
) -> tuple[Span | None, str]:
    """Return the place that is meant and what decided, or nothing.

    Parameters
    ----------
    places : sequence of Span
        At least one, all equally good.
    texts : sequence of Text
        The text of each place's document.
    table : LetterTable
        Looks up letters.
    around : tuple of str
        What stands before and after the quote; may be empty.
    hint : int
        Where it begins, negative where nobody knows.
    """
    if len(places) == 1:
        return places[0], "text"
    left = list(places)
    if any(around):
        pairs = zip(places, texts, strict=True)
        agreeing = [agreement(place, text, table, around) for place, text in pairs]
        most = max(agreeing)
        if most > 0:
            left = [place for place, n in zip(places, agreeing, strict=True) if n == most]
            if len(left) == 1:
                return left[0], "context"
    if hint >= 0:
        away = [abs(place.start - hint) for place in left]
        if away.count(min(away)) == 1:
            return left[away.index(min(away))], "hint"
    return None, ""


def agreement(place: Span, text: Text, table: LetterTable, around: tuple[str, str]) -> int:
    """Count the letters around a place that agree, each way up to the first difference."""
    prefix, suffix = around
    low = max(place.start - 2 * len(prefix) - _MORE, 0)
    before = text[low : place.start]
    after = text[place.end : place.end + 2 * len(suffix) + _MORE]
    return _common(table.of(prefix)[0][::-1], table.of(before)[0][::-1]) + _common(
        table.of(suffix)[0], table.of(after)[0]
    )


def _common(one: Ints, other: Ints) -> int:
    size = min(one.size, other.size)
    differ = np.flatnonzero(one[:size] != other[:size])
    return int(differ[0]) if differ.size else size
