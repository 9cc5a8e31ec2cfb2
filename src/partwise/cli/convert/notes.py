"""What is said of a conversion: what was written, and every loss by kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.messages import Note

if TYPE_CHECKING:
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run

_TABLES = frozenset({"tsv", "csv", "jsonl", "parquet"})
_ROW = re.compile(r"(?<=first: )row ([0-9]+)")


def written_notes(
    table: Run | Qrels, lost: Iterable[str], line_of: Callable[[int], int | None]
) -> list[str]:
    """Return notes in words of what was written.

    Parameters
    ----------
    table : Run or Qrels
        What was written, with the notes of its reader.
    lost : iterable of str
        What was left out.
    line_of : callable
        The line of a row in the file that was read, None where it has none.
    """
    losses = list(lost)
    notes = [note for note in table.notes if not _said_otherwise(note)]
    if table.format in _TABLES:
        kept = [name for name in table.extra if name != "run"]
        kept = [n for n in kept if not any(text.startswith(f"column {n} ") for text in losses)]
        if kept:
            notes.append(Note("{columns:column} written", columns=kept))

    def with_line(found: re.Match[str]) -> str:
        line = line_of(int(found[1]))
        return found[0] if line is None else f"line {line}"

    return [_ROW.sub(with_line, note) if _ROW.search(note) else note for note in (*notes, *losses)]


def _said_otherwise(note: str) -> bool:
    """Tell whether a reader's note is on columns that it kept: here they are written or not."""
    return note.startswith("unknown column") and "did you mean" not in note


def with_extents(table: Any, length: np.ndarray[Any, np.dtype[np.int64]]) -> Any:
    """Give whole documents among parts their extent, where it is known.

    In a table with places a row without one would be refused when it is read again.

    Parameters
    ----------
    table : Run or Qrels
        What will be written as one of our tables.
    length : ndarray of int64
        Length of each document, -1 where it is not known.
    """
    placed = (table.start >= 0) | (table.element >= 0) | (table.tree >= 0)
    whole = ~placed
    if hasattr(table, "grade"):
        whole &= np.isnan(table.grade) | (table.grade > 0)
    if not placed.any() or not whole.any():
        return table
    known = np.append(length, -1)[table.doc]
    bare = whole & (known >= 0)
    start, end = np.where(bare, 0, table.start), np.where(bare, known, table.end)
    return replace(table, start=start, end=end)


def about_rows(table: Run | Qrels, target: str, to: str | None) -> list[Note]:
    """Say what of the rows OUT does not show: whole documents, topics answered with nothing."""
    from partwise.files.registry import format_named
    from partwise.files.writing import format_of, unsaid_topics
    from partwise.tables.run import Run

    form = format_of(table, target, to)
    if not format_named(form).is_table:
        return unsaid_topics(table, form) if isinstance(table, Run) else []
    bare = (table.start < 0) & (table.element < 0) & (table.tree < 0)
    if not isinstance(table, Run):
        bare &= ~(table.grade <= 0)
    if bare.all() or not bare.any():  # a table without places says it by itself
        return []
    said = "{n:row} {n:is a whole document|are whole documents}; read the file with "
    return [Note(said + "--missing document", n=int(bare.sum()))]
