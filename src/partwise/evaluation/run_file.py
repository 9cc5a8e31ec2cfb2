"""Run files as `evaluate` reads them: in groups of whole topics, or as a whole."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from partwise.files.dispatch import format_of
from partwise.files.groups import Groups, run_groups
from partwise.files.options import Reading
from partwise.files.reading import read_run, source_of
from partwise.files.units import refuse_unit
from partwise.tables.run import Run
from partwise.tables.schema import ColumnNames
from partwise.texts.verification import QuoteReader


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
