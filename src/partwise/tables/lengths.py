"""Lengths and Inventory: what is known of the documents besides assessments."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.tables.columns import (
    Column,
    ColumnNames,
    given_columns,
)
from partwise.tables.constructors import Adapted
from partwise.tables.names import Names
from partwise.tables.row_rules import Missing, TableOptions
from partwise.tables.rows import PlacedRows


@dataclass(frozen=True, eq=False)
class Lengths:
    """Length of each document in code points."""

    docs: Names
    length: NDArray[np.int64]
    source: str | None = None
    notes: tuple[str, ...] = ()

    @classmethod
    def from_columns(cls, *, doc: Column, length: Column, source: str | None = None) -> Lengths:
        """Build from lists or arrays; a document may appear once."""
        from partwise.tables.frames import lengths_from

        return replace(lengths_from({"doc": doc, "length": length}), source=source)

    @classmethod
    def from_frame(cls, frame: Any, *, columns: ColumnNames | None = None) -> Lengths:
        """Build from a frame with the columns ``doc`` and ``length``; `columns` names others."""
        from partwise.tables.frames import columns_of, lengths_from

        return lengths_from(columns_of(frame), columns)

    def __len__(self) -> int:
        return self.length.size


@dataclass(frozen=True, eq=False, kw_only=True)
class Inventory(PlacedRows):
    """All parts that a run could have returned."""

    tokens: NDArray[np.int64] | None = None
    size: NDArray[np.int64] | None = None
    """Characters of the parts where offsets are not known."""
    id: NDArray[Any] | None = None
    """Ids of the parts in other tables."""
    text: NDArray[Any] | None = None
    """Texts of parts with an id: those of rows that name the parts have to be the same."""

    @classmethod
    def from_columns(
        cls,
        *,
        source: str | None = None,
        missing: Missing = "error",
        columns: ColumnNames | None = None,
        **given: Column,
    ) -> Inventory:
        """Build from lists or arrays, one entry per part.

        The columns are ``doc start end element tokens size``.

        Names of columns, `missing` and `columns` are as in `Run.from_columns`.
        """
        from partwise.tables.frames import inventory_from

        parts = inventory_from(given_columns(given), TableOptions(missing, columns))
        return replace(parts, source=source)

    @classmethod
    def from_frame(
        cls, frame: Any, *, missing: Missing = "error", columns: ColumnNames | None = None
    ) -> Inventory:
        """Build from a frame with the columns ``doc``, ``start``, ``end`` or ``element``."""
        from partwise.tables.frames import columns_of, inventory_from

        return inventory_from(columns_of(frame), TableOptions(missing, columns))

    # constructors of the adapters, see partwise.adapters
    from_langchain = Adapted["Inventory"]("inventory")
    from_llama_index = Adapted["Inventory"]("inventory")
    from_haystack = Adapted["Inventory"]("inventory")
    from_chonkie = Adapted["Inventory"]("inventory")
    from_chroma = Adapted["Inventory"]("inventory")
    from_qdrant = Adapted["Inventory"]("inventory")
    from_weaviate = Adapted["Inventory"]("inventory")
    from_pinecone = Adapted["Inventory"]("inventory")
    from_milvus = Adapted["Inventory"]("inventory")
    from_results = Adapted["Inventory"]("inventory")
