"""Result lists: what each topic got, in the order in which the system would show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from partwise._typing import Ints
from partwise.errors import AdapterError
from partwise.tables.names import Names

Unwrap = Callable[[Any], Sequence[Any]]


@dataclass(frozen=True)
class ResultLists:
    """All items one after the other, and whose they are.

    Parameters
    ----------
    topics : list of str
        The topics in the order given.
    offsets : ndarray of int64
        Topic ``i`` owns the items ``offsets[i]:offsets[i + 1]``.
    items : list
        The items.
    notes : tuple of str
        What is worth knowing of the results.
    """

    topics: list[str]
    offsets: Ints
    items: list[Any]
    notes: tuple[str, ...] = ()

    @property
    def topic(self) -> Ints:
        """The topic of each item."""
        return np.repeat(np.arange(len(self.topics)), np.diff(self.offsets))

    @property
    def rank(self) -> Ints:
        """The place of each item in its list, from 1."""
        return np.arange(len(self.items)) - np.repeat(self.offsets[:-1], np.diff(self.offsets)) + 1

    @property
    def names(self) -> Names:
        """The topics as a dictionary of a column."""
        return Names.of(self.topics)

    def label(self, row: int) -> str:
        """Name an item as messages do: ``q1[3]``."""
        return f"{self.topics[int(self.topic[row])]}[{int(self.rank[row])}]"


def result_lists(
    caller: str,
    given: Any,
    topics: Iterable[str | int] | None,
    cutoff: int | None,
    unwrap: Unwrap,
) -> ResultLists:
    """Return the lists of all topics.

    `given` is ``{topic: result}`` or pairs of them; with `topics` it is one result a topic, in
    their order.
    """
    pairs = _by_order(caller, given, topics) if topics is not None else _by_topic(caller, given)
    names: list[str] = []
    sizes: list[int] = []
    items: list[Any] = []
    for topic, result in pairs:
        names.append(_topic(caller, topic))
        found = unwrap(result)
        items += found[:cutoff]
        sizes.append(len(found) if cutoff is None else min(cutoff, len(found)))
    if len(set(names)) < len(names):
        twice, _ = next(pair for pair in Counter(names).items() if pair[1] > 1)
        raise AdapterError(caller, f"topic {twice} is given twice")
    return ResultLists(names, np.cumsum([0, *sizes], dtype=np.int64), items)


def _topic(caller: str, topic: Any) -> str:
    if isinstance(topic, bool) or not isinstance(topic, (str, int, np.integer)) or topic == "":
        raise AdapterError(caller, f"{topic!r} is not a topic", "Use text, the topic's id")
    return str(topic)


def _by_topic(caller: str, given: Any) -> list[tuple[Any, Any]]:
    if isinstance(given, Mapping):
        return list(given.items())
    if isinstance(given, Iterable) and not isinstance(given, (str, bytes)):
        pairs = list(given)
        if all(type(p) is tuple and len(p) == 2 and _named(p[0]) for p in pairs):
            return pairs
    kind = type(given).__name__
    raise AdapterError(
        caller, f"{kind} does not say which topic got which result",
        "Use {topic: result}, or topics=... with one topic for each result",
    )  # fmt: skip


def _named(topic: Any) -> bool:
    return isinstance(topic, (str, int, np.integer))


def _by_order(caller: str, given: Any, topics: Iterable[str | int]) -> list[tuple[Any, Any]]:
    names = list(topics)
    if isinstance(given, Mapping) or not isinstance(given, Iterable):
        kind = type(given).__name__
        raise AdapterError(caller, f"topics= needs a list of results, not {kind}")
    results = list(given)
    if len(results) != len(names):
        said = f"{len(names):,} topics for {len(results):,} results"
        raise AdapterError(caller, said, "Use topics=... with one topic for each result")
    return list(zip(names, results, strict=True))


def sequence(caller: str, result: Any, *, expected: str = "a list of items") -> Sequence[Any]:
    """Return a result that is a list, or can be made one."""
    if isinstance(result, list):
        return result
    ordered = isinstance(result, Iterable) and not isinstance(
        result, (str, bytes, Mapping, set, frozenset)
    )
    if not ordered or hasattr(result, "model_dump"):
        kind = type(result)
        named = f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.")
        raise AdapterError(caller, f"a result must be {expected}, not {named}")
    return list(result)
