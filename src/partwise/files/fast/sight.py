"""What an evaluation has to see of a chunk run, and how its rows are told from the others."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.kernels.text.alike import letters_and_digits
from partwise.kernels.text.lines import PAD
from partwise.kernels.text.names import blob_block, fingerprints
from partwise.tables.columns import ABSENT
from partwise.tables.names import Names

_MIX = np.uint64(0x9E3779B97F4A7C15)
_STRIDE = np.uint64(0xD1B54A32D192ED03)


class Sight:
    """The first results of each topic, and those of judged documents.

    Parameters
    ----------
    topics, docs : Names
        Those of the assessments.
    pairs : ndarray of int64
        Judged pairs, ascending: topic times the number of documents, plus document.
    length : ndarray of int64
        Length of each document, -1 where it is not known.
    rank : int
        Results of each topic that are seen whatever they are; one more is kept for ties.
    budget : int
        Results that begin within so many characters of a topic are seen, too.
    clip : bool
        Truncate parts at the end of their document.
    """

    def __init__(
        self,
        topics: Names,
        docs: Names,
        pairs: Ints,
        length: Ints,
        *,
        rank: int,
        budget: int,
        clip: bool,
    ) -> None:
        self.topics, self.docs, self.pairs = topics, docs, pairs
        self.rank, self.budget = rank, budget
        clips = clip and bool((length >= 0).any())
        self.length = np.append(length, ABSENT) if clips else None
        bits = max(16, int(pairs.size).bit_length() + 5)
        self._shift = np.uint64(64 - bits)
        self._marked = np.zeros(1 << bits, np.bool_)
        n = max(1, len(docs))
        self._marked[self._slots(pairs // n, pairs % n)] = True

    def _slots(self, topic: Ints, doc: NDArray[np.integer]) -> Ints:
        key = topic.view(np.uint64) * _STRIDE + doc.astype(np.uint64)
        return ((key * _MIX) >> self._shift).view(np.int64)

    def codes(self, names: list[bytes]) -> Ints:
        """Code of each topic, -1 where it is not judged."""
        index = self.topics.index
        return np.array([index.get(name.decode(), -1) for name in names], np.int64)

    def judged(self, topic: Ints, doc: NDArray[np.integer]) -> Flags:
        """Whether each pair is judged; few need more than one look."""
        found: Flags = self._marked[self._slots(topic, doc)]
        at = np.flatnonzero(found)
        key = topic[at] * np.int64(len(self.docs)) + doc[at]
        place = np.searchsorted(self.pairs, key)
        found[at] = self.pairs[np.minimum(place, self.pairs.size - 1)] == key
        return found

    @cached_property
    def letters(self) -> NDArray[np.uint64]:
        """Fingerprints of the letters and digits of the judged documents, ascending."""
        return np.sort(letter_prints(self.docs.blob, self.docs.ends))


def letter_prints(blob: NDArray[np.uint8], ends: Ints) -> NDArray[np.uint64]:
    """Fingerprint of the letters and digits of each name."""
    plain, stop = letters_and_digits(blob, ends)
    start = np.concatenate((np.zeros(1, np.int64), stop[:-1]))
    return fingerprints(blob_block(plain), (start + PAD, stop + PAD))
