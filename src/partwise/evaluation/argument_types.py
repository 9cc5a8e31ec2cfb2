"""Types of the arguments of `evaluate` and its kin: tables, and what becomes one.

Only annotations name them; `partwise.evaluation.arguments` turns the objects into tables.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from partwise.language.measure import Measure
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.structure.table import Structure
from partwise.tables.texts import Texts


class FrameLike(Protocol):
    """A frame of pandas, polars, PyArrow or narwhals, lazy ones included."""

    @property
    def columns(self) -> Any:
        """Names of the columns, or the columns."""


class Convertible(Protocol):
    """A run or judgements of ranx."""

    def to_dict(self) -> Any:
        """Return ``{topic: {document: number}}``."""


class Dataset(Protocol):
    """A collection of ir_datasets."""

    def qrels_iter(self) -> Iterator[Any]:
        """Yield rows with ``query_id``, ``doc_id`` and ``relevance``."""


FilePath = str | os.PathLike[str]
Rows = Sequence[Mapping[str, Any]]
"""Rows as dictionaries that name columns."""
QrelsLike = (
    Qrels | Mapping[str, Any] | Rows | FrameLike | Convertible | Dataset | Iterable[Any] | FilePath
)
"""Judgements; a mapping is ``{topic: {document: grade}}`` or ``{topic: [item, ...]}``."""
RunLike = Run | Mapping[str, Any] | Rows | FrameLike | Convertible | FilePath
"""A run; a mapping is ``{topic: {document: score}}`` or ``{topic: [item, ...]}``."""
RunsLike = RunLike | Iterable[Any]
"""A run, several of them, or rows of ir_measures."""
LengthsLike = Lengths | Mapping[str, int] | Rows | FrameLike | FilePath
InventoryLike = Inventory | Run | Rows | FrameLike | FilePath
InventoriesLike = InventoryLike | Mapping[str | None, InventoryLike] | Mapping[str, InventoryLike]
"""One inventory for all runs, or one for each by the name of the run."""
StructureLike = Structure | FilePath
TextsLike = Texts | Mapping[str, str] | FilePath
MeasureLike = Measure | type[Measure] | str
MeasuresLike = MeasureLike | Iterable[MeasureLike]
