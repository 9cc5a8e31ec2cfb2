"""Rules of rows: rows without a place, topics without rows, documents said twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from partwise.errors import SHOWN_PROBLEMS, UsageError
from partwise.messages import Note, plural
from partwise.tables.columns import Coded
from partwise.tables.problems import Problems, Said
from partwise.tables.rows import RowLines

Missing = Literal["error", "document", "skip"]
"""Meaning of a row without a place: an error, a whole document, or left out."""


@dataclass(frozen=True)
class TableOptions:
    """Options of the rules of tables.

    Parameters
    ----------
    missing : {'error', 'document', 'skip'}
        What a row without a place is in a table that has places.
    columns : mapping of str to str, optional
        Our names of columns to the table's.
    inventory : Inventory, or mapping of run names to them, optional
        Where parts lie that rows name by an id. Default: ids stand for documents.
    forced : bool
        The user says that the table holds judgements, whatever its columns are.
    """

    missing: Missing = "error"
    columns: Mapping[str, str] | None = None
    inventory: Any = None
    forced: bool = False

    def __post_init__(self) -> None:
        check_missing(self.missing)


def check_missing(missing: str) -> None:
    """Raise UsageError for a word that is none of `Missing`."""
    if missing not in get_args(Missing):
        raise UsageError(f"missing must be error, document or skip, not {missing!r}")


def no_place(count: int) -> str:
    """Word the rows that lie nowhere."""
    return f"no place in a table that has places ({plural(count, 'such row')})"


MISSING_HINT = (
    "Use --missing document to read such rows as whole documents, "
    "or --missing skip to leave them out"
)


def missing_note(count: int, missing: Missing, moved: int = 0) -> Note:
    """Note on rows without a place."""
    subject = "{n:row} without a place "
    if missing == "document":
        return Note(subject + "{n:counts as a whole document|count as whole documents}", n=count)
    if not moved:
        return Note(subject + "left out", n=count)
    return Note(subject + "left out; {moved:part} moved up", n=count, moved=moved)


def moved_up(topic: NDArray[np.int32], keys: Sequence[NDArray[Any]], out: NDArray[np.bool_]) -> int:
    """Count the parts that stand higher when some rows are left out.

    `keys` order the rows of a topic, the most important first; equal ones keep their order.
    """
    order = np.lexsort((*keys[::-1], topic))
    gone, topics = out[order], topic[order]
    before = np.cumsum(gone)
    heads = np.flatnonzero(
        np.concatenate((np.ones(min(1, topics.size), bool), topics[1:] != topics[:-1]))
    )
    sizes = np.diff(heads, append=topics.size)
    earlier: NDArray[np.int64] = np.repeat((before - gone)[heads], sizes)
    return int(np.count_nonzero(~gone & (before > earlier)))


def is_empty(column: NDArray[Any]) -> NDArray[np.bool_]:
    """Empty cells of a column that is kept as it came: bool[n_rows]."""
    if column.dtype.kind == "f":
        absent: NDArray[np.bool_] = np.isnan(column)
        return absent
    if column.dtype.kind in "iub":
        return np.zeros(column.size, bool)
    return np.array([value is None or value == "" for value in column.tolist()], bool)


def twice_answered(topic: str, where: str, *, judged: bool = False) -> str:
    """Word a topic that has parts and is said to have none."""
    state = "judged with nothing relevant" if judged else "answered with nothing"
    return f"topic {topic} is {state} here, but has {'rows' if judged else 'parts'} at {where}"


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
    repeats = np.flatnonzero(~head)
    in_file = np.argsort(order[repeats])
    return order[repeats][in_file], first[repeats][in_file]


def check_judged_once(
    topics: Coded, docs: Coded, lines: RowLines, problems: Problems, hint: str | None = None
) -> None:
    """Raise an error about assessments that judge a document twice for a topic."""
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
