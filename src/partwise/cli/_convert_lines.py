"""Where in its file something stands that cannot be converted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from partwise.errors import FormatError, FormatErrors, PartwiseError, RowsError, TableError
from partwise.files.folders import is_folder
from partwise.files.parsing.columns import Options
from partwise.files.parsing.losses import UnwritableError
from partwise.tables.run import Run

_ARCHIVES = (".zip", ".tar", ".tgz")
_ROW = "\0row"
"""Column that follows the rows of a table while some are left out and some become several."""


@contextmanager
def lined(table: Any, options: dict[str, Any], rows: Any = None) -> Iterator[None]:
    """Turn rows of a table that cannot be converted or written into lines of its file.

    `rows` says which row of the file each row of the table was, where that changed.
    """
    number = np.arange(len(table)) if rows is None else rows
    try:
        yield
    except RowsError as bad:
        problems = [(int(number[row]), said) for row, said in bad.problems]
        raise _located(table, problems, bad.total, options) from None
    except TableError as bad:
        hint = bad.hint if isinstance(bad, UnwritableError) else None
        row = _row_of_name(table, bad) if bad.row is None else bad.row
        if row is None:
            raise FormatError(_file(table), None, bad.problem, hint) from None
        raise _located(table, [(int(number[row]), bad.problem)], 1, options, hint) from None


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


def _located(
    table: Any,
    problems: Sequence[tuple[int, str]],
    total: int,
    options: dict[str, Any],
    hint: str | None = None,
) -> PartwiseError:
    places = _places(table, [row for row, _ in problems], options)
    found = [
        FormatError(file, line, said if line is not None else f"row {row + 1}: {said}", hint)
        for (file, line), (row, said) in zip(places, problems, strict=True)
    ]
    return found[0] if total == 1 else FormatErrors(found, total)


def _places(
    table: Any, rows: list[int], options: dict[str, Any]
) -> Sequence[tuple[str, int | None]]:
    """File and line of each row; None where rows have no line or cannot be read again."""
    file = _file(table)
    if table.source is None:
        return [(file, None) for _ in rows]
    try:
        if is_folder(file) or Path(file).suffix in _ARCHIVES:
            from partwise.files.formats.xrai.folder import places_of_rows

            return places_of_rows(file, rows, Options(lenient=options["lenient"]))
        return [(file, line) for line in _lines(table, rows, options)]
    except PartwiseError:
        return [(file, None) for _ in rows]


def _lines(table: Any, rows: list[int], options: dict[str, Any]) -> list[int | None]:
    from partwise.files.reading import lines_of_rows

    kind: Literal["run", "qrels"] = "run" if isinstance(table, Run) else "qrels"
    given = options[f"format_{kind}"]
    how = {"encoding": options["encoding"], "format": given, "forced": given is not None}
    how |= {"missing": options["missing"], "columns": options["columns"]}
    if kind == "run":
        how["fol"] = options["fol"]
    return lines_of_rows(table.source, rows, kind, **how)


def line_of_row(table: Any, options: dict[str, Any], row: int) -> int | None:
    """Return the line of a row of the table that was read, None where it has none."""
    return _places(table, [row], options)[0][1]


def followed(table: Any) -> Any:
    """Return the table with its rows numbered."""
    return replace(table, extra=table.extra | {_ROW: np.arange(len(table))})


def unfollowed(table: Any) -> tuple[Any, Any]:
    """Return the table without the numbers of its rows, and the numbers."""
    extra = {name: column for name, column in table.extra.items() if name != _ROW}
    return replace(table, extra=extra), table.extra[_ROW]
