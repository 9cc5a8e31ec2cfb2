"""Lengths and Inventory: what is known of the documents besides assessments."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.errors import TableError
from partwise.tables.columns import ABSENT, Column, encode, freeze, same_size, whole_numbers
from partwise.tables.names import EMPTY, Names
from partwise.tables.rows import first, offsets_checked


@dataclass(frozen=True, eq=False)
class Lengths:
    """Length of each document in code points."""

    docs: Names
    length: NDArray[np.int64]
    source: str | None = None

    @classmethod
    def from_columns(cls, *, doc: Column, length: Column, source: str | None = None) -> Lengths:
        """Build from lists or arrays; a document may appear once."""
        codes, docs = encode(doc, "doc")
        numbers = whole_numbers(length, "length")
        same_size({"doc": codes, "length": numbers})
        if (row := first(numbers < 0)) is not None:
            raise TableError(row, f"length {numbers[row]}" if numbers[row] < -1 else "no length")
        if codes.size != len(docs):
            row = int(np.argmax(codes != np.arange(codes.size)))
            raise TableError(row, f"document {docs[codes[row]]} has two lengths")
        return cls(docs, freeze(numbers), source)

    @classmethod
    def from_frame(cls, frame: Any) -> Lengths:
        """Build from a frame with the columns ``doc`` and ``length``."""
        from partwise.tables.frames import columns_of

        columns = columns_of(frame, required=("doc", "length"), what="a table of lengths")
        return cls.from_columns(doc=columns["doc"], length=columns["length"])

    def __len__(self) -> int:
        return self.length.size


@dataclass(frozen=True, eq=False)
class Inventory:
    """All parts that a run could have returned."""

    docs: Names
    doc: NDArray[np.int32]
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    elements: Names = EMPTY
    element: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))
    tokens: NDArray[np.int64] | None = None
    source: str | None = None

    @classmethod
    def from_columns(
        cls,
        *,
        doc: Column,
        start: Column | None = None,
        end: Column | None = None,
        length: Column | None = None,
        element: Column | None = None,
        tokens: Column | None = None,
        source: str | None = None,
        **_extra: Column,
    ) -> Inventory:
        """Build from lists or arrays, one entry per part."""
        codes, docs = encode(doc, "doc")
        given = {"start": start, "end": end, "length": length, "tokens": tokens}
        numbers = {k: whole_numbers(v, k) for k, v in given.items() if v is not None}
        coded = (np.full(codes.size, ABSENT, np.int32), EMPTY)
        if element is not None:
            coded = encode(element, "element", optional=True)
        size = same_size({"doc": codes, "element": coded[0], **numbers})
        begin, finish = offsets_checked(numbers, size, run=True)
        return cls(
            docs,
            freeze(codes),
            freeze(begin),
            freeze(finish),
            coded[1],
            freeze(coded[0]),
            numbers.get("tokens"),
            source,
        )

    @classmethod
    def from_frame(cls, frame: Any) -> Inventory:
        """Build from a frame with the columns ``doc``, ``start``, ``end`` or ``element``."""
        from partwise.tables.frames import columns_of

        return cls.from_columns(**columns_of(frame, required=("doc",), what="an inventory"))

    def __len__(self) -> int:
        return self.doc.size
