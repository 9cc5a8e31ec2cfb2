"""Items of frameworks: fields by name, in objects, dictionaries and what they hold."""

from __future__ import annotations

import inspect
import os
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from types import FunctionType
from typing import Any

import numpy as np

from partwise._typing import Flags, Ints
from partwise.adapters.fields import CONTAINERS, FIELDS, WRAPPERS, Given, nested, related
from partwise.errors import AdapterError
from partwise.messages import Note, list_some

SHOWN = 3
"""Examples in a message."""


class Problems:
    """Refuses bad items, or remembers which are left out.

    Parameters
    ----------
    caller : str
        The constructor, for messages.
    size : int
        How many items there are.
    label : callable
        Names an item by its row.
    skip : bool
        Leave bad items out.
    """

    def __init__(self, caller: str, size: int, label: Callable[[int], str], *, skip: bool) -> None:
        self.caller, self.size, self.skip = caller, size, skip
        self._label = label
        self.out: Flags = np.zeros(size, bool)
        self._reasons: dict[tuple[str, str], list[int]] = {}

    def refuse(
        self,
        bad: Flags,
        verbs: tuple[str, str],
        example: Callable[[int], str],
        hint: str,
        *,
        skip: bool | None = None,
        items: str = "items",
    ) -> None:
        """Stop with the first examples of bad items, or leave them out.

        `verbs` are what is said of one and of several, ``("has no place", "have no place")``.
        """
        bad = bad & ~self.out
        n = int(np.count_nonzero(bad))
        if not n:
            return
        if self.skip if skip is None else skip:
            self.out = self.out | bad
            rows = [*self._reasons.get(verbs, ()), *np.flatnonzero(bad).tolist()]
            self._reasons[verbs] = rows
            return
        rows = np.flatnonzero(bad)[:SHOWN].tolist()
        shown = ", ".join(f"{self._label(row)}{example(row)}" for row in rows)
        more = " ..." if n > SHOWN else ""
        verb = verbs[0] if n == 1 else verbs[1]
        said = f"{n:,} of {self.size:,} {items} {verb}: {shown}{more}"
        raise AdapterError(self.caller, said, hint)

    def refuse_first(
        self, bad: Flags, verbs: tuple[str, str], example: Callable[[int], str]
    ) -> None:
        """Stop with the first bad item in a sentence of its own, or leave them out."""
        bad = bad & ~self.out
        if not bad.any() or self.skip:
            self.refuse(bad, verbs, example, "")
            return
        n = int(np.count_nonzero(bad))
        more = f" (and {n - 1:,} more)" if n > 1 else ""
        raise AdapterError(self.caller, f"{example(int(np.argmax(bad)))}{more}")

    def notes(self, moved: int) -> list[Note]:
        """Return notes on items that were left out, and on parts that moved up for it."""
        made = []
        for last, (verbs, rows) in enumerate(self._reasons.items(), 1 - len(self._reasons)):
            words = "{n:item} left out, which {why} ({shown})"
            words += "; {moved:part} moved up" if moved and not last else ""
            why = verbs[len(rows) > 1]
            shown = list_some([self._label(row) for row in rows], SHOWN)
            made.append(Note(words, n=len(rows), why=why, shown=shown, moved=moved))
        return made


def as_name(value: Any) -> str | int | None:
    """Return what can name a document or an item: text, a whole number, a path, a UUID."""
    if isinstance(value, (os.PathLike, uuid.UUID)):
        return str(value)
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return int(value)
    return (str(value) or None) if isinstance(value, str) else None


