"""The one rule by which any item of a result list becomes a row of columns.

Items of one shape, that is with the same known names in the same places, are read together, a
field at a time; a list has few shapes, however many items it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from partwise._typing import Flags, Ints
from partwise.adapters._holders import Holder, Key, Views
from partwise.adapters._values import as_name, as_number, whole_numbers
from partwise.adapters.fields import FIELDS, Given, nested, related, relatives
from partwise.messages import Note

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
