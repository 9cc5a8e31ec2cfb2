"""Assessments as X-Rai files, one per pool: an assessor's documents for a topic."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.files.parsing.losses import Loss, UnwritableError, xml_attributes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from partwise.tables.qrels import Qrels

WORDS = "an X-Rai file"
_SIZES = 10**9
"""Greatest size that an element gets when only its share is known."""

Rows = Callable[[int, dict[str, Any]], str]


def pools(qrels: Qrels) -> Iterator[tuple[str, str | None, NDArray[np.int64]]]:
    """Yield topic, pool and rows of each file."""
    key = qrels.topic * np.int64(len(qrels.assessors) + 1) + qrels.assessor
    order = np.argsort(key, kind="stable")
    heads = np.flatnonzero(np.diff(key[order], prepend=key.min(initial=0) - 1))
    for rows in np.split(order, heads[1:]):
        code = int(qrels.assessor[rows[0]])
        pool = None if code < 0 else qrels.assessors[code]
        yield qrels.topics[qrels.topic[rows[0]]], pool, np.sort(rows)


def by_document(qrels: Qrels, rows: NDArray[np.int64]) -> Iterator[tuple[str, list[int]]]:
    """Yield each document of a pool with its rows, in order of first appearance."""
    found: dict[int, list[int]] = {}
    for row in rows.tolist():
        found.setdefault(int(qrels.doc[row]), []).append(row)
    for doc, mine in found.items():
        yield qrels.docs[doc], mine


def attributes(given: dict[str, Any]) -> str:
    """Return attributes, absent ones left out."""
    return xml_attributes(given, WORDS)


def check_places(qrels: Qrels, loss: Loss) -> None:
    """Refuse what no X-Rai file can hold."""
    if not len(qrels):
        raise UnwritableError(None, f"{WORDS} cannot hold assessments without rows")
    loss.never(qrels.tree >= 0, "trees")
    placed = (qrels.start >= 0) | (qrels.element >= 0)
    loss.never(~placed & ~(qrels.grade <= 0), "a whole document that is relevant")
    loss.of_rows(placed & ~np.isnan(qrels.grade), "grades beside e and s")
    loss.of_rows(qrels.length >= 0, "lengths of documents")
    loss.of_topics(qrels)


def _is_whole(text: str | None) -> bool:
    return text is not None and str(text).isascii() and str(text).isdigit()


def sizes_of(share: float, size: str | None, rsize: str | None) -> tuple[int, int]:
    """Return sizes whose ratio is exactly the share, those of the file if they still fit."""
    if _is_whole(size) and _is_whole(rsize):
        whole, part = int(size or 0), int(rsize or 0)
        if (part / whole if whole else 0.0) == share:
            return whole, part
    exact = Fraction(share).limit_denominator(_SIZES)
    if exact.numerator / exact.denominator != share:
        exact = Fraction(share)
    return exact.denominator, exact.numerator
