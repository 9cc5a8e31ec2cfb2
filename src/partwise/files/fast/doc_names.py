"""Names of the documents of rows: told apart by fingerprint, looked at where that matters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise._record import record
from partwise._typing import Ints
from partwise.files.fast.judged import Judged
from partwise.kernels.text.lines import Field
from partwise.kernels.text.names import fingerprints

_BITS = 18
"""Names that are not looked at again, as a power of two."""
_SHIFT = np.uint64(64 - _BITS)


@record
class DocNames:
    """Names, and which of them each row has.

    Parameters
    ----------
    data : ndarray of uint8
        The bytes that hold the names.
    field : pair of ndarray of int64
        Where the names start and end.
    prints : ndarray of uint64
        Fingerprint of each name; case does not count.
    index : ndarray of int64 or None
        Which name each row has; None: row by row. Two of the names may be equal.
    """

    data: NDArray[np.uint8]
    field: Field
    prints: NDArray[np.uint64]
    index: Ints | None = None

    @classmethod
    def of(cls, data: NDArray[np.uint8], field: Field, index: Ints | None = None) -> DocNames:
        """Take the fingerprints of names."""
        return cls(data, field, fingerprints(data, field, fold=True), index)

    @property
    def row_prints(self) -> NDArray[np.uint64]:
        """Fingerprint of each row's name."""
        return self.prints if self.index is None else self.prints[self.index]

    def codes(self, judged: Judged, signs: bytes) -> NDArray[np.int32]:
        """Code of each row's document, or the number of judged documents."""
        codes = judged.find(self.data, self.field, self.prints, signs)
        return codes if self.index is None else codes[self.index]

    def at(self, rows: Ints) -> Field:
        """Where the names of some rows start and end."""
        at = rows if self.index is None else self.index[rows]
        return self.field[0][at], self.field[1][at]

    def taken(self, rows: Ints) -> DocNames:
        """Return the names of some rows."""
        if self.index is None:
            return DocNames(self.data, self.at(rows), self.prints[rows])
        return DocNames(self.data, self.field, self.prints, self.index[rows])


class Strangers:
    """Names of documents that nobody judged, most of which are looked at once.

    Blocks ask at the same time and are remembered one after the other, in order: who asks too
    early is told a name once more.
    """

    def __init__(self) -> None:
        self._met = np.zeros(1 << _BITS, np.uint64)

    def new(self, names: DocNames, rows: Ints) -> DocNames:
        """Return those names of some rows that were not met before."""
        if names.index is not None:
            rows = _in_order(names.index[rows], names.prints.size)
        prints = names.prints[rows]
        new = np.flatnonzero(self._met[_slots(prints)] != prints)
        field = names.field[0][rows[new]], names.field[1][rows[new]]
        return DocNames(names.data, field, prints[new])

    def remember(self, names: DocNames) -> None:
        """Note that these were looked at."""
        self._met[_slots(names.prints)] = names.prints


def _in_order(index: Ints, size: int) -> Ints:
    """Return numbers below `size` each once, in the order in which they first come."""
    first = np.full(size, index.size)
    first[index[::-1]] = np.arange(index.size)[::-1]
    found = np.flatnonzero(first < index.size)
    return found[np.argsort(first[found])]


def _slots(prints: NDArray[np.uint64]) -> Ints:
    return (prints >> _SHIFT).view(np.int64)
