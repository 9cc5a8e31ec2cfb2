"""Items of frameworks: fields by name, in objects, dictionaries and what they hold."""

from __future__ import annotations

import inspect
import os
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from types import FunctionType
from typing import Any

import numpy as np

from partwise._typing import Flags, Ints
from partwise.adapters.fields import CONTAINERS, FIELDS, WRAPPERS, Given, nested, related, relatives
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
        """Say what was left out, with the first examples, and how many parts moved up for it."""
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

Key = tuple[frozenset[str], ...]
"""Which known names each holder of an item has."""

_MOST_KINDS = 1_000
"""Lists of names that are remembered."""

_SAID = {"node_id": "id_", "ref_doc_id": "relationships"}
"""Properties that only repeat what an attribute says."""


class Views:
    """Looks at items of any type; what is learnt of a type is kept.

    Parameters
    ----------
    more : iterable of str
        Names that a user gave, besides the known ones.
    """

    def __init__(self, more: Iterable[str] = ()) -> None:
        every = {name for names in FIELDS.values() for name in names}
        self.known = frozenset({*every, *CONTAINERS, *WRAPPERS, *more, "relationships"})
        self._readers: dict[type, Callable[[Any], Holder | None]] = {}
        self._boxes: dict[frozenset[str], tuple[str, ...]] = {}
        self._names: dict[tuple[Any, ...], frozenset[str]] = {}

    def of(self, item: Any) -> tuple[Any, Any, tuple[Holder, ...], Key] | None:
        """Return the real item, the number beside it, its holders and their known names.

        None stands for something that has no fields, such as text.
        """
        number = None
        if type(item) is tuple and len(item) == 2:
            item, number = item
        own = item if type(item) is dict else self.mapping(item)
        if own is None:
            return None
        names = self._known_in(own)
        if not names.isdisjoint(WRAPPERS):
            item, number, own = self._unwrapped(item, number, own)
            names = self._known_in(own)
        boxes = self._boxes.get(names)
        if boxes is None:
            boxes = self._boxes[names] = tuple(box for box in CONTAINERS if box in names)
        if not boxes:
            return item, number, (own,), (names,)
        return item, number, *self._opened(own, names, boxes)

    def _opened(
        self, own: Holder, names: frozenset[str], boxes: tuple[str, ...]
    ) -> tuple[tuple[Holder, ...], Key]:
        """Return an item's own fields, those of its containers, and those of metadata inside."""
        holders, keys = [own], [names]
        inner: list[Holder] = []
        for box in boxes:
            held = own[box]
            if type(held) is not dict:
                held = self.mapping(held)
                if held is None:
                    continue
            holders.append(held)
            keys.append(self._known_in(held))
            if "metadata" in keys[-1]:
                inside = self.mapping(held["metadata"])
                inner += [] if inside is None else [inside]
        for held in inner:
            holders.append(held)
            keys.append(self._known_in(held))
        return tuple(holders), tuple(keys)

    def _known_in(self, own: Holder) -> frozenset[str]:
        """Return the known names among those of a holder; the same object for the same names."""
        every = tuple(own)
        found = self._names.get(every)
        if found is None:
            if len(self._names) > _MOST_KINDS:  # names that differ from item to item
                return self.known.intersection(every)
            found = self._names[every] = self.known.intersection(every)
        return found

    def _unwrapped(self, item: Any, number: Any, own: Holder) -> tuple[Any, Any, Holder]:
        """Return the item inside LlamaIndex's NodeWithScore or LangChain's serialised form."""
        if own.get("lc") == 1 and isinstance(own.get("kwargs"), Mapping):
            return own["kwargs"], number, own["kwargs"]
        node = own.get("node")
        inside = None if node is None else self.mapping(node)
        if inside is None:
            return item, number, own
        return node, own.get("score") if number is None else number, inside

    def mapping(self, item: Any) -> Holder | None:
        """Return the fields of an object, None where it has none."""
        try:
            reader = self._readers[type(item)]
        except KeyError:
            reader = self._readers[type(item)] = self._learn(item)
        return reader(item)

    def _learn(self, item: Any) -> Callable[[Any], Holder | None]:
        """Find out how the fields of a type are read: its dictionary, slots and properties."""
        if item is None or isinstance(item, (str, bytes, int, float, list)):
            return _no_fields
        if isinstance(item, Mapping):
            return _itself
        own = getattr(item, "__dict__", {})
        if "node" in own:  # whatever such a wrapper passes on, the node itself says
            return vars
        said = {name for name in _SAID if _SAID[name] in own}
        asked = sorted({*self.known, "kwargs"} - said)
        offered = [name for name in asked if _is_field(type(item), name)]
        if not offered and own:
            return vars

        def read(item: Any) -> Holder | None:
            found = dict(getattr(item, "__dict__", {}))
            for name in offered:
                value = _value(item, name)
                if value is not None:
                    found[name] = value
            return found or _exported(item)

        return read


