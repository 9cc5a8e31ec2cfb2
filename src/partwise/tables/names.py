"""Names: distinct strings as UTF-8 bytes and places in them.

A run may name millions of documents. As Python strings they would cost more memory than all other
columns together, so the dictionary of a column is a block of bytes with the place of each name.
The block may be the one that was read: nothing is copied then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.kernels.text.lines import PAD, Field
from partwise.kernels.text.names import (
    NameTable,
    blob_block,
    gather_names,
    name_ranks,
)

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, eq=False)
class Names:
    """Distinct strings in a fixed order; a code is a position in it.

    Parameters
    ----------
    data : ndarray of uint8
        UTF-8 bytes, with `PAD` bytes before the first name and after the last one.
    starts, ends : ndarray of int64
        Where each name starts and ends in `data`.
    """

    data: NDArray[np.uint8]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]

    def __post_init__(self) -> None:
        for array in (self.data, self.starts, self.ends):
            array.flags.writeable = False

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

    @classmethod
    def from_blob(cls, blob: NDArray[np.uint8], ends: NDArray[np.int64]) -> Names:
        """Build from the bytes of all names, one after the other, and where each ends."""
        starts = np.concatenate((np.zeros(1, np.int64), ends[:-1]))[: ends.size]
        return cls(blob_block(blob), starts + PAD, ends + PAD)

    @property
    def field(self) -> Field:
        """Places of the names, as the kernels of text take them."""
        return self.starts, self.ends

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Bytes of each name."""
        return self.ends - self.starts

    def blob(self) -> NDArray[np.uint8]:
        """Bytes of all names, one after the other."""
        packed = self.ends.size and (self.starts[1:] == self.ends[:-1]).all()
        if packed:
            return self.data[self.starts[0] : self.ends[-1]]
        return gather_names(self.data, self.field)

    def packed(self) -> Names:
        """Return the names without what else stands in their block."""
        return Names.from_blob(self.blob(), np.cumsum(self.lengths))

    def series(self) -> pl.Series:
        """Return a polars column of all names, without a Python string for each."""
        import polars as pl

        blob = self.blob()
        if not len(self) or not blob.all():
            return pl.Series(self.tolist(), dtype=pl.String)
        try:  # a NUL, which is in none of them, between two
            text = np.insert(blob, np.cumsum(self.lengths)[:-1], 0).tobytes().decode()
        except UnicodeDecodeError:
            return pl.Series(self.tolist(), dtype=pl.String)
        return pl.Series([text], dtype=pl.String).str.split("\0").explode()

    def __getstate__(self) -> dict[str, Any]:
        """Leave out other bytes, and what was looked up in between."""
        return {"blob": self.blob(), "ends": np.cumsum(self.lengths)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(Names.from_blob(**state).__dict__)

    def __len__(self) -> int:
        return self.ends.size

    def __getitem__(self, code: int) -> str:
        name = self.data[self.starts[code] : self.ends[code]]
        return name.tobytes().decode("utf-8", "surrogatepass")

    def __iter__(self) -> Iterator[str]:
        return iter(self.tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Names):
            return NotImplemented
        same = np.array_equal(self.lengths, other.lengths)
        return same and np.array_equal(self.blob(), other.blob())

    def __hash__(self) -> int:
        return hash((self.ends.size, self.blob().tobytes()))

    def __repr__(self) -> str:
        names = [self[code] for code in range(min(len(self), 3))]
        dots = ", ..." if len(self) > 3 else ""
        return f"Names({', '.join(map(repr, names))}{dots}; {len(self):,})"

    def bytes(self) -> list[bytes]:
        """All names as UTF-8 bytes."""
        block = self.blob().tobytes()
        ends = np.cumsum(self.lengths).tolist()
        return [block[a:b] for a, b in zip([0, *ends[:-1]], ends, strict=True)] if ends else []

    def tolist(self) -> list[str]:
        """All names as strings."""
        return [name.decode("utf-8", "surrogatepass") for name in self.bytes()]

    @cached_property
    def index(self) -> dict[str, int]:
        """Code of each name; builds a Python string per name."""
        return {name: code for code, name in enumerate(self.tolist())}

    def ranks(self) -> NDArray[np.int64]:
        """Position of each name in code point order, which is the order of UTF-8 bytes."""
        return name_ranks(self.data, self.field)

    def take(self, codes: NDArray[np.integer]) -> Names:
        """Return the names of some codes, in that order (codes must be distinct)."""
        return Names(self.data, self.starts[codes], self.ends[codes])

    def slices(self, size: int) -> Iterator[Names]:
        """Yield all names, so many at a time."""
        for row in range(0, len(self), size):
            yield Names(self.data, self.starts[row : row + size], self.ends[row : row + size])

    @cached_property
    def table(self) -> NameTable:
        """Names by fingerprint; made once, for all who look names up here."""
        return NameTable(self.data, self.field)

    def codes_in(self, other: Names) -> NDArray[np.int64]:
        """Code of each of these names in `other`, -1 where it is absent."""
        if not len(other):
            return np.full(len(self), -1, np.int64)
        return other.table.find(self.data, self.field)


EMPTY = Names.of(())


class MergedNames:
    """Names of several dictionaries under one number each, in code point order.

    The order of two numbers is that of their names, whatever other names are there: what is
    summed in the order of numbers has the same bits in every company.

    Examples
    --------
    >>> joint = MergedNames(Names.of(["b", "a"]), Names.of(["c", "b"]))
    >>> [numbers.tolist() for numbers in joint.numbers]
    [[1, 0], [2, 1]]
    """

    def __init__(self, *dictionaries: Names) -> None:
        self.dictionaries = dictionaries
        texts = [names.bytes() for names in dictionaries]
        self._texts = sorted({text for names in texts for text in names})
        number = {text: n for n, text in enumerate(self._texts)}
        self.numbers: list[Ints] = [
            np.fromiter((number[text] for text in names), np.int64, len(names)) for names in texts
        ]

    @property
    def size(self) -> int:
        """Number of names."""
        return len(self._texts)

    def __getitem__(self, number: int) -> str:
        return self._texts[number].decode("utf-8", "surrogatepass")

    def codes_in(self, other: Names) -> Ints:
        """Code in `other` of each number, -1 where it is absent."""
        found = np.full(self.size, -1, np.int64)
        for names, numbers in zip(self.dictionaries, self.numbers, strict=True):
            found[numbers] = names.codes_in(other)
        return found
