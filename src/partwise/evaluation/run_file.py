"""Run files as `evaluate` reads them: in groups of whole topics, or as a whole."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from partwise.files.dispatch import format_of
from partwise.files.groups import Groups, run_groups
from partwise.files.parsing.columns import Options
from partwise.files.reading import read_run
from partwise.files.source import Source
from partwise.files.units import refuse_unit
from partwise.tables.column_names import ColumnNames
from partwise.tables.run import Run
from partwise.texts.verification import QuoteReader

_OPENING = ("encoding", "lenient", "max_bytes")
_PARSING = ("lenient", "outside", "missing", "columns", "inventory", "topics_file", "cited")


@dataclass(frozen=True)
class RunFile:
    """A file of a run, and how it is read.

    Parameters
    ----------
    path : path
        The file.
    options : mapping
        Those of `partwise.read_run`.
    quotes : QuoteReader
        Locates rows without offsets by their texts, which needs the whole run.
    prepare : callable
        Called with each run of whole topics; returns it as options of `evaluate` want it.
    """

    path: str | os.PathLike[str]
    options: Mapping[str, Any]
    quotes: QuoteReader = field(default_factory=QuoteReader)
    prepare: Callable[[Run], Run] = lambda run: run

    def read(self) -> Run:
        """Read the whole run."""
        inventory = self.options.get("inventory")
        return self.prepare(self.quotes.read("run", self.path, self._read, inventory))

    def _read(self, path: Any) -> Run:
        return read_run(path, **self.options)

    @property
    def used_columns(self) -> set[str]:
        """Names of columns that the user gave and files have."""
        columns = self.options.get("columns")
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
        options, get = self.options, self.options.get
        source = Source(self.path, **{name: options[name] for name in _OPENING if name in options})
        format_ = format_of(source, get("format"), "run", get("columns"))
        how = Options(
            forced=get("format") is not None,
            **{name: options[name] for name in _PARSING if name in options},
        )
        return run_groups(source, format_, how, get("order"), all_columns=all_columns)

    def prepared(self, groups: Iterable[Run]) -> Iterator[Run]:
        """Yield groups as options of `evaluate` want them."""
        for run in groups:
            refuse_unit(self.options.get("unit"), run.source or run.name, run.start)
            yield self.prepare(run)
