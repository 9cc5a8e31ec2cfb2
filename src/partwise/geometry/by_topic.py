"""Rows that belong to topics: the one way to say which."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from partwise._typing import Ints
from partwise.kernels.ragged import owners, rank_in_segment


@dataclass(frozen=True, eq=False)
class ByTopic:
    """Rows one topic after the other."""

    offsets: Ints
    """Topic ``i`` owns the rows ``offsets[i]:offsets[i + 1]``."""

    def __len__(self) -> int:
        return int(self.offsets[-1])

    @property
    def n_topics(self) -> int:
        """How many topics there are."""
        return self.offsets.size - 1

    @cached_property
    def topic(self) -> Ints:
        """Topic of each row."""
        return owners(self.offsets)

    @property
    def count(self) -> Ints:
        """Rows of each topic."""
        return np.diff(self.offsets)

    @cached_property
    def nth(self) -> Ints:
        """Which row of its topic each row is, from 1."""
        return rank_in_segment(self.offsets)


@dataclass(frozen=True, eq=False)
class OfTopics:
    """Rows of topics, in any order."""

    topic: Ints
    """Topic of each row."""
    n_topics: int

    @cached_property
    def count(self) -> Ints:
        """Rows of each topic."""
        return np.bincount(self.topic, minlength=self.n_topics)
