"""Tables from memory and back: columns, data frames (through narwhals) and nested dictionaries.

`run_from`, `qrels_from`, `lengths_from` and `inventory_from` take columns under any names; the
constructors of the tables call them. Messages count rows from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from partwise.errors import TableError
from partwise.messages import Note
from partwise.tables.building import inventory_of, lengths_of, qrels_of, run_of
from partwise.tables.columns import (
    ABSENT,
    Coded,
    ColumnNames,
    as_column,
    decode,
    encode,
    is_absent,
    plain,
    real_numbers,
    same_size,
    whole_numbers,
)
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.names import Names
from partwise.tables.part_ids import ids_are_documents, noted, with_places
from partwise.tables.problems import MEMORY, Problems
from partwise.tables.qrels import Qrels, Scale, scale_of
from partwise.tables.row_rules import Missing, TableOptions
from partwise.tables.rows import RowLines
from partwise.tables.run import Run
from partwise.tables.schema import KINDS, Naming, What
from partwise.tables.table import Table

if TYPE_CHECKING:
    import polars as pl


_FEW = 1 << 16
"""Names up to which an Enum is small and fast."""


def columns_of(frame: Any) -> dict[str, Any]:
    """Return the columns of any frame as arrays, absent values as None or NaN.

    A lazy frame is collected; a list of dictionaries is a table, one row each.
    """
    import narwhals as nw

    if isinstance(frame, (list, tuple)) and all(isinstance(row, Mapping) for row in frame):
        names = dict.fromkeys(str(name) for row in frame for name in row)
        return {name: [row.get(name) for row in frame] for name in names}
    try:
        wrapped = nw.from_native(frame)
    except TypeError:
        kind = f"{type(frame).__module__}.{type(frame).__qualname__}"
        raise TableError(
            None, f"{kind.removeprefix('builtins.')} is not a pandas, polars or Arrow frame"
        ) from None
    eager = wrapped.collect() if isinstance(wrapped, nw.LazyFrame) else wrapped
    return {str(name): _array(eager[name]) for name in eager.columns}


def _array(series: Any) -> Any:
    import narwhals as nw

    dtype = series.dtype
    if dtype.is_integer() and series.is_null().any():
        # through floats an offset above 2**53 would be rounded
        return np.array(series.to_list(), dtype=object)
    if dtype.is_numeric():
        return series.to_numpy()
    if dtype == nw.String and series.implementation.is_polars():
        return _coded(series.to_native())
    return np.fromiter(series.to_list(), object, len(series))  # a cell may be a list


def _coded(series: pl.Series) -> Coded:
    """Encode a polars column of text without making a Python string per row."""
    import polars as pl

    names = series.drop_nulls().unique(maintain_order=True)
    found = _codes_by_hash(series, names) if names.len() > _FEW else None
    if found is None:
        codes = series.cast(pl.Enum(names)).to_physical().cast(pl.Int32).fill_null(ABSENT)
        found = codes.to_numpy()
    return Coded(found, Names.of_series(names))


def _codes_by_hash(series: pl.Series, names: pl.Series) -> NDArray[np.int32] | None:
    """Return the place of each cell among many names; None where two names have one hash.

    An Enum of a million names takes a hundred megabytes while it is made.
    """
    hashes = names.hash().to_numpy()
    order = np.argsort(hashes).astype(np.int32)
    hashes = hashes[order]
    place = np.searchsorted(hashes, series.hash().to_numpy())
    codes = order[np.minimum(place, order.size - 1, out=place)]
    codes[series.is_null().to_numpy()] = ABSENT
    del hashes, order, place  # what follows needs as much
    filled = series.drop_nulls()
    same = (names.gather(codes[codes != ABSENT]) == filled).all()
    return codes if same else None


def offset_series(values: NDArray[Any]) -> pl.Series:
    """Return numbers as a polars series with -1 as null."""
    import polars as pl

    series = pl.Series(values)
    return pl.select(pl.when(series >= 0).then(series)).to_series()


def kept_series(column: NDArray[Any]) -> pl.Series:
    """Return a column of a user's own; values of several types become text, none is lost."""
    import json

    import polars as pl

    if column.dtype.kind in "iufb":
        return pl.Series(column)
    values = column.tolist()
    try:
        return pl.Series(values)
    except (TypeError, OverflowError, pl.exceptions.PolarsError):
        texts = (
            value if isinstance(value, str) else json.dumps(value, default=str) for value in values
        )
        return pl.Series([None if text == "null" else text for text in texts], dtype=pl.String)


