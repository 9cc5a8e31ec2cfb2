"""From result lists to placed columns: topics, items, what is left out."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.adapters._items import Items, Problems, read_items
from partwise.adapters._places import Places, locate_items, of_inventory, of_nodes, repeated
from partwise.adapters.fields import field_functions
from partwise.errors import AdapterError, UsageError
from partwise.files.units import Unit, check_unit, need_texts
from partwise.messages import Note
from partwise.tables.columns import Coded
from partwise.tables.lengths import Inventory
from partwise.tables.names import EMPTY, Names
from partwise.tables.row_rules import Missing, check_missing
from partwise.tables.texts import Texts
from partwise.texts.locate import as_texts
from partwise.texts.verification import As, LocateOptions, Omission

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


Errors = Literal["raise", "skip"]

_ELLIPSIS: dict[As, Omission] = {"run": "cover", "qrels": "cover", "chunks": "literal"}
"""An item is one part, whatever its text leaves out; a chunk leaves out nothing."""
_WHOLE = "{n:item} without a place {n:counts as a whole document|count as whole documents}"

_UNCHECKED = "places are as {framework} gives them, unchecked. Use texts=... to check them"
_REPEATED = (
    "{n} of {total:item} {n:has|have} a text that {n:its document repeats|their documents repeat}, "
    "and may stand for another copy than {framework} says"
)


@dataclass
class Options:
    """Options of reading items; see `Adapter.run` for each.

    Parameters
    ----------
    caller : str
        The constructor, for messages.
    advice, usual : str
        When the framework says where its items lie, and what it calls their start.
    """

    caller: str
    advice: str
    usual: str
    fields: Mapping[str, Any]
    nodes: Sequence[Any] | None
    inventory: Any
    texts: Any
    errors: Errors
    missing: Missing
    unit: Unit | None
    locate: bool = False
    kind: As = "run"
    searching: str | None = None
    """A framework that looks for the text of a chunk to say where it lies."""

    def __post_init__(self) -> None:
        if self.errors not in get_args(Errors):
            raise UsageError(f"errors must be raise or skip, not {self.errors!r}")
        check_missing(self.missing)
        check_unit(self.unit)
        self.documents: Texts | None = as_texts(self.texts)
        if self.documents is None and self.unit is not None:
            need_texts(self.unit)
        if self.documents is None and self.locate:
            raise UsageError("locate=True needs the documents' text. Use texts=...")


@dataclass
class Read:
    """Items of one call, placed."""

    items: Items
    places: Places
    kept: Ints
    docs: Coded
    notes: list[str]

    def column(self, name: str) -> list[Any]:
        """Return a field of the items that are kept."""
        column = self.items.columns[name]
        return column if self.kept.size == len(column) else [column[at] for at in self.kept]

    def given(self) -> dict[str, NDArray[Any]]:
        """Return what is kept as it came, where any item has it."""
        labels = {"id": "id", "text": "text", "score": "given_score", "distance": "given_distance"}
        found = {ours: self.column(name) for name, ours in labels.items()}
        return {
            ours: kept_array(c, ours) for ours, c in found.items() if any(v is not None for v in c)
        }

    @property
    def element(self) -> Coded:
        """Element paths of parts that an inventory knows by their element."""
        if self.places.element is None:
            return Coded(np.full(self.kept.size, -1, np.int32), EMPTY)
        paths = [self.places.element[at] for at in self.kept]
        index: dict[str, int] = {}
        codes = [-1 if p is None else index.setdefault(p, len(index)) for p in paths]
        return Coded(np.array(codes, np.int32), Names.of(index))

    @property
    def tokens(self) -> Ints | None:
        """Token counts, where any item has one."""
        tokens = self.places.tokens[self.kept]
        return tokens if (tokens >= 0).any() else None


@contextmanager
def _no_collection() -> Iterator[None]:
    """Pause the search for reference cycles: it would visit all objects again and again."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def read(source: Sequence[Any], label: Callable[[int], str], options: Options) -> Read:
    """Read and place items; refuse those that cannot be used, or leave them out."""
    with _no_collection():
        return _read(source, label, options)


def _read(source: Sequence[Any], label: Callable[[int], str], options: Options) -> Read:
    named = field_functions(options.fields)
    items = read_items(source, named)
    problems = Problems(options.caller, len(items), label, skip=options.errors == "skip")
    places = Places(items, problems, options.advice, options.usual)
    parents = None if options.nodes is None else of_nodes(options.caller, options.nodes, named)
    places.from_parents(parents)
    unlike: list[Note] = []
    if parents is not None:
        places.from_known(parents)
    if options.inventory is not None:
        known = of_inventory(_inventory(options.inventory))
        places.from_known(known)
        if not options.locate:  # else the texts decide
            unlike = known.other_texts(options.caller, items)
    located = options.documents is not None and options.locate
    said: Iterable[str] = ()
    if options.documents is not None and options.locate:
        how = LocateOptions(kind=options.kind, ellipsis=_ELLIPSIS[options.kind], unit=options.unit)
        said = locate_items(places, options.documents, how)
    places.need_documents()
    whole = places.need_places(options.missing)
    if options.documents is not None and not located:
        places.verify(options.documents, options.unit)
    kept = np.flatnonzero(~problems.out)
    warned = [Note(_WHOLE, n=int(whole.sum()), level="warning")] if whole.any() else []
    docs = _coded(options.caller, places.doc, kept)
    return Read(items, places, kept, docs, [*warned, *unlike, *said, *items.notes])


def unproved(places: Places, options: Options) -> list[Note]:
    """Return notes on places of a framework that may take a copy for the original."""
    rows = np.flatnonzero((places.start >= 0) & ~places.problems.out & ~places.proved)
    asked = options.fields.get("start") is not None  # a user's own
    if options.searching is None or asked or not rows.size:
        return []
    if options.documents is None:
        return [Note(_UNCHECKED, framework=options.searching)]
    n = repeated(places, options.documents, rows)
    facts: dict[str, Any] = {"total": len(places.doc), "framework": options.searching}
    return [Note(_REPEATED, n=n, level="warning", **facts)] if n else []


def _inventory(given: Any) -> Inventory:
    if isinstance(given, Inventory):
        return given
    if isinstance(given, (str, os.PathLike)):
        from partwise.files.reading import read_inventory

        return read_inventory(given)
    return Inventory.from_frame(given)


def _coded(caller: str, docs: Sequence[Any], kept: Ints) -> Coded:
    """Dictionary-encode the documents of the items that are kept."""
    index: dict[str, int] = {}
    chosen = docs if kept.size == len(docs) else [docs[at] for at in kept]
    codes = np.fromiter(
        (index.setdefault(doc if type(doc) is str else str(doc), len(index)) for doc in chosen),
        np.int32,
        kept.size,
    )
    wrong = next((name for name in index if "\x00" in name), None)
    if wrong is not None:
        raise AdapterError(caller, f"document {wrong!r} holds a NUL character")
    return Coded(codes, Names.of(index))


def kept_array(column: Sequence[Any], name: str) -> NDArray[Any]:
    """Return a column that is kept: numbers as such where all are, else as they came."""
    if name.startswith("given_") and all(isinstance(value, (int, float)) for value in column):
        return np.array(column, np.float64)
    array = np.empty(len(column), object)
    array[:] = column
    return array
