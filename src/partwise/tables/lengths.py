"""Lengths and Inventory: what is known of the documents besides assessments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.errors import TableError
from partwise.tables.checks import first, offsets_checked
from partwise.tables.columns import (
    ABSENT,
    Coded,
    Column,
    ColumnNames,
    encode,
    freeze,
    given_columns,
    plain,
    same_size,
    used_names,
    whole_numbers,
)
from partwise.tables.constructors import Adapted
from partwise.tables.frames import named_columns
from partwise.tables.missing import Missing, check_missing, left_out
from partwise.tables.names import EMPTY, Names
from partwise.tables.rows import PlacedRows, text_columns


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
        codes, docs = encode(doc, "doc")
        numbers = whole_numbers(length, "length")
        same_size({"doc": codes, "length": numbers})
        if (row := first(numbers < 0)) is not None:
            raise TableError(row, "length is missing")
        if codes.size != len(docs):
            row = int(np.argmax(codes != np.arange(codes.size)))
            raise TableError(row, f"document {docs[codes[row]]} has two lengths")
        return cls(docs, freeze(numbers), source)

    @classmethod
    def from_frame(cls, frame: Any, *, columns: ColumnNames | None = None) -> Lengths:
        """Build from a frame with the columns ``doc`` and ``length``; `columns` names others."""
        from partwise.tables.frames import columns_of

        given, notes = named_columns("lengths", columns_of(frame), columns, "doc", "length")
        found = cls.from_columns(doc=given["doc"], length=given["length"])
        return replace(found, notes=tuple(notes))

    def __len__(self) -> int:
        return self.length.size


@dataclass(frozen=True, eq=False, kw_only=True)
class Inventory(PlacedRows):
    """All parts that a run could have returned."""

    tokens: NDArray[np.int64] | None = None
    size: NDArray[np.int64] | None = None
    """Characters of the parts where offsets are not known."""
    id: NDArray[Any] | None = None
    """What other tables call the parts."""
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
        return cls._of(given_columns(given), source, missing, columns)

    @classmethod
    def _of(
        cls,
        given: Mapping[str, Column],
        source: str | None,
        missing: Missing,
        columns: ColumnNames | None,
    ) -> Inventory:
        check_missing(missing)
        table, notes = named_columns("inventory", given, columns, "doc")
        codes, docs = encode(table["doc"], "doc")
        wholes = [label for label in ("start", "end", "length", "tokens", "size") if label in table]
        numbers: dict[str, NDArray[Any]] = {n: whole_numbers(table[n], n) for n in wholes}
        element = Coded(np.full(codes.size, ABSENT, np.int32), EMPTY)
        if "element" in table:
            element = Coded(*encode(table["element"], "element", optional=True))
        size = same_size({"doc": codes, "element": element.codes, **numbers})
        begin, finish = offsets_checked(numbers, size, run=True)
        bare = (begin < 0) & (element.codes < 0)
        if not {"start", "end", "element"} & table.keys():
            bare[:] = False
        kept = np.flatnonzero(~left_out(bare, missing, notes))
        doc = used_names(Coded(codes, docs).take(kept))
        return cls(
            **text_columns(doc=doc, element=element.take(kept)),
            start=begin[kept],
            end=finish[kept],
            tokens=numbers["tokens"][kept] if "tokens" in numbers else None,
            size=numbers["size"][kept] if "size" in numbers else None,
            source=source,
            id=plain(table["id"], "id")[kept] if "id" in table else None,
            text=plain(table["text"], "text")[kept] if {"id", "text"} <= table.keys() else None,
            notes=tuple(notes),
        )

    @classmethod
    def from_frame(
        cls, frame: Any, *, missing: Missing = "error", columns: ColumnNames | None = None
    ) -> Inventory:
        """Build from a frame with the columns ``doc``, ``start``, ``end`` or ``element``."""
        from partwise.tables.frames import columns_of

        return cls._of(columns_of(frame), None, missing, columns)

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
