"""From a row back to its line: the only way back to a file that was read.

Tables keep no lines, as hardly anybody asks for one. Where a row has to be shown to a person, its
file is read again, leniently and in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from partwise.errors import FormatError, FormatErrors, MissingLengthError, PartwiseError, TableError
from partwise.files.dispatch import columns_of, format_of, qrels_reading, run_reading
from partwise.files.parsing.columns import Options
from partwise.files.parsing.losses import UnwritableError
from partwise.files.paths import is_folder, is_pipe
from partwise.files.source import Source
from partwise.tables.lengths import Inventory
from partwise.tables.part_ids import IDS_HINT
from partwise.tables.qrels import Qrels
from partwise.tables.ranked_run import AnyRun, RankedRun
from partwise.tables.row_errors import RowsError
from partwise.tables.run import Run

Table = Run | Qrels | Inventory
Place = tuple[str, int | None]

_UNLIMITED = 1 << 62
"""Bytes of a file that was read before."""

_ARCHIVES = (".zip", ".tar", ".tgz")
_ROW = "\0row"
"""Column that follows the rows of a table while some are left out and some become several."""


def lines_of(table: Table, rows: Sequence[int]) -> list[int | None]:
    """Return the lines of rows by reading the file again.

    None where rows have no lines: Parquet, folders, standard input that is spent.

    Raises
    ------
    PartwiseError
        The file is gone or has changed.
    """
    name = table.source
    if name is None or name == "<stdin>" or is_folder(name) or is_pipe(name):
        return [None] * len(rows)
    number = getattr(table, "extra", {}).get(_ROW)  # the table holds some rows of its file
    if number is not None:
        rows = [int(number[row]) for row in rows]
    reading = _reading(table, name)
    lines = reading.lines
    if "status" in getattr(table, "extra", {}) and len(reading.table) != len(table):
        return [None] * len(rows)  # quotes became several rows, or none
    return [None if lines is None else lines.of(row) for row in rows]


def line_of(table: Table, row: int) -> int | None:
    """Return the line of one row, None also where the file is gone or has changed."""
    try:
        return lines_of(table, [row])[0]
    except (PartwiseError, OSError):
        return None


def places_of(table: Table, rows: Sequence[int]) -> list[Place]:
    """Return file and line of rows, those of a folder or archive too; None for no line."""
    file = _file(table)
    try:
        if table.source is not None and (is_folder(file) or Path(file).suffix in _ARCHIVES):
            from partwise.files.formats.xrai.folder import places_of_rows

            return [*places_of_rows(file, rows, Options(lenient=True))]
        return [(file, line) for line in lines_of(table, rows)]
    except PartwiseError:
        return [(file, None) for _ in rows]


def read_again(run: RankedRun) -> Run | None:
    """Read a ranked run again with the names of all its documents, None where it is gone."""
    name = run.source
    if name is None or name == "<stdin>" or is_pipe(name):
        return None
    try:
        found: Run = _reading(run, name).table
    except PartwiseError:
        return None
    return found


def _reading(table: Any, name: str) -> Any:
    """Read a file as it was read before."""
    if isinstance(table, Inventory):
        source = Source(name, lenient=True, max_bytes=_UNLIMITED)
        return columns_of(source, format_of(source, None, "inventory"), "inventory", None)
    source = Source(name, encoding=table.encoding, lenient=True, max_bytes=_UNLIMITED)
    kind: Literal["run", "qrels"] = "qrels" if isinstance(table, Qrels) else "run"
    found = format_of(source, table.format, kind, table.columns)
    missing: Literal["skip", "document"] = "skip" if table.missing == "skip" else "document"
    options = Options(lenient=True, forced=True, missing=missing, columns=table.columns)
    if kind == "qrels":
        return qrels_reading(source, found, options)
    if found.name == "trec-rag":  # the same rows, as those without a citation were left out or not
        told = table.extra.get("cited")
        options = replace(options, cited=told is not None and None not in told.tolist())
    return run_reading(source, found, options, "score")


# -- errors ------------------------------------------------------------------------------------


def with_lines(error: RowsError, *tables: Table | None) -> PartwiseError:
    """Say in which lines of their file the rows stand; the first table of that file has them."""
    table = next((one for one in tables if one is not None and one.source == error.source), None)
    if table is None or error.source is None:
        return error
    try:
        return error.with_lines(lines_of(table, [row for row, _ in error.problems]))
    except PartwiseError:  # the file is gone or has changed: the rows have to do
        return error


def missing_length(error: MissingLengthError, run: AnyRun, qrels: Qrels) -> PartwiseError:
    """Say where the document stands whose length is missing (E25)."""
    in_qrels = error.row is None and error.document in qrels.docs.index
    table = qrels if in_qrels else run
    if not isinstance(table, Run | Qrels):  # a run that keeps no rows to look for
        return error
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


def _may_be_ids(run: AnyRun, qrels: Qrels) -> bool:
    """Tell whether documents may be chunks: they have no places, and nobody judged any."""
    judged = qrels.docs.index
    return run.holds_documents and not any(doc in judged for doc in run.docs.tolist())


@contextmanager
def lined(table: Run | Qrels, rows: Any = None) -> Iterator[None]:
    """Turn rows of a table that cannot be converted or written into lines of its file.

    `rows` says which row of the file each row of the table was, where that changed.
    """
    number = np.arange(len(table)) if rows is None else rows
    try:
        yield
    except RowsError as bad:
        problems = [(int(number[row]), said) for row, said in bad.problems]
        raise _placed(table, problems, bad.total) from None
    except TableError as bad:
        hint = bad.hint if isinstance(bad, UnwritableError) else None
        at = _row_of_name(table, bad) if bad.row is None else bad.row
        if at is None:
            raise FormatError(_file(table), None, bad.problem, hint) from None
        raise _placed(table, [(int(number[at]), bad.problem)], 1, hint) from None


def followed(table: Any) -> Any:
    """Return the table with its rows numbered."""
    return replace(table, extra=table.extra | {_ROW: np.arange(len(table))})


def unfollowed(table: Any) -> tuple[Any, Any]:
    """Return the table without the numbers of its rows, and the numbers."""
    extra = {name: column for name, column in table.extra.items() if name != _ROW}
    return replace(table, extra=extra), table.extra[_ROW]


def _file(table: Any) -> str:
    return table.source or getattr(table, "name", "") or "input"


def _row_of_name(table: Any, bad: TableError) -> int | None:
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
    found = [
        FormatError(file, line, said if line is not None else f"row {row + 1}: {said}", hint)
        for (file, line), (row, said) in zip(places, problems, strict=True)
    ]
    return found[0] if total == 1 else FormatErrors(found, total)