def with_answered(frame: pl.DataFrame, run: Run) -> pl.DataFrame:
    """Append a row for each topic that was answered with nothing: its name, and the run's."""
    import polars as pl

    label = {"run": pl.lit(run.name)} if "run" in frame.columns else {}
    return with_topics(frame, run.answered, **label)


def with_topics(frame: pl.DataFrame, topics: list[str], **more: pl.Expr) -> pl.DataFrame:
    """Append rows of topics and nothing else, but for columns of one value."""
    import polars as pl

    if not topics:
        return frame
    rows = pl.DataFrame({"topic": topics}, schema={"topic": pl.String}).with_columns(**more)
    return pl.concat([frame, rows], how="diagonal")


TopicTable = TypeVar("TopicTable", Run, Qrels)
_RANX = {"q_id", "doc_id", "score"}
"""Columns of the frames of ranx."""


def run_from(
    given: Mapping[str, Any],
    options: TableOptions,
    *,
    name: str | None = None,
    answered: Iterable[str] = (),
) -> Run:
    """Build a run from columns; see `Run.from_columns`."""
    table = memory_table("run", given, options.columns, "topic")
    run = run_of(table, options, name=name, answered=answered)
    return with_places(run, options.inventory, missing=options.missing)


def qrels_from(
    given: Mapping[str, Any],
    options: TableOptions,
    *,
    scale: Scale | None = None,
    judged: Iterable[str] = (),
) -> Qrels:
    """Build assessments from columns; see `Qrels.from_columns`."""
    table = memory_table("qrels", given, options.columns, "topic")
    qrels = qrels_of(table, options, judged=judged, scale=scale)
    notes = tuple(Note.read(note).of("assessments") for note in qrels.notes)
    return with_places(replace(qrels, notes=notes), options.inventory, missing=options.missing)


def lengths_from(given: Mapping[str, Any], columns: ColumnNames | None = None) -> Lengths:
    """Build lengths of documents from columns."""
    return lengths_of(memory_table("lengths", given, columns, "doc", "length"))


def inventory_from(given: Mapping[str, Any], options: TableOptions) -> Inventory:
    """Build an inventory from columns."""
    return inventory_of(memory_table("inventory", given, options.columns, "doc"), options)


def memory_table(
    what: What, given: Mapping[str, Any], columns: Mapping[str, str] | None, *required: str
) -> Table:
    """Return columns that a caller hands over under our names, read and of one length."""
    named, notes = named_columns(what, given, columns, *required)
    if what in ("run", "qrels"):
        need(named, "doc" if "id" not in named else "topic")
    if what in ("lengths", "inventory"):  # other columns are of no use
        named = {n: cells for n, cells in named.items() if n in {*KINDS[what], "id", "text"}}
    if "run" in named and not isinstance(named["run"], Coded):  # it may be called anything
        named["run"] = [None if is_absent(c) else str(c) for c in as_column(named["run"], "run")]
    kinds = {name: KINDS[what].get(name) for name in named}
    wholes = {n: whole_numbers(named[n], n) for n, kind in kinds.items() if kind == "whole"}
    reals = {n: real_numbers(named[n], n) for n, kind in kinds.items() if kind == "real"}
    texts = {
        name: Coded(*encode(named[name], name, optional=name not in required))
        for name, kind in kinds.items()
        if kind == "text"
    }
    extra = {n: plain(named[n], n) for n, kind in kinds.items() if kind is None}
    sized: dict[str, NDArray[Any]] = {n: text.codes for n, text in texts.items()}
    size = same_size(sized | wholes | reals | extra)
    shares = "s" in reals and scale_of(named["s"]) == "share"
    return Table(
        MEMORY,
        None,
        size,
        texts,
        wholes,
        reals,
        extra,
        RowLines(range(size), "row"),
        Problems(MEMORY),
        frozenset({"s"} if shares else ()),
        tuple(notes),
    )