def _no_fields(item: object) -> None:
    return None


def _itself(item: Holder) -> Holder:
    return item


def _is_field(kind: type, name: str) -> bool:
    """Tell slots and properties of a class from its methods and defaults."""
    found = inspect.getattr_static(kind, name, None)
    if isinstance(found, (FunctionType, classmethod, staticmethod)):
        return False
    return hasattr(type(found), "__get__") if found is not None else False


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
            found = export()
            return found if isinstance(found, Mapping) else None
    return None


# Items of one shape, that is with the same known names in the same places, are read together, a
# field at a time; a list has few shapes, however many items it has.

_COMPARED = ("doc", "start", "end")
"""Fields of which two that fit and differ are worth a note."""

_NAMES = frozenset({str, int})
_NUMBERS = frozenset({int, float})


@dataclass
class Items:
    """Columns of a flat list of items; None where an item lacks a field.

    Parameters
    ----------
    columns : dict
        Lists by field.
    source : sequence
        The items.
    notes : list of Note
        Fields that fit as well as the one that was used, and differ.
    """

    columns: dict[str, list[Any]]
    source: Sequence[Any]
    views: Views
    given: Mapping[str, Given]
    notes: list[Note] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.source)

    def whole(self, name: str) -> Ints:
        """Return a column of whole numbers, -1 where there is none."""
        return whole_numbers(self.columns[name])

    def has(self, name: str) -> Flags:
        """Tell which items have a field."""
        column = self.columns[name]
        absent = column.count(None)
        if absent in (0, len(column)):
            return np.full(len(column), absent == 0)
        return np.fromiter((one is not None for one in column), bool, len(column))

    def seen(self, row: int, name: str) -> tuple[str, Any] | None:
        """Return which field of an item stands for one of ours, and what it holds."""
        if callable(self.given.get(name)):
            return name, self.columns[name][row]
        found = self.views.of(self.source[row])
        if found is None:
            return None
        for label in _labels(name, self.given):
            for holder in found[2]:
                if _read(holder, label, name) is not None:
                    return label, _read(holder, label, name)
        return None

    def labels(self, row: int) -> list[str]:
        """Return the names of all fields of an item."""
        found = self.views.of(self.source[row])
        if found is None:
            return []
        boxes = {id(holder) for holder in found[2]}
        every = [
            str(label)
            for holder in found[2]
            for label, value in holder.items()
            if value is not None and id(value) not in boxes
        ]
        return list(dict.fromkeys(every))


@dataclass
class _Shape:
    """Items with the same known names in the same holders."""

    rows: list[int]
    found: list[tuple[Holder, ...]]
    """The holders of each item."""

    @cached_property
    def holders(self) -> list[tuple[Holder, ...]]:
        """Of each kind of holder, those of all items."""
        return list(zip(*self.found, strict=True))

    def relatives(self, at: int, kind: str) -> list[Any]:
        """Return the ids of the relatives of LlamaIndex nodes."""
        if at not in self._relatives:
            self._relatives[at] = relatives(holder["relationships"] for holder in self.holders[at])
        return self._relatives[at][kind]

    @cached_property
    def _relatives(self) -> dict[int, dict[str, list[Any]]]:
        return {}


def read_items(source: Sequence[Any], given: Mapping[str, Given]) -> Items:
    """Read the fields of all items; O(items), one pass over them and one over each column."""
    named = [label for label in given.values() if isinstance(label, str)]
    views = Views([*named, *(label.split(".")[0] for label in named)])
    functions = {name: ask for name, ask in given.items() if callable(ask)}
    columns: dict[str, list[Any]] = {name: [] for name in functions}
    numbers: list[Any] = []
    shapes = _shapes(source, views, numbers, functions, columns)
    items = Items(columns, source, views, given)
    for name in FIELDS:
        if name not in functions:
            columns[name] = _column(name, shapes, items)
    if numbers.count(None) < len(numbers):
        both = zip(numbers, columns["score"], strict=True)
        columns["score"] = [own if beside is None else beside for beside, own in both]
    return items


