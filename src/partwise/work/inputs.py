"""Inputs of an evaluation as they were read: what a folder of buckets keeps beside rows of runs.

Tables travel pickled. Who reads them admits classes of partwise and arrays, nothing that could do
something else: folders and parts come from other machines.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.evaluation.checks import name_apart
from partwise.evaluation.options import Collection, Rules, saved_options
from partwise.files.groups import (
    Groups,
    TopicsNotContiguousError,
    run_groups,
    without_problems,
)
from partwise.files.options import Reading
from partwise.files.registry import FORMATS
from partwise.files.source import Source
from partwise.files.units import refuse_unit
from partwise.kernels.ragged import groups as ranges_of_size
from partwise.messages import Notes
from partwise.tables.provenance import DEFAULTS, Input
from partwise.tables.rows import RowLines, taken_rows
from partwise.tables.run import Run
from partwise.work.folder import buckets_of

if TYPE_CHECKING:
    from partwise._typing import Ints
    from partwise.tables.qrels import Qrels

GROUP_ROWS = 1 << 17
"""Rows of a table that are evaluated together."""
REQUESTED = (
    *("undefined", "topics", "convention", "quirks", "kilt_keys", "budget_unit", "nav"),
    "equivalent",
)
"""Rules that are asked for when buckets are evaluated, not when they are made."""


def recorded_options(reading: Reading, rules: Rules) -> dict[str, Any]:
    """Return the options that decide what is read, as manifests and results record them."""
    options = saved_options(reading, rules)
    return {name: options.get(name) for name in DEFAULTS if name not in (*REQUESTED, "preset")}


# -- bytes -----------------------------------------------------------------------------------


_ALLOWED = {
    ("builtins", "set"),
    ("builtins", "frozenset"),
    ("builtins", "range"),
    ("numpy", "dtype"),
    ("numpy", "ndarray"),
    ("partwise.evaluation.options", "Collection"),
    ("partwise.evaluation.options", "Rules"),
    ("partwise.files.options", "Reading"),
    ("partwise.files.source", "Source"),
    ("partwise.messages", "Count"),
    ("partwise.messages", "Note"),
    ("partwise.work.inputs", "Inputs"),
    ("partwise.work.inputs", "StoredRun"),
    ("partwise.evaluation.id_matching", "Met"),
    ("partwise.evaluation.id_matching", "UnjudgedIds"),
    ("partwise.evaluation.partial_results", "PartialResults"),
    ("partwise.evaluation.run_evaluator", "GroupResults"),
    ("partwise.evaluation.notes", "RunFacts"),
    ("partwise.work.part", "RunPart"),
}
"""Classes beside those of `partwise.tables` that stored tables name: none opens or runs a file."""
_ARRAY_MAKERS = ("_reconstruct", "_frombuffer", "scalar", "_convert_to_stringdtype_kwargs")
"""Functions of NumPy that pickled arrays name."""


class _Unpickler(pickle.Unpickler):
    """Unpickler of tables: a list of classes, arrays and plain values."""

    def find_class(self, module: str, name: str) -> Any:
        is_table = module.startswith("partwise.tables.")
        is_listed = (module, name) in _ALLOWED or module == "numpy.dtypes"
        is_array = module.startswith("numpy.") and name in _ARRAY_MAKERS
        if "." not in name and (is_table or is_listed or is_array):
            value = super().find_class(module, name)
            if isinstance(value, type) or is_array:
                return value
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a table")


def packed(value: Any) -> bytes:
    """Return a value as bytes; equal values give equal bytes."""
    held = io.BytesIO()
    pickler = pickle.Pickler(held, 5)
    pickler.fast = True  # no memo, which knows which of the equal strings are one object
    pickler.dump(value)
    return held.getvalue()


def unpacked(content: bytes) -> Any:
    """Return the value that `packed` made bytes of; UnpicklingError for other bytes."""
    try:
        return _Unpickler(io.BytesIO(content)).load()
    except (ValueError, LookupError, AttributeError, TypeError, EOFError, ImportError) as bad:
        raise pickle.UnpicklingError(str(bad)) from None


def digest_of(table: Any) -> str:
    """Return the digest of a table, or of the file from which it came."""
    source = getattr(table, "source", None)
    if source is not None and Path(source).is_file():
        return digest_of_file(source)
    return hashlib.sha256(packed(table)).hexdigest()


def digest_of_file(path: str | os.PathLike[str]) -> str:
    """Return the SHA-256 of a file."""
    with Path(path).open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def lined(table: Any) -> tuple[Any, Any]:
    """Return a table and the lines of its rows, which tables leave out when they are pickled."""
    lines = getattr(table, "lines", None)
    if lines is not None:
        lines = RowLines(lines.array(), lines.unit, lines.files, lines.file)
    return table, lines


def with_lines(pair: tuple[Any, Any]) -> Any:
    """Return the table of which `lined` made a pair."""
    table, lines = pair
    return table if lines is None else replace(table, lines=lines)


# -- runs ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StoredRun:
    """A run whose rows are in buckets.

    Parameters
    ----------
    empty : Run
        The run without its rows, as its reader names it.
    topics : list of str
        Topics in order of first appearance.
    n_rows : int
        All rows.
    key : str
        Key of what was read, and how.
    source : Source, optional
        The file, of which this holds the header alone. None: the rows are those of one table.
    format, reading
        How rows are read, as `partwise.files.groups.run_groups` takes it.
    first : int
        Bucket of the first row, to which notes on the file belong.
    used_columns : tuple of str
        Columns that the user names and files have, up to this run.
    """

    empty: Run
    topics: list[str]
    n_rows: int
    key: str = ""
    source: Source | None = None
    format: str = ""
    reading: Reading = field(default_factory=Reading)
    first: int = 0
    used_columns: tuple[str, ...] = ()

    def bucket(
        self, files: list[bytes], number: int, n: int, groups: Groups | None
    ) -> Iterator[Run]:
        """Yield the groups of a bucket, given the contents of its files and their reader.

        Raises
        ------
        TopicsNotContiguousError
            A topic is read under another name than the one by which it got into the bucket.
        """
        if groups is None:
            yield from _table_groups(with_lines(unpacked(files[0])), number, n)
            return
        groups.source.notes = groups.source.notes if number == self.first else []
        for run in without_problems(groups.bucket(files)):
            if (buckets_of(run.topics, n) != number).any():
                raise TopicsNotContiguousError
            refuse_unit(self.reading.unit, run.source or run.name, run.start)
            yield run

    def whole(self, files: Iterator[bytes], groups: Groups | None) -> Run:
        """Read the whole run, given the contents of all its files and their reader."""
        if groups is None:
            run: Run = with_lines(unpacked(next(files)))
            return run
        run = groups.whole(files)
        refuse_unit(self.reading.unit, run.source or run.name, run.start)
        return run

    def groups(self, inventory: Any, *, all_columns: bool) -> Groups | None:
        """Return the reader of the rows of buckets; None where they are those of one table."""
        if self.source is None:
            return None
        source = self.source.holding(self.source.content or b"")
        source.notes = [*self.source.notes]
        format_ = FORMATS[self.format]
        return run_groups(source, format_, self.reading, inventory, all_columns=all_columns)


def _table_groups(run: Run, number: int, n: int) -> Iterator[Run]:
    """Yield rows of a table that belong to a bucket, in groups of whole topics."""
    buckets = buckets_of(run.topics, n)
    codes = np.flatnonzero(buckets == number)
    rows = np.bincount(run.topic, minlength=len(run.topics))[codes]
    ends = np.concatenate(([0], np.cumsum(rows)))
    notes = run.notes if (buckets[:1] == number).any() else ()
    for first, last in ranges_of_size(ends, GROUP_ROWS):
        yield replace(_of_topics(run, codes[first:last]), notes=notes)
        notes = ()


def _of_topics(run: Run, codes: Ints) -> Run:
    """Return the rows of some topics, which know their numbers in the table."""
    position = np.full(len(run.topics), -1, np.int32)
    position[codes] = np.arange(codes.size)
    rows = np.flatnonzero(position[run.topic] >= 0)
    some = taken_rows(run, rows)
    return replace(
        some,
        topics=run.topics.take(codes),
        topic=position[some.topic],
        lines=RowLines(rows + 1, "row") if some.lines is None else some.lines,
    )


# -- all inputs ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Inputs:
    """Judgements, tables and runs of an evaluation, and how they were read.

    Parameters
    ----------
    qrels : Qrels
        Judgements as they were read.
    tables : Collection
        Tables beside them.
    reading, rules
        How files became tables; task and whole documents.
    recorded : mapping
        Options of reading as results record them.
    runs : tuple of StoredRun
        The runs.
    files : tuple of dict
        Role, name and SHA-256 of each file.
    notes, first_notes : tuple of str
        Notes on arguments, among those of runs and before all others.
    """

    qrels: Qrels
    tables: Collection
    reading: Reading
    rules: Rules
    recorded: Mapping[str, Any]
    runs: tuple[StoredRun, ...] = ()
    files: tuple[Input, ...] = ()
    notes: tuple[str, ...] = ()
    first_notes: tuple[str, ...] = ()

    @cached_property
    def names(self) -> list[str]:
        """Names of the runs, no two the same."""
        names: list[str] = []
        for run in self.runs:
            names.append(name_apart(run.empty.name, run.empty.source, names, Notes()))
        return names

    def packed(self) -> bytes:
        """Return the inputs as bytes."""
        tables, inventory = self.tables, self.tables.inventory
        if inventory is not None:
            inventory = {run: lined(table) for run, table in inventory.items()}
        return packed(
            replace(
                self,
                qrels=lined(self.qrels),  # type: ignore[arg-type]
                tables=replace(tables, inventory=inventory, texts=_plain_texts(tables.texts)),
                reading=replace(self.reading, columns=None, topics_file=None),
            )
        )

    @classmethod
    def unpacked(cls, content: bytes) -> Inputs:
        """Return the inputs that `packed` made bytes of."""
        read: Inputs = unpacked(content)
        inventory = read.tables.inventory
        if inventory is not None:
            inventory = {run: with_lines(pair) for run, pair in inventory.items()}
        return replace(
            read,
            qrels=with_lines(read.qrels),  # type: ignore[arg-type]
            tables=replace(read.tables, inventory=inventory),
        )


def _plain_texts(texts: Any) -> Any:
    """Return texts that are held in memory: others know files of this machine."""
    if texts is None:
        return None
    return replace(texts, documents={doc: texts[doc] for doc in texts})
