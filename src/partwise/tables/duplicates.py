"""Rows that say again what an earlier row said."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise.errors import SHOWN_PROBLEMS
from partwise.kernels.ragged import distinct
from partwise.tables.columns import Coded
from partwise.tables.problems import Problems, Said
from partwise.tables.row_lines import RowLines


def repeated_pairs(
    topic: NDArray[np.int32], doc: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows whose topic and document came before, and the rows where they came first."""
    key = topic.astype(np.int64) << 32 | doc
    ordered = np.sort(key)
    if not (ordered[1:] == ordered[:-1]).any():
        return np.empty(0, np.int64), np.empty(0, np.int64)
    del ordered
    order = np.argsort(key, kind="stable")
    key = key[order]
    head = np.concatenate(([True], key[1:] != key[:-1]))
    first = order[np.flatnonzero(head)[np.cumsum(head) - 1]]
    again = np.flatnonzero(~head)
    in_file = np.argsort(order[again])
    return order[again][in_file], first[again][in_file]


def check_judged_once(
    topics: Coded, docs: Coded, lines: RowLines, problems: Problems, hint: str | None = None
) -> None:
    """Raise an error about assessments that judge a document twice for a topic (E18)."""
    rows, first = repeated_pairs(topics.codes, docs.codes)
    named = (topics.codes[rows] >= 0) & (docs.codes[rows] >= 0)  # other rows are refused anyway
    rows, first = rows[named], first[named]

    before = dict(zip(rows[:SHOWN_PROBLEMS].tolist(), first.tolist(), strict=False))

    def say(row: int) -> Said:
        topic, doc = topics.names[topics.codes[row]], docs.names[docs.codes[row]]
        said = f"document {doc} judged twice for topic {topic} (line {lines.of(before[row])})"
        return said if hint is None else (said, hint)

    problems.at_rows(rows, lines, say)
    problems.refuse()


def largest(
    topic: NDArray[np.int32], doc: NDArray[np.int32], grade: NDArray[np.float64]
) -> tuple[NDArray[np.int64] | None, NDArray[np.float64], int]:
    """Take the largest grade of documents judged more than once for a topic.

    Returns the rows that stay (None for all of them), their grades, and how many documents
    were judged more than once.
    """
    rows, first = repeated_pairs(topic, doc)
    if not rows.size:
        return None, grade, 0
    best = grade.copy()
    np.maximum.at(best, first, grade[rows])
    kept = np.delete(np.arange(grade.size), rows)
    return kept, best[kept], distinct(first).size


def check_numbers_agree(
    what: str,
    column: NDArray[np.int64],
    keys: tuple[Coded, ...],
    lines: RowLines,
    problems: Problems,
) -> None:
    """Note rows of one document that give it two different numbers; the first key is it."""
    named = np.all([key.codes >= 0 for key in keys[:2]], axis=0)  # other rows are refused anyway
    rows = np.flatnonzero((column >= 0) & named)
    before = rows[first_of_each([key.codes[rows] for key in keys])]

    def say(row: int) -> str:
        doc = keys[0].names[keys[0].codes[row]]
        earlier = column[before[np.searchsorted(rows, row)]]
        return f"document {doc} has the {what} {earlier} and {column[row]}"

    problems.at_rows(rows[column[rows] != column[before]], lines, say)


def first_of_each(keys: list[NDArray[np.int32]]) -> NDArray[np.int64]:
    """Row where the keys of each row come for the first time."""
    n = keys[0].size
    order = np.lexsort(keys[::-1])
    same = np.ones(max(n - 1, 0), bool)
    for key in keys:
        same &= key[order][1:] == key[order][:-1]
    head = np.concatenate((np.ones(min(1, n), bool), ~same))
    out = np.empty(n, np.int64)
    out[order] = order[np.flatnonzero(head)[np.cumsum(head) - 1]]
    return out
