"""One numbering for the names of several tables."""

from __future__ import annotations

import numpy as np

from partwise._typing import Ints
from partwise.tables.columns import ABSENT
from partwise.tables.names import Names


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
        self._texts = sorted({text for some in texts for text in some})
        number = {text: n for n, text in enumerate(self._texts)}
        self.numbers: list[Ints] = [
            np.fromiter((number[text] for text in some), np.int64, len(some)) for some in texts
        ]

    @property
    def size(self) -> int:
        """How many names there are."""
        return len(self._texts)

    def __getitem__(self, number: int) -> str:
        return self._texts[number].decode("utf-8", "surrogatepass")

    def codes_in(self, other: Names) -> Ints:
        """Code in `other` of each number, -1 where it is absent."""
        found = np.full(self.size, ABSENT, np.int64)
        for names, numbers in zip(self.dictionaries, self.numbers, strict=True):
            found[numbers] = names.codes_in(other)
        return found
