"""Element paths: keys of the paths people write, and the paths of rows.

``/article[1]/bdy[1]/sec[2]``: every step counts the siblings of its own name
from 1. Steps are compared whole, never as prefixes of strings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints
from partwise.kernels import paths as kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from partwise.tables.names import Names
    from partwise.tables.structure.table import Structure

_BLOCK = 4_000_000
"""Bytes of paths split in one go."""


@dataclass(frozen=True, eq=False)
class KeyedPaths:
    """Distinct paths with their keys."""

    names: Names
    """The paths as written."""
    key: NDArray[np.uint64]
    """Key of each path."""
    steps: Ints
    """Number of steps."""
    bad: Flags
    """Whether it is no element path (E9)."""
    bare: Flags
    """Whether a step lacks its ``[n]``."""

    @classmethod
    def of(cls, names: Names, *, lenient: bool = False) -> KeyedPaths:
        """Split and key paths; lenient accepts steps without ``[n]`` as ``[1]``."""
        starts, ends = names.starts, names.ends
        parts = []
        for block in np.split(np.arange(len(names)), np.flatnonzero(np.diff(ends // _BLOCK)) + 1):
            steps = kernel.split_paths(names.data, starts[block], ends[block], lenient=lenient)
            hashed = kernel.text_hash(names.data, steps.name_start, steps.name_end)
            keys = kernel.path_keys(hashed, steps.ordinal, steps.offsets)
            parts.append((keys, np.diff(steps.offsets), steps.bad, steps.bare))
        return cls(names, *(np.concatenate(column) for column in zip(*parts, strict=True)))


def paths_of(structure: Structure, rows: Ints) -> list[str]:
    """Path of each row; one Python string per row and distinct ancestor."""
    tags = structure.tags.tolist()
    vias = structure.vias.tolist() if structure.vias is not None else None
    known: dict[int, str] = {-1: ""}
    return [_path(structure, row, tags, vias, known) for row in rows.tolist()]


def _path(
    structure: Structure, row: int, tags: list[str], vias: list[str] | None, known: dict[int, str]
) -> str:
    missing = []
    while row not in known:
        missing.append(row)
        row = int(structure.parent[row])
    path = known[row]
    for below in reversed(missing):
        between = "" if vias is None or structure.via is None else vias[structure.via[below]]
        path = f"{path}{between}/{tags[structure.tag[below]]}[{structure.ordinal[below]}]"
        known[below] = path
    return path
