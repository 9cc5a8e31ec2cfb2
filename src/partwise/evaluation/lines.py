"""From a row of a table to its line in the file, for messages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from partwise.errors import FormatError, FormatErrors, MissingLengthError, PartwiseError, TableError
from partwise.files.parsing.losses import UnwritableError
from partwise.tables.lengths import Inventory
from partwise.tables.part_ids import IDS_HINT
from partwise.tables.problems import RowsError
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

Table = Run | Qrels | Inventory
Place = tuple[str, int | None]


def line_of(table: Table, row: int) -> int | None:
    """Return the line of a row; None where rows have no lines of the file (Parquet, folders)."""
    lines = table.lines
    return lines.of(row) if lines is not None and lines.in_one_file else None


def places_of(table: Table, rows: Sequence[int]) -> list[Place]:
    """Return file and line of rows, those of a folder or archive too; None for no line."""
    if table.lines is not None and table.lines.files:
        return [table.lines.place(row) for row in rows]
    return [(_file(table), line_of(table, row)) for row in rows]


# -- errors ------------------------------------------------------------------------------------


def with_lines(error: RowsError, *tables: Table | None) -> PartwiseError:
    """Return an error that names the lines of its rows; the first table of that file has them."""
    table = next(
        (
            candidate
            for candidate in tables
            if candidate is not None and candidate.source == error.source
        ),
        None,
    )
    if table is None or error.source is None:
        return error
    return error.with_lines([line_of(table, row) for row, _ in error.problems])


def missing_length(error: MissingLengthError, run: Run, qrels: Qrels) -> PartwiseError:
    """Return an error that names the line of a document whose length is missing."""
    in_qrels = error.row is None and error.document in qrels.docs.index
    table = qrels if in_qrels else run
    row = error.row
    if row is None:
        code = table.docs.index.get(error.document)
        if code is None:
            return error
        row = int(np.argmax(table.doc == code))
    if table.source is None:
        return error if in_qrels else MissingLengthError(row, error.document, error.measure)
    hint = (
        error.hint
        if in_qrels or not _may_be_ids(run, qrels)
        else f"U{IDS_HINT[1:]}, else u{error.hint[1:]}"
    )
    return FormatError(table.source, line_of(table, row), error.problem, hint)


def _may_be_ids(run: Run, qrels: Qrels) -> bool:
    """Return True if documents may be chunks: they have no places, and nobody judged any."""
    judged = qrels.docs.index
    return run.holds_documents and not any(doc in judged for doc in run.docs.tolist())


@contextmanager
def lined(table: Run | Qrels) -> Iterator[None]:
    """Turn rows of a table that cannot be converted or written into lines of its file."""
    try:
        yield
    except RowsError as bad:
        raise _placed(table, bad.problems, bad.total) from None
    except TableError as bad:
        hint = bad.hint if isinstance(bad, UnwritableError) else None
        row = _row_of_name(table, bad) if bad.row is None else bad.row
        if row is None:
            raise FormatError(_file(table), None, bad.problem, hint) from None
        raise _placed(table, [(row, bad.problem)], 1, hint) from None


def _file(table: Table) -> str:
    return table.source or getattr(table, "name", "") or "input"


def _row_of_name(table: Run | Qrels, bad: TableError) -> int | None:
    """Return the first row that has the name which cannot be written."""
    columns = {"topic": ("topics", "topic"), "document": ("docs", "doc")}
    columns["path"] = ("elements", "element")
    if not isinstance(bad, UnwritableError) or bad.what not in columns:
        return None
    names, codes = (getattr(table, column) for column in columns[bad.what])
    rows = np.flatnonzero(codes == names.index.get(bad.name, -2))
    return int(rows[0]) if rows.size else None


def _placed(
    table: Run | Qrels, problems: Sequence[tuple[int, str]], total: int, hint: str | None = None
) -> PartwiseError:
    places = places_of(table, [row for row, _ in problems])
    errors = [
        FormatError(
            file,
            line,
            problem if line is not None else f"{_row_words(table, row)}: {problem}",
            hint,
        )
        for (file, line), (row, problem) in zip(places, problems, strict=True)
    ]
    return errors[0] if total == 1 else FormatErrors(errors, total)


def _row_words(table: Run | Qrels, row: int) -> str:
    lines = table.lines
    return f"row {row + 1}" if lines is None or lines.unit == "line" else lines.words(row)
