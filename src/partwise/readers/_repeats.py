"""Rows that say again what an earlier row said."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise.readers._columns import Lines
from partwise.readers._problems import Problems
from partwise.tables.columns import Coded


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


def refuse_second_judgements(
    topics: Coded, docs: Coded, lines: Lines, problems: Problems
) -> None:
    """Refuse assessments that judge a document twice for a topic (E18)."""
    rows, first = repeated_pairs(topics.codes, docs.codes)

    def say(at: int) -> str:
        topic = topics.names[topics.codes[rows[at]]]
        doc = docs.names[docs.codes[rows[at]]]
        return f"document {doc} judged twice for topic {topic} (line {lines.of(first[at])})"

    problems.add_lines(lines.of_rows(rows), say)
    problems.refuse()
