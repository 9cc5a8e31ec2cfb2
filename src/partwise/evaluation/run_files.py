"""Run files: those that RUN arguments stand for, and each as `evaluate` reads it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from partwise._record import record
from partwise.errors import FormatError, PartwiseError
from partwise.files.groups import Groups, run_groups
from partwise.files.options import Reading
from partwise.files.reading import format_of, read_run, source_of
from partwise.files.units import refuse_unit
from partwise.messages import Note, plural
from partwise.tables.run import Run
from partwise.tables.schema import ColumnNames
from partwise.texts.verification import QuoteReader


@record
class RunFiles:
    """Files of runs, and what was left out on the way to them."""

    names: tuple[str, ...]
    notes: list[str] = field(default_factory=list)


def run_files(arguments: Sequence[str]) -> RunFiles:
    """Return the files that RUN arguments stand for.

    What exists is a name, whatever characters it holds. A folder stands for the runs in it;
    an argument that names nothing is a pattern if it has ``*``, ``?`` or ``[``.
    """
    names: list[str] = []
    notes: list[str] = []
    for argument in arguments:
        path = Path(argument)
        if argument == "-" or path.is_file() or not (path.exists() or _is_pattern(argument)):
            names.append(argument)
        elif path.is_dir():
            names += _in_folder(argument, notes)
        elif path.exists():  # a pipe
            names.append(argument)
        else:
            from glob import glob

            found = sorted(glob(argument))  # noqa: PTH207  patterns may be absolute
            if not found:
                raise FormatError(argument, None, "no file has such a name")
            for name in found:
                names += _in_folder(name, notes) if Path(name).is_dir() else [name]
    return RunFiles(tuple(names), notes)


def _is_pattern(argument: str) -> bool:
    from glob import has_magic

    return has_magic(argument)


def _in_folder(folder: str, notes: list[str]) -> list[str]:
    """Return the runs of a folder by name; its other files are named in a note."""
    files = sorted(
        str(path)
        for path in Path(folder).iterdir()
        if path.is_file() and not path.name.startswith(".")
    )
    runs = [name for name in files if _is_run(name)]
    if not runs:
        problem = f"no run in this folder ({plural(len(files), 'file')})"
        raise FormatError(folder, None, problem)
    others = [Path(name).name for name in files if name not in runs]
    if others:
        said = "{n:file} {n:is not a run|are not runs} and {n:was|were} left out ({others})"
        notes.append(Note(said, subject=folder, n=len(others), others=others))
    return runs


def _is_run(name: str) -> bool:
    from partwise.files.kinds import may_be_run

    try:
        return may_be_run(name)
    except (PartwiseError, OSError):
        return False


def with_run_files(files: Sequence[str]) -> tuple[tuple[str, ...], list[str]]:
    """Do the same for assessments followed by runs; saved results stay as they are."""
    found = run_files(files[1:])
    return (*files[:1], *found.names), found.notes


@dataclass(frozen=True)
class RunFile:
    """A file of a run, and how it is read.

    Parameters
    ----------
    path : path
        The file.
    reading : Reading
        How it is read.
    inventory : Inventory, or mapping of run names to them, optional
        Places of the parts that rows name by their id.
    quotes : QuoteReader
        Locates rows without offsets by their texts, which needs the whole run.
    prepare : callable
        Called with each run of whole topics; returns it as options of `evaluate` want it.
    """

    path: str | os.PathLike[str]
    reading: Reading
    inventory: Any = None
    quotes: QuoteReader = field(default_factory=QuoteReader)
    prepare: Callable[[Run], Run] = lambda run: run

    def read(self) -> Run:
        """Read the whole run."""
        return self.prepare(self.quotes.read("run", self.path, self._read, self.inventory))

    def _read(self, path: Any) -> Run:
        return read_run(path, inventory=self.inventory, reading=self.reading)

    @property
    def used_columns(self) -> set[str]:
        """Names of columns that the user gave and files have."""
        columns = self.reading.columns
        return columns.used if isinstance(columns, ColumnNames) else set()

    @property
    def needs_all_rows(self) -> bool:
        """Whether the run cannot be read in groups."""
        return self.quotes.texts is not None

    def groups(self, *, all_columns: bool) -> Groups:
        """Return what reads the run in groups of whole topics.

        Parameters
        ----------
        all_columns : bool
            Read columns that no measure of ours looks at.
        """
        reading = self.reading
        source = source_of(self.path, reading)
        format_ = format_of(source, reading.format_run, "run", reading.columns)
        return run_groups(source, format_, reading, self.inventory, all_columns=all_columns)

    def prepared(self, groups: Iterable[Run]) -> Iterator[Run]:
        """Yield groups as options of `evaluate` want them."""
        for run in groups:
            refuse_unit(self.reading.unit, run.source or run.name, run.start)
            yield self.prepare(run)