def as_number(value: Any) -> float | int | None:
    """Return a number of any library as Python's; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.number)):
        return None
    return value.item() if isinstance(value, np.number) else value


def whole_numbers(column: Sequence[Any]) -> Ints:
    """Return whole numbers, -1 where there is none; 10.0 is a whole number."""
    kinds = set(map(type, column))
    if kinds <= {type(None)}:
        return np.full(len(column), -1, np.int64)
    if kinds <= {int}:
        with suppress(OverflowError):
            return np.fromiter(column, np.int64, len(column))
    if kinds <= {float}:
        reals = np.fromiter(column, np.float64, len(column))
        good = (np.trunc(reals) == reals) & (np.abs(reals) < 2.0**62)
        return np.where(good, reals, -1).astype(np.int64)
    numbers = map(as_number, column)
    whole = (-1 if n is None or n % 1 != 0 or abs(n) >= 2**62 else int(n) for n in numbers)
    return np.fromiter(whole, np.int64, len(column))


Holder = Mapping[str, Any]
"""Fields by name."""

_SAID = {"node_id": "id_", "ref_doc_id": "relationships"}
"""Properties that only repeat what an attribute says."""

_KNOWN = frozenset(
    {label for labels in FIELDS.values() for label in labels}
    | {*CONTAINERS, *WRAPPERS, "relationships", "kwargs"}
)
"""Names that are asked of objects whose fields are properties or slots."""

_COMPARED = ("doc", "start", "end")
"""Fields of which two that fit and differ are worth a note."""


def unwrapped(item: Any, known: frozenset[str]) -> tuple[Any, Any, tuple[Holder, ...]] | None:
    """Return the real item, the number beside it, and its holders of fields.

    Holders are the item's own fields, those of its containers, and those of metadata inside these.
    None stands for something that has no fields, such as text.
    """
    number = None
    if type(item) is tuple and len(item) == 2:
        item, number = item
    own = _fields_of(item, known)
    if own is None:
        return None
    if own.get("lc") == 1 and isinstance(own.get("kwargs"), Mapping):  # LangChain's serialised form
        item = own = own["kwargs"]
    elif own.get("node") is not None:  # LlamaIndex's NodeWithScore
        inside = _fields_of(own["node"], known)
        if inside is not None:
            number = own.get("score") if number is None else number
            item, own = own["node"], inside
    boxes = [_fields_of(own[box], known) for box in CONTAINERS if box in own]
    holders = [own, *(box for box in boxes if box is not None)]
    inner = [_fields_of(box["metadata"], known) for box in holders[1:] if "metadata" in box]
    return item, number, (*holders, *(box for box in inner if box is not None))


def _fields_of(item: Any, known: frozenset[str]) -> Holder | None:
    """Return the fields of an object: its dictionary, slots and properties; None without any."""
    if type(item) is dict or isinstance(item, Mapping):
        return item
    if item is None or isinstance(item, (str, bytes, int, float, list)):
        return None
    own: dict[str, Any] = getattr(item, "__dict__", {})
    if "node" in own:  # whatever such a wrapper passes on, the node itself says
        return own
    properties = _properties(type(item), known)  # type: ignore[arg-type]
    if not properties and own:
        return own
    fields = dict(own)
    for name in properties:
        if _SAID.get(name) not in own and (value := _value(item, name)) is not None:
            fields[name] = value
    return fields or _exported(item)


@lru_cache(maxsize=256)
def _properties(kind: type, known: frozenset[str]) -> tuple[str, ...]:
    """Return the known names that are slots or properties of a class, not methods or defaults."""
    names = []
    for name in sorted(known):
        attribute = inspect.getattr_static(kind, name, None)
        is_method = isinstance(attribute, (FunctionType, classmethod, staticmethod))
        if attribute is not None and not is_method and hasattr(type(attribute), "__get__"):
            names.append(name)
    return tuple(names)


def _value(item: Any, name: str) -> Any:
    try:
        return getattr(item, name)
    except (AttributeError, ValueError, TypeError, KeyError, NotImplementedError):
        return None  # a property that this item does not have, such as the document of a lone node


def _exported(item: Any) -> Holder | None:
    """Return what an object without readable attributes says of itself."""
    for name in ("to_dict", "model_dump", "_asdict"):
        export = getattr(item, name, None)
        if callable(export):
            fields = export()
            return fields if isinstance(fields, Mapping) else None
    return None


def _as_text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


_CONVERTED: dict[str, Callable[[Any], Any]] = {
    "text": _as_text,
    **dict.fromkeys(("id", "doc", "parent"), as_name),
    **dict.fromkeys(("score", "distance", "tokens", "level"), as_number),
}
"""Functions that return None for what cannot be such a field."""


def _candidates(
    name: str, labels: Iterable[str], holders: Iterable[Holder]
) -> Iterator[tuple[str, Any]]:
    """Yield label and value of the fields that may stand for one of ours, the best first."""
    for label in labels:
        for holder in holders:
            value = holder.get(label)
            if label == "relationships":  # of LlamaIndex nodes
                value = related(value, "4" if name == "parent" else "1")
            elif value is None and "." in label:
                value = nested(holder, label)
            if value is not None:
                yield label, value


@dataclass
class Items:
    """Columns of a flat list of items; None where an item lacks a field.

    Parameters
    ----------
    columns : dict
        Lists by field.
    source : sequence
        The items.
    given : mapping
        Fields that a user named.
    notes : list of Note
        Fields that fit as well as the one that was used, and differ.
    """

    columns: dict[str, list[Any]]
    source: Sequence[Any]
    given: Mapping[str, Given]
    notes: list[Note] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.source)

    def whole(self, name: str) -> Ints:
        """Return a column of whole numbers, -1 where there is none."""
        return whole_numbers(self.columns[name])

    def has(self, name: str) -> Flags:
        """Return flags of the items that have a field: bool[n_items]."""
        column = self.columns[name]
        return np.fromiter((value is not None for value in column), bool, len(column))

    def holders(self, item: Any) -> tuple[Holder, ...]:
        """Return what an item says of itself, its own fields first."""
        opened = unwrapped(item, _known(self.given))
        return () if opened is None else opened[2]

    def seen(self, row: int, name: str) -> tuple[str, Any] | None:
        """Return which field of an item stands for one of ours, and what it holds."""
        if callable(self.given.get(name)):
            return name, self.columns[name][row]
        holders = self.holders(self.source[row])
        return next(_candidates(name, _labels(name, self.given), holders), None)

    def labels(self, row: int) -> list[str]:
        """Return the names of all fields of an item."""
        holders = self.holders(self.source[row])
        boxes = {id(holder) for holder in holders}
        labels = [
            str(label)
            for holder in holders
            for label, value in holder.items()
            if value is not None and id(value) not in boxes
        ]
        return list(dict.fromkeys(labels))


def _known(given: Mapping[str, Given]) -> frozenset[str]:
    """Return the names that are asked of objects: ours, and those that a user named."""
    named = [label for label in given.values() if isinstance(label, str)]
    return _KNOWN.union(named, (label.split(".")[0] for label in named))


def _labels(name: str, given: Mapping[str, Given]) -> tuple[str, ...]:
    label = given.get(name)
    labels = (label,) if isinstance(label, str) else FIELDS[name]
    return (*labels, "relationships") if name == "parent" else labels


def read_items(source: Sequence[Any], given: Mapping[str, Given]) -> Items:
    """Read the fields of all items, one after the other. O(items)."""
    known = _known(given)
    functions = {name: ask for name, ask in given.items() if callable(ask)}
    labels = {name: _labels(name, given) for name in FIELDS if name not in functions}
    columns: dict[str, list[Any]] = {name: [] for name in (*functions, *labels)}
    differing: Counter[tuple[str, str, str]] = Counter()
    for one in source:
        item, number, holders = unwrapped(one, known) or (one, None, ())
        for name, ask in functions.items():
            columns[name].append(ask(item))
        for name, names in labels.items():
            columns[name].append(_field(name, names, holders, differing))
        if number is not None:
            columns["score"][-1] = number
    words = "{n:item}: {ours} taken from {used}; {label} differs"
    by_field = sorted(differing, key=lambda key: _COMPARED.index(key[0]))
    notes = [
        Note(words, n=differing[key], ours=key[0], used=key[1], label=key[2]) for key in by_field
    ]
    return Items(columns, source, given, notes)


def _field(
    name: str,
    labels: tuple[str, ...],
    holders: tuple[Holder, ...],
    differing: Counter[tuple[str, str, str]],
) -> Any:
    """Return one field of an item, the first that fits; count others that fit and differ."""
    convert = _CONVERTED.get(name)
    used, result = "", None
    for label, value in _candidates(name, labels, holders):
        fitting = value if convert is None else convert(value)
        if fitting is None:
            continue
        if result is None:
            used, result = label, fitting
            if name not in _COMPARED:
                break
        elif fitting != result:
            differing[name, used, label] += 1
    return result
