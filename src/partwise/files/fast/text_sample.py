"""Texts at the beginning of a chunk run, which the fused path does not read further on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from partwise.files.fast.rows import IrregularError
from partwise.tables.text_lengths import fits

SAMPLED = 256
"""Rows whose texts are looked at: offsets in another unit differ early, or hardly ever."""


def refuse_other_lengths(names: Sequence[str | None], rows: Iterable[Sequence[Any]]) -> None:
    """Leave a run to the ordinary reader, which warns, if a text is not as long as its span.

    Parameters
    ----------
    names : sequence of str or None
        Our names of the cells of a row.
    rows : iterable of sequence
        The first rows; cells that are no offsets are those of a heading, or found later.
    """
    if "text" not in names:
        return
    start, end, text = (names.index(name) for name in ("start", "end", "text"))
    for row in islice(rows, SAMPLED):
        try:
            size = int(row[end]) - int(row[start])
        except (IndexError, OverflowError, TypeError, ValueError):
            continue
        told = row[text] if len(row) > text else None
        if isinstance(told, str) and told and not fits(told, size):
            raise IrregularError
