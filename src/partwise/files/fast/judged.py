"""The judged documents, as a TREC run that keeps no other names looks for them.

What such a run forgets may be a slip: a document that would be judged if its
name were written in the other case, or without folder or suffix. Whether there
is one is told here from the bytes; which one it is, a second reading finds out.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.text.lines import Field
from partwise.kernels.text.name_table import NameTable
from partwise.kernels.text.names import fingerprints
from partwise.tables.doc_ids import DocIds, Reduced
from partwise.tables.names import Names

_SLASH, _BACKSLASH, _DOT = b"/\\."


class Judged:
    """Finds documents among the judged ones.

    Parameters
    ----------
    docs : Names
        Names of all documents that were judged, in the order of the assessments.
    """

    def __init__(self, docs: Names) -> None:
        self.docs = docs
        self._table = docs.table.anew()
        self._signs = any(sign in docs.blob.tobytes() for sign in b"/\\.")
        self._alike = False

    @property
    def close(self) -> bool:
        """Whether a document that is not judged is named like one that is."""
        return self._alike or self._table.alike

    def find(
        self, data: NDArray[np.uint8], field: Field, mixed: NDArray[np.uint64], signs: bytes
    ) -> NDArray[np.int32]:
        r"""Code of each name, or the number of judged documents.

        `mixed` are the folded fingerprints of the names; `signs` those of ``/``, ``\`` and
        ``.`` that they may hold.
        """
        codes = self._table.find(data, field, mixed)
        if not self._alike and (signs or self._signs):
            self._alike = self._looks_alike(data, field, codes)
        return codes

    def _looks_alike(self, data: NDArray[np.uint8], field: Field, codes: NDArray[np.int32]) -> bool:
        """Tell whether a name that was not found is judged without its folder or suffix."""
        slash = np.flatnonzero((data == _SLASH) | (data == _BACKSLASH))
        dot = np.flatnonzero(data == _DOT)
        cut = _inside(slash, field) | _inside(dot, field)
        rows = np.flatnonzero((codes == len(self.docs)) & (cut | self._signs))
        if not rows.size:
            return False
        start, end = field[0][rows], _without_slashes(data, field[0][rows], field[1][rows])
        start = np.maximum(start, _last(slash, end) + 1)
        stem = _last(dot, end)
        shorter = np.where(stem > start, stem, end)
        return any(
            table is not None and _known(table, data, (start, until))
            for table, until in ((self._names, end), (self._stems, shorter))
        )

    @cached_property
    def _names(self) -> NameTable | None:
        return _reduced_table(self.docs, "name")

    @cached_property
    def _stems(self) -> NameTable | None:
        return _reduced_table(self.docs, "stem")


def _reduced_table(docs: Names, how: DocIds) -> NameTable | None:
    """Table of reduced names; None where two judged documents would be one."""
    found = Reduced(docs, how)
    return found.names.table if found.twins() is None else None


def _known(table: NameTable, data: NDArray[np.uint8], field: Field) -> bool:
    full = np.flatnonzero(field[1] > field[0])
    field = field[0][full], field[1][full]
    codes = table.find(data, field, fingerprints(data, field, fold=True))
    return bool((codes < len(table)).any())


def _without_slashes(
    data: NDArray[np.uint8], start: NDArray[np.int64], end: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return where names end, without the slashes at their ends."""
    end, rows = end.copy(), np.arange(end.size)
    while rows.size:
        last = data[end[rows] - 1]
        slash = (last == _SLASH) | (last == _BACKSLASH)
        rows = rows[slash & (end[rows] > start[rows])]
        end[rows] -= 1
    return end


def _inside(at: NDArray[np.int64], field: Field) -> NDArray[np.bool_]:
    """Whether one of the ascending positions lies in each field."""
    start, end = field
    if not at.size:
        return np.zeros(start.size, np.bool_)
    if at.size == start.size and (at >= end).all() and (at[:-1] < start[1:]).all():
        return np.zeros(start.size, np.bool_)  # the point of each row's score, nothing else
    found: NDArray[np.bool_] = _last(at, end) >= start
    return found


def _last(at: NDArray[np.int64], end: NDArray[np.int64]) -> NDArray[np.int64]:
    """Last of the ascending positions before each end, -1 where there is none."""
    return np.append(at, -1)[np.searchsorted(at, end) - 1]
