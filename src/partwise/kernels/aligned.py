"""Aligned columns: row `i` of every column is one and the same thing."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class AlignedColumns:
    """Base of tables whose arrays all have one entry per row; other fields belong to all rows."""

    def _columns(self) -> dict[str, NDArray[Any]]:
        held = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: column for name, column in held if isinstance(column, np.ndarray)}

    def __len__(self) -> int:
        return next(iter(self._columns().values())).size

    def take(self, rows: NDArray[Any] | slice) -> Self:
        """Return some rows, in that order."""
        return replace(self, **{name: column[rows] for name, column in self._columns().items()})

    def joined(self, *others: Self) -> Self:
        """Return these rows followed by those of others. O(n)."""
        every = [table._columns() for table in (self, *others)]
        columns = {name: np.concatenate([each[name] for each in every]) for name in every[0]}
        return replace(self, **columns)