def _shapes(
    source: Sequence[Any],
    views: Views,
    numbers: list[Any],
    functions: Mapping[str, Any],
    columns: Mapping[str, list[Any]],
) -> dict[Key, _Shape]:
    """Sort items by their shape; note the number beside each, and ask the user's functions."""
    shapes: dict[Key, _Shape] = {}
    view = views.of
    for row, one in enumerate(source):
        found = view(one)
        item, number, holders, key = (one, None, (), ()) if found is None else found
        numbers.append(number)
        shape = shapes.get(key)
        if shape is None:
            shape = shapes[key] = _Shape([], [])
        shape.rows.append(row)
        shape.found.append(holders)
        if functions:
            for name, ask in functions.items():
                columns[name].append(ask(item))
    return shapes


def _labels(name: str, given: Mapping[str, Given]) -> tuple[str, ...]:
    label = given.get(name)
    labels = (label,) if isinstance(label, str) else FIELDS[name]
    return (*labels, "relationships") if name == "parent" else labels


def _column(name: str, shapes: Mapping[Key, _Shape], items: Items) -> list[Any]:
    """Read one field of all items, shape by shape."""
    labels = _labels(name, items.given)
    out: list[Any] = [None] * len(items)
    differing: dict[tuple[str, str], int] = {}
    for key, shape in shapes.items():
        column = _of_shape(name, _places(labels, key), shape, differing)
        if column is None:
            continue
        if len(column) == len(out):
            out = column
        for row, value in zip(shape.rows, column if column is not out else (), strict=False):
            out[row] = value
    words = "{n:item}: {ours} taken from {used}; {label} differs"
    for (used, label), n in differing.items():
        if n and name in _COMPARED:
            items.notes.append(Note(words, n=n, ours=name, used=used, label=label))
    return out


def _of_shape(
    name: str,
    places: Sequence[tuple[str, int]],
    shape: _Shape,
    differing: dict[tuple[str, str], int],
) -> list[Any] | None:
    """Read one field of items of one shape: the first that is there and not None wins."""
    column: list[Any] | None = None
    used = ""
    for label, at in places:
        cells = _cells(name, label, shape, at)
        if column is None:
            column, used = cells, label
        else:
            both = zip(column, cells, strict=True)
            n = sum(a is not None and b is not None and a != b for a, b in both)
            differing[used, label] = differing.get((used, label), 0) + n
            column = [b if a is None else a for a, b in zip(column, cells, strict=True)]
        if name not in _COMPARED and None not in column:
            break
    return column


def _places(labels: Iterable[str], key: Key) -> list[tuple[str, int]]:
    """Return which holders of a shape have a field, by name and then by holder."""
    return [
        (label, at)
        for label in labels
        for at, names in enumerate(key)
        if label in names or ("." in label and label.split(".")[0] in names)
    ]


def _kind(name: str) -> str:
    """Return which relative of a node a field names: its parent or its document."""
    return "4" if name == "parent" else "1"


def _read(holder: Holder, label: str, name: str) -> Any:
    if label == "relationships":
        return related(holder.get(label), _kind(name))
    found = holder.get(label)
    return nested(holder, label) if found is None and "." in label else found


def _cells(name: str, label: str, shape: _Shape, at: int) -> list[Any]:
    """Read one field of items of one shape; what cannot be such a field is None."""
    holders = shape.holders[at]
    if label == "relationships":
        found = shape.relatives(at, _kind(name))
    elif "." in label:
        found = _dotted(name, label, holders)
    else:
        found = [holder[label] for holder in holders]
    kinds = set(map(type, found)) - {type(None)}
    if name == "text":
        return found if kinds <= {str} else [v if isinstance(v, str) else None for v in found]
    if name in ("id", "doc", "parent"):
        if kinds <= _NAMES:
            return [v if v != "" else None for v in found] if "" in found else found
        return list(map(as_name, found))
    if name in ("score", "distance", "tokens", "level"):
        return found if kinds <= _NUMBERS else [as_number(value) for value in found]
    return found


def _dotted(name: str, label: str, holders: Sequence[Holder]) -> list[Any]:
    """Read a field inside another; text has none."""
    head = label.partition(".")[0]
    if {type(holder.get(head)) for holder in holders} <= {str, type(None)} and not any(
        label in holder for holder in holders
    ):
        return [None] * len(holders)
    return [_read(holder, label, name) for holder in holders]
