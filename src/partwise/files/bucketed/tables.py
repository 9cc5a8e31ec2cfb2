"""Rows of runs, assessments and inventories as Parquet files, and back as they were."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import partial
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from partwise.files.atomic import write_bytes
from partwise.kernels.ragged import groups
from partwise.tables.columns import ABSENT
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.names import EMPTY, Names
from partwise.tables.qrels import Qrels
from partwise.tables.row_lines import RowLines
from partwise.tables.run import KEPT, Run

if TYPE_CHECKING:
    import polars as pl

    from partwise._typing import Ints

Table = TypeVar("Table", Run, Qrels, Inventory)

ROW = "row"
"""Column with the number of the row in its input."""
LINE = "line"
"""Column with the line of the row in its file."""

_TEXTS = ("topic", "doc", "element", "tree", "assessor")
_OF_ELEMENTS = ("last",)
_PLAIN = ("name", "source", "format", "encoding", "missing", "natural", "scale")
_GATHERED = 1 << 16
"""Rows of several parts that are made one frame: a frame costs as much as a thousand rows."""


def frame_of(table: Table, number: Ints | None = None) -> pl.DataFrame:
    """Return a table as a frame; `number` is that of each of its rows in their input."""
    return FramedRows(table, number).of(np.arange(table.doc.size))


class FramedRows:
    """Rows of a table as frames, of which there are many: names are decoded once.

    Parameters
    ----------
    table : Run, Qrels or Inventory
        The table.
    number : ndarray of int64, optional
        Number of each of its rows in their input.
    """

    def __init__(self, table: Table, number: Ints | None = None) -> None:
        self._columns: dict[str, Callable[[Ints], pl.Series]] = {}
        self._by_cells = False
        for field in fields(table):
            value = getattr(table, field.name)
            if isinstance(value, np.ndarray) and value.size == table.doc.size:
                self._add(table, field.name, value)
        for name, cells in getattr(table, "extra", {}).items():
            if not isinstance(table, Run) or name in KEPT:
                self._columns[f"+{name}"] = partial(_extra, cells)
                self._by_cells = True
        if number is not None:
            self._columns[ROW] = partial(_plain, number.astype(np.uint64))
            if table.lines is not None and table.lines.in_one_file:
                self._columns[LINE] = partial(_plain, table.lines.array())

    def _add(self, table: Table, name: str, cells: NDArray[Any]) -> None:
        if name in (*_TEXTS, *_OF_ELEMENTS):
            names = table.elements if name in _OF_ELEMENTS else getattr(table, f"{name}s")
            if len(names):
                self._columns[name] = partial(_decoded, cells, _texts(names))
        else:
            self._columns[name] = partial(_listed if name == "id" else _plain, cells)
            self._by_cells = self._by_cells or name == "id"

    def of(self, rows: Ints) -> pl.DataFrame:
        """Return some rows."""
        import polars as pl

        return pl.DataFrame({name: column(rows) for name, column in self._columns.items()})

    def split(self, part: Ints, parts: int) -> Iterator[tuple[int, pl.DataFrame]]:
        """Yield each part that has rows, and these in their order.

        Parameters
        ----------
        part : ndarray of int64
            The part of each row; -1: it is in none.
        parts : int
            How many there are.
        """
        kind = np.int16 if parts < 1 << 15 else np.int64  # NumPy sorts 16 bits by radix
        order = np.argsort(part.astype(kind), kind="stable")
        edges = np.cumsum(np.bincount(part + 1, minlength=parts + 1))
        # the type of some columns is that of their cells, which no other part may change
        for first, last in groups(edges, 1 if self._by_cells else _GATHERED):
            frame = self.of(order[edges[first] : edges[last]])
            inside = (edges[first : last + 1] - edges[first]).tolist()
            for at, (begin, end) in enumerate(pairwise(inside), first):
                if begin < end:
                    yield at, frame.slice(begin, end - begin)


def _plain(cells: NDArray[Any], rows: Ints) -> pl.Series:
    import polars as pl

    return pl.Series(cells[rows])


def _listed(cells: NDArray[Any], rows: Ints) -> pl.Series:
    import polars as pl

    return pl.Series(cells[rows].tolist(), strict=False)


def _texts(names: Names) -> pl.Series:
    """Return names by their codes; the last stands for none."""
    import polars as pl

    none = pl.Series([None], dtype=pl.String)
    return pl.concat((names.series(), none), rechunk=True)


def _decoded(codes: NDArray[Any], texts: pl.Series, rows: Ints) -> pl.Series:
    some = codes[rows]
    return texts.gather(np.where(some < 0, texts.len() - 1, some).astype(np.uint32))


def _extra(cells: NDArray[Any], rows: Ints) -> pl.Series:
    """Return a further column; cells of several kinds become text."""
    import polars as pl

    listed = cells[rows].tolist()
    kinds = {type(cell) for cell in listed if cell is not None}
    if kinds <= {str} or kinds in ({int}, {float}, {bool}):
        return pl.Series(listed)
    return pl.Series([None if cell is None else str(cell) for cell in listed], dtype=pl.String)


def facts_of(table: Run | Qrels | Inventory) -> dict[str, Any]:
    """Return what is known of a table beside its rows, as JSON can hold it."""
    found = {name: getattr(table, name) for name in _PLAIN if hasattr(table, name)}
    columns = [
        field.name for field in fields(table) if isinstance(getattr(table, field.name), np.ndarray)
    ]
    named = getattr(table, "columns", None)
    extra = [
        name for name in getattr(table, "extra", {}) if not isinstance(table, Run) or name in KEPT
    ]
    return {
        **found,
        "given": columns,
        "extra": extra,
        "columns": None if named is None else dict(named),
    }


def table_of(
    kind: type[Table], frame: pl.DataFrame, facts: Mapping[str, Any], **more: Any
) -> Table:
    """Return the table that a frame holds; its names are coded in the order of the rows."""
    from partwise.tables.column_names import ColumnNames

    known = {field.name for field in fields(kind)}
    columns: dict[str, Any] = {name: facts[name] for name in _PLAIN if name in known}
    if "columns" in known and facts.get("columns") is not None:
        columns["columns"] = ColumnNames(facts["columns"])
    for name in (*_TEXTS, *_OF_ELEMENTS):
        if name in known and name not in _OF_ELEMENTS:
            columns |= _coded(name, frame)
    if "last" in facts["given"]:
        columns |= _with_last(frame)
    size = frame.height
    for name in facts["given"]:
        if name not in columns:
            columns[name] = frame[name].to_numpy() if name in frame.columns else np.empty(0)
            if name == "id":
                columns[name] = np.array(frame[name].to_list(), object)
    if "extra" in known:
        columns["extra"] = {name: _cells(frame, f"+{name}", size) for name in facts["extra"]}
    if LINE in frame.columns:
        columns["lines"] = RowLines(frame[LINE].to_numpy())
    return kind(**columns, **more)


def _coded(name: str, frame: pl.DataFrame) -> dict[str, Any]:
    """Return a column of names as a table takes it."""
    if name not in frame.columns:
        return {f"{name}s": EMPTY, name: np.full(frame.height, ABSENT, np.int32)}
    codes, names = _codes(frame[name])
    return {f"{name}s": names, name: codes}


def _codes(texts: pl.Series) -> tuple[NDArray[np.int32], Names]:
    import polars as pl

    distinct = texts.drop_nulls().unique(maintain_order=True)
    index = pl.DataFrame({"t": distinct, "c": np.arange(distinct.len(), dtype=np.int32)})
    found = pl.DataFrame({"t": texts}).join(index, on="t", how="left", maintain_order="left")
    return found["c"].fill_null(ABSENT).to_numpy().copy(), Names.of_series(distinct)


def _with_last(frame: pl.DataFrame) -> dict[str, Any]:
    """Return first and last elements of ranges under common codes."""
    import polars as pl

    empty = pl.Series([None] * frame.height, dtype=pl.String)
    both = pl.concat([frame[n] if n in frame.columns else empty for n in ("element", "last")])
    codes, names = _codes(both)
    return {"elements": names, "element": codes[: frame.height], "last": codes[frame.height :]}


def _cells(frame: pl.DataFrame, name: str, size: int) -> NDArray[Any]:
    if name not in frame.columns:
        return np.full(size, None, object)
    out = np.empty(size, object)
    out[:] = frame[name].to_list()
    return out


def write_frame(path: Path, frame: pl.DataFrame, **how: Any) -> None:
    """Write a Parquet file that appears whole or not at all."""
    write_bytes(path, packed(frame, **how))


def packed(frame: pl.DataFrame, **how: Any) -> bytes:
    """Return a frame as Parquet."""
    held = BytesIO()
    frame.write_parquet(held, **how)
    return held.getvalue()


def lengths_frame(lengths: Lengths) -> pl.DataFrame:
    """Return lengths of documents as a frame."""
    import polars as pl

    return pl.DataFrame({"doc": lengths.docs.tolist(), "length": lengths.length}).cast(
        {"doc": pl.String}
    )


def lengths_of(frame: pl.DataFrame) -> Lengths:
    """Return the lengths that a frame holds."""
    return Lengths(Names.of_series(frame["doc"]), frame["length"].to_numpy())
