"""Where elements are: ancestors, containment, elements to spans and back.

`Trees` answers questions about a `Structure` for many elements or spans at
once. Elements are named by their row; -1 means "no such element".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints
from partwise.geometry.resolve.paths import KeyedPaths, paths_of
from partwise.kernels import paths as path_kernel
from partwise.kernels import trees as kernel
from partwise.kernels.ragged import ranges

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from partwise.tables.names import Names
    from partwise.tables.structure.table import Structure

    Rows = Ints

_BLOCK = 2_000_000
"""Elements looked at in one go when spans are searched for elements."""


@dataclass(frozen=True, eq=False)
class Trees:
    """Geometry of the element trees of a collection."""

    structure: Structure

    # -- finding ---------------------------------------------------------------------------

    def documents(self, docs: Names) -> Ints:
        """Code in the structure of each name, -1 where it is not there."""
        index = self.structure.docs.index
        return np.fromiter((index.get(name, -1) for name in docs), np.int64, len(docs))

    def find(self, doc: NDArray[np.integer], elements: Names, element: NDArray[np.int32]) -> Rows:
        """Row of each (document, path), -1 where there is none.

        Parameters
        ----------
        doc : ndarray of int
            Codes of documents in the *structure* (see `documents`), -1 = unknown.
        elements : Names
            Distinct paths.
        element : ndarray of int32
            Code of each path; -1 stands for the root, as a whole document does.
        """
        return self.find_keys(doc, KeyedPaths.of(elements), element)

    def find_keys(
        self, doc: NDArray[np.integer], paths: KeyedPaths, element: NDArray[np.int32]
    ) -> Rows:
        """Row of each (document, path) for paths that were split before."""
        rows = np.full(doc.size, -1, np.int64)
        whole = (doc >= 0) & (element < 0)
        if whole.any():
            rows[whole] = self.structure.root[doc[whole]]
        asked = np.flatnonzero((doc >= 0) & (element >= 0))
        asked = asked[~paths.bad[element[asked]]]
        wanted = path_kernel.in_document(paths.key[element[asked]], doc[asked])
        rows[asked] = path_kernel.look_up(wanted, *self.structure.path_index)
        return rows

    def paths(self, rows: Rows) -> list[str]:
        """Path of each row, as ``/article[1]/sec[2]``."""
        return paths_of(self.structure, rows)

    # -- kinship ---------------------------------------------------------------------------

    def ancestors(self, rows: Rows) -> tuple[Rows, Rows]:
        """Each row followed by its ancestors up to the root, with offsets; O(depth) each."""
        return kernel.ancestors(rows, self.structure.parent, self.structure.depth)

    # -- spans to elements -----------------------------------------------------------------

    def around(self, doc: NDArray[np.integer], start: Rows, end: Rows) -> Rows:
        """Smallest element that holds each span; of equal ones the deepest.

        -1 for an unknown document or a span past its end. A position ``[n, n)`` belongs to
        the element that starts there rather than to one that ends there.
        """
        s = self.structure
        known = np.flatnonzero(doc >= 0)
        first = np.full(doc.size, -1, np.int64)
        at = self.structure.axis[doc[known]] + np.minimum(start[known], s.length[doc[known]])
        first[known] = np.searchsorted(self.structure.starts, at, "right") - 1
        known = known[first[known] < s.offsets[doc[known]]]
        first[known] = -1
        return kernel.innermost_around(first, start, end, s.end, s.parent)

    def largest_inside(self, doc: NDArray[np.integer], start: Rows, end: Rows) -> tuple[Rows, Rows]:
        """Elements inside each span that lie in no other element inside it, with offsets.

        Empty elements are left out: they show nothing.
        """
        s = self.structure
        outermost = partial(kernel.outermost_inside, start=s.start, end=s.end, parent=s.parent)
        return _joined(starmap(outermost, self._starting_inside(doc, start, end)))

    def leaves_inside(self, doc: NDArray[np.integer], start: Rows, end: Rows) -> tuple[Rows, Rows]:
        """Elements without children inside each span, empty ones left out, with offsets."""
        s = self.structure
        leaves = partial(kernel.leaves_inside, start=s.start, end=s.end, last=s.last)
        return _joined(starmap(leaves, self._starting_inside(doc, start, end)))

    def touched(self, doc: NDArray[np.integer], start: Rows, end: Rows) -> tuple[Rows, Rows]:
        """Elements that begin in each span, and the last that begins before it, with offsets.

        These and their ancestors are all elements that hold a character of a span.
        """
        base, length = self.structure.axis[doc], self.structure.length[doc]
        low = np.searchsorted(self.structure.starts, base + np.minimum(start, length), "right") - 1
        high = np.searchsorted(self.structure.starts, base + np.minimum(end, length), "left")
        return ranges(low, high)

    def _starting_inside(
        self, doc: NDArray[np.integer], start: Rows, end: Rows
    ) -> Iterator[tuple[Rows, Rows, Rows]]:
        """Rows that start in each span, span by span in blocks of bounded size."""
        length = np.append(self.structure.length, 0)[doc]
        base = self.structure.axis[doc]
        low = np.searchsorted(self.structure.starts, base + np.minimum(start, length), "left")
        high = np.searchsorted(self.structure.starts, base + np.minimum(end, length + 1), "left")
        high = np.where(doc >= 0, np.minimum(high, self.structure.offsets[doc + 1]), low)
        done = np.cumsum(np.maximum(high - low, 0)) // _BLOCK
        for block in np.split(np.arange(doc.size), np.flatnonzero(np.diff(done)) + 1):
            yield low[block], high[block], end[block]


def _joined(found: Iterable[tuple[Rows, Rows]]) -> tuple[Rows, Rows]:
    blocks = list(found)
    rows = np.concatenate([rows for rows, _ in blocks])
    counts = np.concatenate([np.diff(offsets) for _, offsets in blocks])
    return rows, np.concatenate((np.zeros(1, np.int64), np.cumsum(counts)))
