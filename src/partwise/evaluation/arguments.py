"""Arguments of `evaluate` as tables: objects, dictionaries, frames, files, other libraries'."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

from partwise.errors import FormatError, PartwiseError, UsageError
from partwise.evaluation.checks import check_rules, prepared_qrels
from partwise.evaluation.inventories import by_run
from partwise.evaluation.options import Rules
from partwise.evaluation.run_files import RunFile
from partwise.files.options import Reading
from partwise.files.reading import (
    read_inventory,
    read_lengths,
    read_qrels,
    read_run,
    read_structure,
)
from partwise.files.units import need_texts
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.part_ids import of_run, with_places
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.texts.verification import QuoteReader

if TYPE_CHECKING:
    from partwise.tables.schema import ColumnNames
    from partwise.tables.structure.table import Structure


Table = TypeVar("Table", Run, Qrels)


class Given:
    """Turns arguments into tables; files and frames are read as the caller wants.

    Parameters
    ----------
    reading : Reading
        How files and frames are read.
    rules : Rules
        Task and whole documents: what runs have to be, and what becomes of them.
    quotes : QuoteReader, optional
        Locates quotes of tables that have no offsets.
    """

    def __init__(
        self,
        reading: Reading | None = None,
        rules: Rules | None = None,
        quotes: QuoteReader | None = None,
    ) -> None:
        self.reading = tracking_columns(reading or Reading())
        self.columns: ColumnNames = cast("ColumnNames", self.reading.columns)
        self._rules, self._quotes = rules or Rules(), quotes or QuoteReader()
        self._structure: Structure | None = None
        self.notes: list[str] = []
        frames = {"missing": self.reading.missing, "columns": self.columns}
        self._frame: dict[str, Any] = frames
        self._file = self.reading
        if self._quotes.texts is not None:  # texts tell whether offsets fit their unit
            self._file = replace(self.reading, unit=None)
        self._inventories: dict[str | None, Inventory] | None = None

    @cached_property
    def _questions(self) -> Mapping[str, str] | None:
        """Topic to question, where the user says them."""
        if self.reading.topics_file is None:
            return None
        from partwise.files.topics import as_topic_texts

        return as_topic_texts(self.reading.topics_file, self.reading.encoding).text

    def inventories(self, given: Any) -> dict[str | None, Inventory] | None:
        """Return inventories by the name of the run (None: of all others), and look ids up there.

        What is read afterwards gets the places of the parts that it names by their id.
        """
        tables = by_run(given)
        keys = {run: t if isinstance(t, str) else id(t) for run, t in tables.items()}
        read = {key: self.inventory(tables[run]) for run, key in keys.items()}
        self._inventories = {run: read[key] for run, key in keys.items()} or None
        return self._inventories

    def _placed(self, table: Table) -> Table:
        """Give rows the places of the parts that they name by their id."""
        if self._file.unit is not None and (table.start >= 0).any():
            need_texts(self._file.unit)
        return with_places(table, self._inventories, missing=self.reading.missing)

    def qrels(self, given: Any) -> Qrels:
        """Return assessments."""
        found = self._quotes.read("qrels", given, self._qrels, self._inventories)
        return prepared_qrels(found, assessor=self.reading.assessor, scale=self.reading.scale)

    def _qrels(self, given: Any) -> Qrels:
        if _is_path(given):
            return read_qrels(given, inventory=self._inventories, reading=self._file)
        found = given if isinstance(given, Qrels) else qrels_of(given, self._inventories)
        found = self._made(Qrels, given) if found is None else found
        if found is None:
            raise UsageError(f"qrels must be partwise.Qrels, not {_kind(given)}")
        return self._placed(found)

    def runs(self, given: Any) -> Iterator[Run | RunFile]:
        """Yield runs one by one, files as they are; one alone stands for a list of one."""
        table = isinstance(given, Run | RunFile | Mapping)
        if table or _is_path(given) or _is_frame(given):
            given = [given]
        given = one_run(given)
        if not isinstance(given, Iterable):
            raise _no_run(given)
        for run in given:
            if _is_path(run):
                yield from self._files(run)
            elif isinstance(run, RunFile):
                yield self.run_file(run)
            else:
                yield self._prepared(self._read(run, self._run))
            del run  # one run is held at a time

    def run(self, path: str | os.PathLike[str]) -> Run:
        """Return the whole run of a file."""
        return self._run_file(path).read()

    def _run_file(self, path: str | os.PathLike[str]) -> RunFile:
        how = replace(self._file, topics_file=self._questions)
        return RunFile(path, how, self._inventories, self._quotes, self._prepared)

    def run_file(self, run: RunFile) -> RunFile:
        """Return a file whose rows are prepared as the options say."""
        return replace(run, prepare=self._prepared)

    def tables(self, given: Any) -> Iterator[Run]:
        """Yield runs one by one, all of them read."""
        for run in self.runs(given):
            yield run.read() if isinstance(run, RunFile) else run
        self.columns.refuse_unused()

    def _prepared(self, run: Run) -> Run:
        """Hold a run to the rules of the task, and widen its parts, where that is asked for."""
        task, whole = self._rules.task, self._rules.whole_documents
        if not (whole or task):
            return run
        if not isinstance(run, Run):
            raise _no_run(run)
        if task:
            check_rules(run, self._structure, task, lenient=self.reading.lenient)
        if not whole:
            return run
        from partwise.tables.run_order import whole_documents

        return whole_documents(run, self.reading.order)

    def _run(self, given: Any) -> Run:
        given = list(given) if isinstance(given, Iterator) else given
        found = given if isinstance(given, Run) else run_of(given, self._inventories)
        found = self._made(Run, given) if found is None else found
        if found is None:
            raise _no_run(given)
        return self._placed(found)

    def _made(self, kind: type[Table], given: Any) -> Table | None:
        """Make a table of a dictionary or a frame."""
        if isinstance(given, Mapping):
            return kind.from_dict(given)
        if not _is_frame(given):
            return None
        how: dict[str, Any] = {"inventory": self._inventories, **self._frame}
        return kind.from_frame(given, **how)

    def _files(self, given: str | os.PathLike[str]) -> Iterator[RunFile]:
        """Yield the runs that a path stands for: a file, or those of a folder or pattern."""
        from partwise.evaluation.run_files import run_files

        found = run_files([os.fspath(given)])
        self.notes += found.notes
        for name in found.names:
            yield self._run_file(name)

    def _read(self, given: Any, read: Callable[[Any], Run]) -> Run:
        """Read a run; quotes that neither a place nor an id places are located."""
        return self._quotes.read("run", given, read, self._inventories)

    def lengths(self, given: Any) -> Lengths | None:
        """Return lengths of documents."""
        if given is None or isinstance(given, Lengths):
            return given
        if _is_path(given):
            return read_lengths(given, reading=self._file)
        if isinstance(given, Mapping):
            return Lengths.from_columns(doc=list(given), length=list(given.values()))
        if _is_frame(given):
            return Lengths.from_frame(given, columns=self.columns)
        raise UsageError(f"lengths must be a dict, a frame or partwise.Lengths, not {_kind(given)}")

    def inventory(self, given: Any, *, or_run: bool = True) -> Inventory:
        """Return all parts that could have been retrieved; the places of a run can serve."""
        read = self._inventory if or_run else partial(read_inventory, reading=self._file)
        return self._quotes.read("inventory", given, read)

    def _inventory(self, given: Any) -> Inventory:
        if isinstance(given, Inventory):
            return given
        if isinstance(given, Run):
            return _places_of(given)
        if _is_path(given):
            try:
                return read_inventory(given, reading=self._file)
            except FormatError as problem:
                try:
                    return _places_of(read_run(given, reading=self._file))
                except PartwiseError:
                    raise problem from None
        if _is_frame(given):
            return Inventory.from_frame(given, **self._frame)
        raise UsageError(f"inventory must be a frame or partwise.Inventory, not {_kind(given)}")

    def structure(self, given: Any) -> Structure | None:
        """Return element trees; rules of a task look at them."""
        self._structure = self._trees(given)
        return self._structure

    def _trees(self, given: Any) -> Structure | None:
        if given is None:
            return None
        from partwise.tables.structure.table import Structure

        if isinstance(given, Structure):
            return given
        if _is_path(given):
            return read_structure(given, lenient=self.reading.lenient)
        raise UsageError(f"structure must be partwise.Structure or a path, not {_kind(given)}")


def tracking_columns(reading: Reading) -> Reading:
    """Return options whose names of columns know which of them the tables have."""
    from partwise.tables.schema import ColumnNames

    if isinstance(reading.columns, ColumnNames):
        return reading
    return replace(reading, columns=ColumnNames(reading.columns))


def _places_of(run: Run) -> Inventory:
    from partwise.geometry.inventory import as_inventory

    return as_inventory(run)


def _is_path(value: Any) -> bool:
    return isinstance(value, str | os.PathLike)


def _is_frame(value: Any) -> bool:
    """Tell frames by what they offer, and rows: dictionaries that name columns."""
    if isinstance(value, list | tuple):
        return bool(value) and all(
            isinstance(row, Mapping) and not any(isinstance(v, Mapping) for v in row.values())
            for row in value
        )
    kind = type(value)  # of the object itself a lazy frame would have to find out its columns
    return hasattr(kind, "columns") and any(
        hasattr(kind, name) for name in ("__dataframe__", "collect", "schema")
    )


def _no_run(value: Any) -> UsageError:
    return UsageError(f"a run must be a Run, a dict, a frame or a path, not {_kind(value)}")


def _kind(value: Any) -> str:
    """Name a type in full, so that one of the same name elsewhere is not mistaken for ours."""
    kind = type(value)
    return f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.")


def qrels_of(value: Any, inventory: Any = None) -> Qrels | None:
    """Return the assessments of ranx, ir_measures or ir_datasets, or of gold items by topic.

    Items and lists of ids get their places from the `inventory`.
    """
    if _is_lists(value):
        from partwise.tables.frames import lists_ids

        if lists_ids(value):
            return Qrels.from_dict(value, inventory=of_run(inventory, None))
        return Qrels.from_results(value, inventory=with_its_ids(of_run(inventory, None)))
    if _offers(value, "qrels", "to_dict"):
        return Qrels.from_dict(value.to_dict())
    if _offers(value, "run", "to_dict"):
        kind = type(value)
        raise UsageError(f"qrels must be assessments, not {kind.__module__}.{kind.__qualname__}")
    if callable(getattr(value, "qrels_iter", None)):
        value = value.qrels_iter()
    rows = list(value) if isinstance(value, Iterator) else value
    if not _is_rows(rows, "relevance"):
        return None
    columns: dict[str, Any] = {
        ours: [getattr(row, theirs) for row in rows] for ours, theirs in _QRELS.items()
    }
    return Qrels.from_columns(**columns)


def run_of(value: Any, inventory: Any = None) -> Run | None:
    """Return the run of ranx or ir_measures, or of items or ids by topic."""
    if _is_lists(value):
        chosen = of_run(inventory, "run")
        from partwise.tables.frames import lists_ids

        if lists_ids(value):
            return Run.from_dict(value, inventory=chosen)
        return Run.from_results(value, inventory=with_its_ids(chosen))
    if _offers(value, "run", "to_dict"):
        return Run.from_dict(value.to_dict(), name=getattr(value, "name", None))
    if not _is_rows(value, "score"):
        return None
    columns: dict[str, Any] = {
        ours: [getattr(row, theirs) for row in value] for ours, theirs in _RUN.items()
    }
    return Run.from_columns(**columns)


def with_its_ids(inventory: Any) -> Any:
    """Return an inventory that knows ids, None for any other."""
    return inventory if getattr(inventory, "id", None) is not None else None


def one_run(value: Any) -> Any:
    """Return a run of another package in a list of its own, anything else as it is."""
    if _is_lists(value) or _offers(value, "run", "to_dict"):
        return [value]
    if isinstance(value, Iterator):
        first = next(value, None)
        if first is None:
            return []
        if _has(first, "score"):
            return [[first, *value]]
        return _again([first], value)
    return [value] if _is_rows(value, "score") else value


def _again(looked_at: list[Any], rest: Iterator[Any]) -> Iterator[Any]:
    """Give back what was looked at; it is not held beyond its turn."""
    yield looked_at.pop()
    yield from rest


_QRELS = {"topic": "query_id", "doc": "doc_id", "grade": "relevance"}
_RUN = {"topic": "query_id", "doc": "doc_id", "score": "score"}


def _is_lists(value: Any) -> bool:
    """Tell ``{topic: [item, ...]}``, where at least one topic has a list."""
    if not isinstance(value, Mapping) or not value:
        return False
    return all(isinstance(items, (list, tuple)) for items in value.values())


def _offers(value: Any, *names: str) -> bool:
    """Tell an object that has these attributes; those of a frame may be its columns."""
    other = isinstance(value, Mapping | Run | Qrels) or hasattr(type(value), "columns")
    return not other and all(hasattr(value, name) for name in names)


def _has(row: Any, number: str) -> bool:
    return _offers(row, "query_id", "doc_id", number)


def _is_rows(value: Any, number: str) -> bool:
    """Tell rows of ir_measures and ir_datasets, or anything with their fields."""
    return (
        isinstance(value, (list, tuple)) and bool(value) and all(_has(row, number) for row in value)
    )
