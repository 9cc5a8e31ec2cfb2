"""Bases of what a view holds: rows by topic, values made once, forwarded attributes, limits."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any, Generic, TypeVar, cast

import numpy as np

from partwise._typing import Ints
from partwise.errors import TableError
from partwise.kernels.ragged import owners, rank_in_segment
from partwise.messages import Notes


@dataclass(frozen=True, eq=False)
class ByTopic:
    """Rows one topic after the other."""

    offsets: Ints
    """Topic ``i`` owns the rows ``offsets[i]:offsets[i + 1]``."""

    def __len__(self) -> int:
        return int(self.offsets[-1])

    @property
    def n_topics(self) -> int:
        """Number of topics."""
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


T = TypeVar("T")


class Memo:
    """Things by key, made when first asked for."""

    def __init__(self) -> None:
        self._made: dict[Hashable, Any] = {}

    def __call__(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made under this key before, or make it."""
        if key not in self._made:
            self._made[key] = make()
        value: T = self._made[key]
        return value

    def __len__(self) -> int:
        return len(self._made)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._made


Value = TypeVar("Value")


class Forwarded(Generic[Value]):
    """An attribute of the same name of something that the object holds.

    Parameters
    ----------
    holder : str
        What holds it, as seen from the object: ``retrieval``, ``targets.both``.
    """

    def __init__(self, holder: str) -> None:
        self._holder = holder

    def __set_name__(self, owner: type, name: str) -> None:
        self._get = attrgetter(f"{self._holder}.{name}")

    def __get__(self, instance: Any, owner: type) -> Value:
        if instance is None:
            return cast("Value", self)
        value: Value = self._get(instance)
        return value


# -- limits, and words that measures share ---------------------------------------------------------

REPEATED = "{n:repeated result} {n:keeps its|keep their} rank but {n:adds|add} nothing"
"""Note on results that a topic lists again."""

SHORT = "no topic returns as much as the budget of {budget}"
"""Note on a budget that decides nothing, as all is read."""

MOST = 2.0**62
"""Characters that fit on one axis of 64 bits."""


def of_every_topic(n: int, total: int) -> dict[str, int]:
    """Return the counts of something that is said only if it holds in all topics."""
    return {"n": n if n == total else 0, "every": total}


def check_total(extent: Ints, what: str) -> None:
    """Raise an error for extents whose sum leaves 64 bits."""
    if float(extent.sum(dtype=np.float64)) >= MOST:
        row = int(np.argmax(extent))
        raise TableError(None, f"offsets of {what} reach {int(extent[row])}: too far to be counted")


def note_past_end(notes: Notes, noun: str, *, past: int, beyond: int) -> None:
    """Note `past` places that end past the end of their document; `beyond`: that begin there.

    The last chunk of a document may be longer than what is left of it. What begins behind the
    end is no part of that text.
    """
    notes.add(
        f"{{n:{noun}}} {{n:extends|extend}} past the end of {{n:its|their}} document "
        "and {n:was|were} truncated",
        n=past - beyond,
    )
    notes.warn(
        f"{{n:{noun}}} {{n:begins|begin}} past the end of {{n:its|their}} document and "
        "{n:holds|hold} no text. Do offsets count something else, or is it another text?",
        n=beyond,
    )
