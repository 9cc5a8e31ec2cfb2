"""Structures that list only the elements that may be retrieved.

The root always stays: it is what a whole document means. An element's parent
becomes its nearest ancestor that stays, so its children are the retrievable
elements right below it, which still lie inside it side by side. Paths keep
counting in the document: ``/article[1]/bdy[1]/sec[2]`` is the same element
whether or not ``bdy`` is listed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from partwise.kernels.ragged import count_before
from partwise.kernels.trees import by_depth, depths, last_descendant
from partwise.tables.names import Names

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from partwise.tables.structure.table import Structure


def nearest(structure: Structure, tags: frozenset[str]) -> NDArray[np.int64]:
    """Return the nearest of these elements and the roots around each element, or itself."""
    wanted = np.array([tag in tags for tag in structure.tags], np.bool_)
    kept = wanted[structure.tag]
    kept[structure.root] = True
    near = np.arange(len(structure))
    for rows in by_depth(structure.depth)[1:]:
        out = rows[~kept[rows]]
        near[out] = near[structure.parent[out]]
    return near


def only(structure: Structure, tags: frozenset[str]) -> Structure:
    """Return the structure with only these elements and the roots."""
    near = nearest(structure, tags)
    kept = near == np.arange(near.size)
    rows = np.flatnonzero(kept)
    place = count_before(kept)
    above = structure.parent[rows]
    parent = np.where(above >= 0, place[near[above]], -1)
    depth = depths(parent)
    vias, via = _left_out(structure, rows, near)
    return replace(
        structure,
        offsets=place[structure.offsets],
        tag=structure.tag[rows],
        ordinal=structure.ordinal[rows],
        parent=parent,
        last=last_descendant(parent, depth),
        depth=depth,
        start=structure.start[rows],
        end=structure.end[rows],
        wstart=None if structure.wstart is None else structure.wstart[rows],
        wend=None if structure.wend is None else structure.wend[rows],
        blank=None,
        vias=vias,
        via=via,
    )


def _left_out(
    structure: Structure, rows: NDArray[np.int64], near: NDArray[np.int64]
) -> tuple[Names | None, NDArray[np.int32] | None]:
    """Return the steps between each kept element and the nearest kept one above it."""
    import polars as pl

    from partwise.tables.structure.frames import path_series

    above = structure.parent[rows]
    jumps = (above >= 0) & (near[above] != above)
    if not jumps.any():
        return None, None
    paths = path_series(structure)
    far, close = above[jumps], near[above[jumps]]
    steps = pl.DataFrame({"far": paths.gather(far), "close": paths.gather(close)}).select(
        via=pl.col("far").str.slice(pl.col("close").str.len_chars())
    )["via"]
    distinct = steps.unique(maintain_order=True)
    codes = np.zeros(rows.size, np.int32)
    order = pl.Series(range(1, len(distinct) + 1), dtype=pl.Int32)
    codes[jumps] = steps.replace_strict(distinct, order).to_numpy()
    return Names.of(["", *distinct.to_list()]), codes
