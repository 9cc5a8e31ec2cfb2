"""Names: distinct strings kept as one block of bytes.

A run may name millions of documents. As Python strings they would cost more
memory than all other columns together, so the dictionary of a column is one
UTF-8 block with the position of each name's end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.text.lines import PAD, Field
from partwise.kernels.text.name_table import NameTable
from partwise.kernels.text.names import blob_block, fingerprints

if TYPE_CHECKING:
    import polars as pl

_Codes = dict[bytes, int]
_TAKEN = 1 << 16
"""Names that are copied at once."""


@dataclass(frozen=True, eq=False)
class Names:
    """Distinct strings in a fixed order; a code is a position in it.

    Parameters
    ----------
    blob : ndarray of uint8
        All names, UTF-8, one after the other.
    ends : ndarray of int64
        Where each name ends in `blob`.
    """

    blob: NDArray[np.uint8]
    ends: NDArray[np.int64]

    @classmethod
    def of(cls, names: Iterable[str]) -> Names:
        """Build from strings, which must be distinct."""
        return cls.of_bytes([name.encode("utf-8", "surrogatepass") for name in names])

    @classmethod
    def of_bytes(cls, names: Sequence[bytes]) -> Names:
        """Build from the UTF-8 bytes of strings, which must be distinct."""
        lengths = np.array([*map(len, names)], np.int64)
        return cls.from_blob(np.frombuffer(b"".join(names), np.uint8), np.cumsum(lengths))

    @classmethod
    def of_series(cls, names: pl.Series) -> Names:
        """Build from a polars column of distinct strings, without a Python string for each."""
        if not names.len():
            return EMPTY
        ends = np.cumsum(names.str.len_bytes().to_numpy().astype(np.int64))
        return cls.from_blob(np.frombuffer(names.str.join("").item().encode(), np.uint8), ends)

    def series(self) -> pl.Series:
        """Return a polars column of all names, without a Python string for each."""
        import polars as pl

        if not len(self) or not self.blob.all() or (text := self._text()) is None:
            return pl.Series(self.tolist(), dtype=pl.String)
        return pl.Series([text], dtype=pl.String).str.split("\0").explode()

    def _text(self) -> str | None:
        """Return all names with a NUL, which is in none of them, between two; None if not UTF-8."""
        try:
            return np.insert(self.blob, self.ends[:-1], 0).tobytes().decode()
        except UnicodeDecodeError:
            return None

    @classmethod
    def from_blob(cls, blob: NDArray[np.uint8], ends: NDArray[np.int64]) -> Names:
        """Build from the block itself."""
        blob.flags.writeable = False
        ends.flags.writeable = False
        return cls(blob, ends)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what was looked up in between: equal names have equal pickles."""
        return {"blob": self.blob, "ends": self.ends}

    def __len__(self) -> int:
        return self.ends.size

    def __getitem__(self, code: int) -> str:
        if not -len(self) <= code < len(self):
            raise IndexError(code)
        code %= len(self)
        first = int(self.ends[code - 1]) if code else 0
        return self.blob[first : int(self.ends[code])].tobytes().decode("utf-8", "surrogatepass")

    def __iter__(self) -> Iterator[str]:
        return iter(self.tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Names):
            return NotImplemented
        return np.array_equal(self.ends, other.ends) and np.array_equal(self.blob, other.blob)

    def __hash__(self) -> int:
        return hash((self.ends.size, self.blob.tobytes()))

    def __repr__(self) -> str:
        shown = [self[code] for code in range(min(len(self), 3))]
        dots = ", ..." if len(self) > 3 else ""
        return f"Names({', '.join(map(repr, shown))}{dots}; {len(self):,})"

    @property
    def starts(self) -> NDArray[np.int64]:
        """Where each name starts in `blob`."""
        return np.concatenate((np.zeros(1, np.int64), self.ends[:-1]))[: len(self)]

    def bytes(self) -> list[bytes]:
        """All names as UTF-8 bytes."""
        block = self.blob.tobytes()
        ends = self.ends.tolist()
        return [block[a:b] for a, b in zip([0, *ends[:-1]], ends, strict=True)] if ends else []

    def tolist(self) -> list[str]:
        """All names as strings."""
        return [name.decode("utf-8", "surrogatepass") for name in self.bytes()]

    @cached_property
    def index(self) -> dict[str, int]:
        """Code of each name; builds a Python string per name."""
        return {name: code for code, name in enumerate(self.tolist())}

    @cached_property
    def table(self) -> NameTable:
        """Where texts look names up by their bytes; made once, for all runs of an evaluation."""
        return NameTable(*self._block())

    def _block(self) -> tuple[NDArray[np.uint8], Field]:
        """Return the names as fields of a block, as the kernels of text read them."""
        return blob_block(self.blob), (self.starts + PAD, self.ends + PAD)

    @cached_property
    def _codes(self) -> _Codes:
        """Code of each name, kept for those who ask again: one run after the other."""
        return self._numbered()

    def _numbered(self) -> _Codes:
        return {name: code for code, name in enumerate(self.bytes())}

    def ranks(self) -> NDArray[np.int64]:
        """Position of each name in code point order, which is the order of UTF-8 bytes."""
        lengths = np.diff(self.ends, prepend=0)
        if lengths.size and int(lengths.max()) > _WIDEST_PADDED:
            names = self.bytes()
            order = np.array(sorted(range(len(names)), key=names.__getitem__), np.int64)
        else:
            order = np.argsort(self._padded(lengths), kind="stable")
        ranks = np.empty(len(self), np.int64)
        ranks[order] = np.arange(len(self))
        return ranks

    def _padded(self, lengths: NDArray[np.int64]) -> NDArray[np.bytes_]:
        width = max(1, int(lengths.max(initial=0)))
        block = np.zeros((len(self), width), np.uint8)
        column = np.arange(width)
        block[column < lengths[:, None]] = self.blob
        return block.view(f"S{width}").ravel()

    def take(self, codes: NDArray[np.integer]) -> Names:
        """Return the names of some codes, in that order (codes must be distinct)."""
        starts, lengths = self.starts[codes], np.diff(self.ends, prepend=0)[codes]
        ends = np.cumsum(lengths)
        blob = np.empty(int(ends[-1]) if ends.size else 0, np.uint8)
        for at in range(0, ends.size, _TAKEN):  # places of bytes take eight times their room
            size = lengths[at : at + _TAKEN]
            begin = np.cumsum(size) - size
            first, last = int(ends[at] - size[0]), int(ends[at + size.size - 1])
            blob[first:last] = self.blob[
                np.arange(last - first) + np.repeat(starts[at : at + _TAKEN] - begin, size)
            ]
        return Names.from_blob(blob, ends)

    def slices(self, size: int) -> Iterator[Names]:
        """Yield all names, so many at a time."""
        for at in range(0, len(self), size):
            first = int(self.ends[at - 1]) if at else 0
            ends = self.ends[at : at + size]
            yield Names.from_blob(self.blob[first : int(ends[-1])], ends - first)

    def codes_in(self, other: Names) -> NDArray[np.int64]:
        """Code of each of these names in `other`, -1 where it is absent.

        Few names, as topics are, are looked up once: run after run has the same, and every
        run is asked several times.
        """
        if len(self) > _REMEMBERED:
            return self._found_in(other.table if len(other) <= _FEW else NameTable(*other._block()))
        if len(other) > _FEW:
            return self._looked_up(other._numbered())
        names, codes = other._asked
        if not _same(names, self):
            codes = self._looked_up(other._codes)
            # bare names: what else is known of them is freed with their run
            other.__dict__["_asked"] = Names(self.blob, self.ends), codes
        return codes.copy()

    def _found_in(self, table: NameTable) -> NDArray[np.int64]:
        """Look many names up on their bytes: a million Python strings cost more than the rows."""
        data, field = self._block()
        codes = table.find(data, field, fingerprints(data, field, fold=True)).astype(np.int64)
        codes[codes == len(table)] = -1
        return codes

    def _looked_up(self, found: _Codes) -> NDArray[np.int64]:
        return np.array([found.get(name, -1) for name in self.bytes()], np.int64)

    @cached_property
    def _asked(self) -> tuple[Names, NDArray[np.int64]]:
        """The names that were last looked up in these, and their codes."""
        return EMPTY, np.empty(0, np.int64)


def _same(one: Names, other: Names) -> bool:
    """Tell whether names are the same, by their arrays where these are."""
    return (one.blob is other.blob and one.ends is other.ends) or one == other


_WIDEST_PADDED = 64
"""Longest name that is sorted in a padded block rather than as Python bytes."""

_FEW = 1 << 16
"""Names whose codes are kept as a dictionary."""

_REMEMBERED = 1 << 14
"""Names whose codes in others are kept."""

EMPTY = Names.of(())