def named_columns(
    what: What, given: Mapping[str, Any], columns: Mapping[str, str] | None, *required: str
) -> tuple[dict[str, Any], list[str]]:
    """Return columns under our names, and what is to be noted of their names."""
    naming = Naming(what, tuple(given), columns)
    names = {name: naming.ours(name) for name in given}
    named = {ours: given[name] for name, ours in names.items() if ours is not None}
    need(named, *required)
    return named, naming.notes


def need(columns: Mapping[str, Any], *required: str) -> None:
    """Raise TableError if a table lacks a column."""
    missing = [name for name in required if name not in columns]
    if not missing:
        return
    import difflib

    names = [str(name) for name in columns]
    own_names = {name for kinds in KINDS.values() for name in kinds}
    free = [name for name in names if name not in own_names] or ["NAME"]
    guess = difflib.get_close_matches(missing[0], free, n=1, cutoff=0.3) or free
    listed = ", ".join(names) or "none"
    raise TableError(
        None,
        f"the frame has no column {' and '.join(missing)} (it has {listed}). "
        f'Use columns={{"{missing[0]}": "{guess[0]}"}}',
    )


def with_grades(columns: dict[str, Any]) -> dict[str, Any]:
    """Read the score of a frame of ranx as the grade, where assessments are wanted.

    Nothing else tells its assessments from its runs: grades are whole numbers.
    """
    if set(columns) != _RANX:
        return columns
    score = np.asarray(columns["score"])
    whole = score.dtype.kind in "iu" or (
        score.dtype.kind == "f" and bool((np.isfinite(score) & (np.trunc(score) == score)).all())
    )
    if not whole:
        return columns
    return {"grade" if name == "score" else name: column for name, column in columns.items()}


# -- nested dictionaries -----------------------------------------------------------------------


def is_list(found: Any) -> bool:
    """Return whether a value is a list, not a dictionary."""
    return isinstance(found, (list, tuple))


def lists_ids(nested: Mapping[Any, Any]) -> bool:
    """Return whether a dictionary is ``{topic: [id, ...]}``; its lists hold nothing but ids."""
    lists = [results for results in nested.values() if is_list(results)]
    names = (str, int, np.integer)
    return bool(lists) and all(
        isinstance(name, names) and not isinstance(name, bool)
        for results in lists
        for name in results
    )


def flat(
    nested: Mapping[Any, Any], what: str, number: str
) -> tuple[list[Any], list[Any], list[Any]]:
    """Return the columns of ``{topic: {document: number}}``; in lists the numbers are ranks."""
    topics: list[Any] = []
    docs: list[Any] = []
    numbers: list[Any] = []
    listed = lists_ids(nested)
    for topic, results in nested.items():
        if not (is_list(results) if listed else isinstance(results, Mapping)) and results != {}:
            kind = type(results).__name__
            problem = (
                f"{what} as a dictionary is {{topic: {{document: {number}}}}} or {{topic: [id]}}"
            )
            raise TableError(None, f"{problem}; topic {topic} has {kind}")
        topics += [topic] * len(results)
        docs += results
        numbers += range(1, len(results) + 1) if listed else results.values()
    return topics, docs, numbers


def with_ids(
    table: TopicTable, nested: Mapping[Any, Any], inventory: Any, missing: Missing
) -> TopicTable:
    """Read names as ids where they are listed, or where an inventory says what they name."""
    listed = lists_ids(nested) and len(table) > 0
    if inventory is None and not listed:
        return table
    ids = np.array(decode(table.doc, table.docs), dtype=object)
    table = replace(table, extra={**table.extra, "id": ids})
    if inventory is None:
        return noted(table, ids_are_documents(len(table)))
    return with_places(table, inventory, missing=missing)
