"""Structure: the element trees of the documents, as frozen columns."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.kernels import paths as kernel
from partwise.kernels.intervals import lay_out
from partwise.messages import plural
from partwise.tables.columns import freeze, plain
from partwise.tables.constructors import Shown
from partwise.tables.names import Names

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

    from partwise.tables.columns import Column


LEADING_BLANK = 1
"""Bit of `Structure.blank`: the text before the first child is white space only."""

TRAILING_BLANK = 2
"""Bit of `Structure.blank`: the text after the element, inside its parent, is white space only."""


@dataclass(frozen=True, eq=False)
class Structure(Shown):
    """The elements of many documents in document order (pre-order).

    Document ``d`` owns the rows ``offsets[d]:offsets[d+1]``; the first is its
    root. The descendants of a row are the rows after it up to ``last``. All
    row numbers count over the whole table. 45 bytes an element.

    Parameters
    ----------
    docs : Names
        The documents.
    offsets : ndarray of int64
        Rows of each document.
    tags : Names
        Distinct element names.
    tag : ndarray of int32
        Code of each element's name.
    ordinal : ndarray of int32
        Position among the siblings of the same name in the *document*, from 1.
    parent : ndarray of int64
        Row of the parent, -1 for a root.
    last : ndarray of int64
        Row of the last descendant, the row itself for an element without children.
    depth : ndarray of int32
        Rows from the root to the row; a root has 1.
    start, end : ndarray of int64
        Half-open extent in code points of the document's text.
    wstart, wend : ndarray of int64, optional
        The same extent counted in words.
    blank : ndarray of uint8, optional
        Which runs of text between children are white space only: `LEADING_BLANK`
        and `TRAILING_BLANK`. With the extents this finds every text node of an
        XML document; None when not known or when elements were left out.
    vias : Names, optional
        Distinct steps between a parent row and a child row that were left out, as
        ``/body[1]``; None when every parent row is the parent in the document.
    via : ndarray of int32, optional
        Code of the steps left out right above each element.
    source : str, optional
        The file the rows came from, for messages.
    notes : tuple of str
        What the reader noticed.
    """

    docs: Names
    offsets: NDArray[np.int64]
    tags: Names
    tag: NDArray[np.int32]
    ordinal: NDArray[np.int32]
    parent: NDArray[np.int64]
    last: NDArray[np.int64]
    depth: NDArray[np.int32]
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    wstart: NDArray[np.int64] | None = None
    wend: NDArray[np.int64] | None = None
    blank: NDArray[np.uint8] | None = None
    vias: Names | None = None
    via: NDArray[np.int32] | None = None
    source: str | None = None
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for field in fields(self):
            value: Any = getattr(self, field.name)
            if isinstance(value, np.ndarray):
                object.__setattr__(self, field.name, freeze(value))

    def __len__(self) -> int:
        return self.tag.size

    def __repr__(self) -> str:
        sizes = plural(len(self), "element"), plural(len(self.docs), "document")
        return f"Structure({', '.join(sizes)})"

    @classmethod
    def from_columns(
        cls,
        *,
        doc: Column,
        parent: Column,
        start: Column,
        end: Column,
        tag: Column | None = None,
        path: Column | None = None,
        **more: Column,
    ) -> Structure:
        """Build from lists or arrays, one entry per element in document order.

        ``parent`` is the parent's number in its document, None for the root; names come from
        `tag` or `path`. TableError names the first row that is not part of a tree.

        Examples
        --------
        >>> Structure.from_columns(
        ...     doc=["d", "d"], parent=[None, 0], tag=["a", "p"], start=[0, 2], end=[9, 5]
        ... )
        Structure(2 elements, 1 document)
        """
        import polars as pl

        given = {"doc": doc, "parent": parent, "start": start, "end": end, "tag": tag, "path": path}
        columns = {k: v for k, v in (given | more).items() if v is not None}
        return cls.from_frame(pl.DataFrame(columns, strict=False))

    @classmethod
    def from_frame(cls, frame: Any, *, source: str | None = None) -> Structure:
        """Build from a polars, pandas or Arrow frame with the columns of a structure table."""
        import polars as pl

        from partwise.tables.structure.frames import columns_of_frame

        if not isinstance(frame, pl.DataFrame):
            from partwise.tables.frames import columns_of, need

            columns = {name: plain(cells, name) for name, cells in columns_of(frame).items()}
            need(columns, "doc")
            # as objects, numbers between absent cells would not be numbers to polars
            frame = pl.DataFrame(
                {n: c.tolist() if c.dtype == object else c for n, c in columns.items()},
                strict=False,
            )
        return cls(**columns_of_frame(frame), source=source)

    def to_frame(self) -> pl.DataFrame:
        """Return the columns of a structure table: doc, node, parent, path, tag, start, ..."""
        from partwise.tables.structure.frames import frame_of

        return frame_of(self)

    @cached_property
    def doc(self) -> NDArray[np.int32]:
        """Code of each element's document."""
        codes = np.arange(len(self.docs), dtype=np.int32)
        return freeze(np.repeat(codes, np.diff(self.offsets)))

    @property
    def root(self) -> NDArray[np.int64]:
        """Row of each document's root."""
        return self.offsets[:-1]

    @property
    def length(self) -> NDArray[np.int64]:
        """Length of each document in code points: where its root ends."""
        return self.end[self.root]

    @property
    def size(self) -> NDArray[np.int64]:
        """Characters of each element."""
        return self.end - self.start

    # -- made once for look-ups --------------------------------------------------------------

    @cached_property
    def path_index(self) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """Keys of all paths in order, and the row of each."""
        return path_index(self)

    @cached_property
    def axis(self) -> NDArray[np.int64]:
        """Where each document begins when all are laid out one after the other."""
        return lay_out(self.length)

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """Starts on that axis; ascending, because rows are in pre-order."""
        return self.start + self.axis[self.doc]

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what can be made again."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def path_index(structure: Structure) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return the keys of all (document, path) in order, and the row of each."""
    return kernel.sorted_keys(kernel.in_document(element_keys(structure), structure.doc))


def element_keys(structure: Structure) -> NDArray[np.uint64]:
    """Key of the path of every element."""
    tags = structure.tags
    hashed = kernel.text_hash(tags.data, tags.starts, tags.ends)
    step = kernel.step_key(hashed[structure.tag], structure.ordinal)
    if structure.vias is None:
        return kernel.forest_keys(step, structure.parent, structure.depth)
    blob, starts, ends = structure.vias.data, structure.vias.starts, structure.vias.ends
    via = kernel.split_paths(blob, starts, ends)
    via_step = kernel.step_key(kernel.text_hash(blob, via.name_start, via.name_end), via.ordinal)
    return kernel.forest_keys(
        step,
        structure.parent,
        structure.depth,
        via=structure.via,
        via_step=via_step,
        via_offsets=via.offsets,
    )
