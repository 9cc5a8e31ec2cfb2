"""Columns of JSON lines: values of a block as arrays, and lists of results as one row a result."""

from __future__ import annotations

import math
from itertools import chain, pairwise, repeat
from typing import Any, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from partwise.files.parsing.columns import ArrayBuilder, Texts
from partwise.files.parsing.json_columns import AsWritten, JsonColumn, TextColumn
from partwise.kernels.text.lines import NEWLINE, PAD, Field
from partwise.kernels.text.names import blob_block
from partwise.kernels.text.numbers import parse_floats, parse_ints
from partwise.tables.names import Names
from partwise.tables.problems import FARTHEST
from partwise.tables.schema import Kind, What, our_names
from partwise.tables.table import OFFSETS

TextCells = tuple[NDArray[np.uint8], Field]
"""Bytes and the places of the cells in them; an empty cell is absent."""

Cells = TextCells | NDArray[np.int64] | NDArray[np.float64] | list[Any]
"""Cells of one column in one block: texts, whole numbers, real numbers, or unknown values."""

_WHOLE_BYTES = np.zeros(256, bool)
_WHOLE_BYTES[np.frombuffer(b"0123456789+-\n", np.uint8)] = True
_LARGEST = float(1 << 1000)
_NONE = type(None)


class Values(NamedTuple):
    """Values of a column as JSON has them, None for absent ones, and types that they may have."""

    values: list[Any]
    types: set[type]

    @classmethod
    def of(cls, values: list[Any], declared: Any = Any) -> Values:
        """Collect the types, unless they are declared: a type, or a union of types."""
        types = {*map(type, values)} if declared is Any else {*(get_args(declared) or (declared,))}
        return cls(values, types)


class UnfitError(ValueError):
    """Values that have to be read one by one: what is wrong with them is found there."""


class Column:
    """A column that grows block by block; rows without a cell are absent.

    Parameters
    ----------
    name : str
        Our name of the column.
    kind : {'text', 'whole', 'real'} or None
        Kind of its values; None: an unknown column, kept as Python objects.
    """

    def __init__(self, name: str, kind: Kind | None) -> None:
        self.name, self.kind = name, kind
        self.size, self.decimal = 0, False
        self.texts = Texts()
        self.numbers: ArrayBuilder[Any] = ArrayBuilder(np.int64 if kind == "whole" else np.float64)
        self.objects: list[Any] = []

    def add(self, cells: Cells, size: int) -> None:
        """Append the cells of `size` rows."""
        if self.kind == "text":
            self.texts.add(*cells)
        elif self.kind is None:
            self.objects += cells
        else:
            self.numbers.add(cells)  # type: ignore[arg-type]
        self.size += size

    def fill(self, size: int) -> None:
        """Append absent cells up to a number of rows."""
        gap = size - self.size
        if gap:
            places = np.full(gap, PAD)
            cells: dict[Kind | None, Cells] = {
                "text": (np.full(2 * PAD, NEWLINE, np.uint8), (places, places)),
                "whole": np.full(gap, -1),
                "real": np.full(gap, math.nan),
                None: [None] * gap,
            }
            self.add(cells[self.kind], gap)

    def read(self, values: list[Any], types: set[type]) -> Cells:
        """Convert values of JSON to cells.

        `UnfitError` for values that have to be refused, and for numbers and texts in one column.
        """
        if self.kind == "text":
            return _texts(values, types)
        if self.kind == "whole":
            return _wholes(values, types, self.name)
        if self.kind == "real":
            numbers, decimal = _reals(values, types)
            self.decimal |= decimal
            return numbers
        if str in types and "" in values:
            return [None if value == "" else value for value in values]
        return values


def cells_of(column: JsonColumn) -> Cells:
    """Return the cells of a column that was read value by value."""
    if not isinstance(column, TextColumn):
        return column.values if isinstance(column.values, list) else np.array(column.values)
    names, codes = Names.of(column.index), np.array(column.values, np.int64)
    return names.data, (np.append(names.starts, PAD)[codes], np.append(names.ends, PAD)[codes])


def _texts(values: list[Any], types: set[type]) -> TextCells:
    if not types <= {str, int, float, _NONE}:
        raise UnfitError
    if float in types:
        values = _whole_floats(values)
    if types != {str}:
        values = ["" if value is None else str(value) for value in values]
    data, field = _joined(values)
    if not data.all():
        raise UnfitError
    return data, field


def _joined(values: list[str]) -> TextCells:
    """Write texts one after the other, a newline between two."""
    text = "\n".join(values)
    data = blob_block(np.frombuffer(text.encode(), np.uint8))
    if text.count("\n") < len(values):
        ends = np.flatnonzero(data[PAD : data.size - PAD + 1] == NEWLINE) + PAD
    else:  # a text that has lines
        ends = np.cumsum([len(value.encode()) + 1 for value in values]) + PAD - 1
    return data, (np.concatenate(([PAD], ends[:-1] + 1)), ends)


def _whole_floats(values: list[Any]) -> list[Any]:
    """Replace floats by whole numbers."""
    if any(type(value) is float and not value.is_integer() for value in values):
        raise UnfitError
    return [int(value) if type(value) is float else value for value in values]


def _wholes(values: list[Any], types: set[type], name: str) -> NDArray[np.int64]:
    if types <= {str, _NONE}:
        number, absent = _parsed_wholes([value or "" for value in values])
    elif types <= {int, float, _NONE}:
        if float in types:
            values = _whole_floats(values)
        absent = values.count(None) if _NONE in types else 0
        number = np.array([-1 if v is None else v for v in values] if absent else values, np.int64)
    else:
        raise UnfitError
    if np.count_nonzero(number < 0) > absent:
        raise UnfitError
    if name in OFFSETS and number.max(initial=0) > FARTHEST:
        raise UnfitError
    return number


def _parsed_wholes(texts: list[str]) -> tuple[NDArray[np.int64], int]:
    """Whole numbers written as texts, -1 for empty ones, and the number of these."""
    data, field = _joined(texts)
    filled = field[1] > field[0]
    number, state = parse_ints(data, field)
    if state[filled].any():
        raise UnfitError
    return np.where(filled, number, -1), int(np.count_nonzero(~filled))


def _reals(values: list[Any], types: set[type]) -> tuple[NDArray[np.float64], bool]:
    if types <= {int, float, _NONE}:
        number, decimal = np.array(values, np.float64), float in types
    elif types <= {str, _NONE}:
        data, field = _joined([value or "" for value in values])
        number, bad = parse_floats(data, field)
        empty = field[1] == field[0]
        if (bad & ~empty).any():
            raise UnfitError
        number[empty] = math.nan
        decimal = not _WHOLE_BYTES[data].all()
    else:
        raise UnfitError
    if (np.abs(number) >= _LARGEST).any():
        raise UnfitError
    return number, decimal


RESULTS = "results"
"""Key of the list."""

_RENAMED = {"score": "given_score", "similarity": "given_score", "rsv": "given_score",
            "distance": "given_distance"}  # fmt: skip
"""The order of a list is the rank; numbers of the system are only kept."""

_DENSE = 64
"""Cells that may be looked for in vain for each that is there."""

Pairs = tuple[tuple[str, Any], ...]
"""Keys and values of an object, repeated keys included; JSON arrays are lists."""


def flat_rows(found: Pairs, what: What) -> tuple[list[Pairs], str]:
    """Return a row for each result of a line, and what is wrong; other lines are one row."""
    lists = [value for name, value in found if name == RESULTS]
    if not lists or what not in ("run", "qrels") or "doc" in our_names(name for name, _ in found):
        return [found], ""
    outer = tuple(pair for pair in found if pair[0] != RESULTS)
    items = lists[0]
    if len(lists) != 1 or type(items) is not list:
        return [outer], "results must be one list of objects or ids"
    for number, item in enumerate(items, start=1):
        if not _is_result(item):
            return [outer], f"result {number} is neither an object nor an id"
    inner: list[Pairs] = [item if type(item) is tuple else (("id", item),) for item in items]
    if not inner or what != "run":
        return [(*outer, *item) for item in inner] or [outer], ""
    ranks = [value for item in inner for name, value in item if name == "rank"]
    rows = [(*outer, *_ranked(item, rank)) for rank, item in enumerate(inner, start=1)]
    if all(type(rank) in (int, float) for rank in ranks):
        wrong = any(rank >= following for rank, following in pairwise(ranks))
    else:
        wrong = True
    return rows, "rank does not increase along the results" if wrong else ""


def _is_result(item: Any) -> bool:
    """Whether an item of a list is an object or an id."""
    if type(item) is AsWritten:
        return item.lstrip("-").isdigit()
    return type(item) in (tuple, str, int)


def _ranked(item: Pairs, rank: int) -> Pairs:
    """Return a result with its place in the list as the rank."""
    named = ((_RENAMED.get(name, name), value) for name, value in item if name != "rank")
    return (*named, ("rank", rank))


def flat_columns(
    rows: list[dict[str, Any]], what: What
) -> tuple[dict[str, list[Any]], list[int] | None]:
    """Return the values of lines by key, and the number of rows of each line.

    The numbers are None where no line holds a list of results. `UnfitError` where `flat_rows`
    finds something wrong, or keys or documents stand both inside and outside of lists.
    """
    outer = _keys(rows)
    documents = [key for key in outer if "doc" in our_names([key])]
    if RESULTS not in outer or what not in ("run", "qrels") or documents:
        if documents and any(RESULTS in row and not row.keys() & documents for row in rows):
            raise UnfitError
        return {key: [row.get(key) for row in rows] for key in outer}, None
    del outer[RESULTS]
    lists = _objects([row.pop(RESULTS, []) for row in rows])
    if what == "run":
        _drop_ranks(lists)
    columns: dict[str, list[Any]] = {}
    counts = [len(items) or 1 for items in lists]
    results = [item for items in lists for item in items or [{}]]
    inner = _keys(results)
    for key in _in_order(rows, lists, ["rank"] if what == "run" else []):
        if key in inner:
            name = _RENAMED.get(key, key) if what == "run" else key
            columns[name] = [item.get(key) for item in results]
        elif key in outer:
            values = (row.get(key) for row in rows)
            columns[key] = [*chain.from_iterable(map(repeat, values, counts))]
        else:
            ranks = (range(1, len(items) + 1) or [None] for items in lists)
            columns[key] = [*chain.from_iterable(ranks)]
    if len(columns) < len(outer) + len(inner) + ("rank" in columns and what == "run"):
        raise UnfitError
    return columns, counts


def _keys(objects: list[dict[str, Any]]) -> dict[str, None]:
    """Return the keys of objects; `UnfitError` if most of them lack most keys."""
    keys = dict.fromkeys(chain.from_iterable(objects))
    if len(keys) > _DENSE and len(keys) * len(objects) > _DENSE * sum(map(len, objects)):
        raise UnfitError
    return keys


def _objects(lists: list[Any]) -> list[list[dict[str, Any]]]:
    """Return the results of each list as objects; `UnfitError` unless all are objects or ids."""
    if {*map(type, lists)} != {list}:
        raise UnfitError
    types = {*map(type, chain.from_iterable(lists))}
    if not types <= {dict, str, int}:
        raise UnfitError
    if types == {dict}:
        return lists
    return [[i if type(i) is dict else {"id": i} for i in items] for items in lists]


def _in_order(
    rows: list[dict[str, Any]], lists: list[list[dict[str, Any]]], ranked: list[str]
) -> dict[str, None]:
    """Return all keys in order of first appearance; `ranked` follows the first of a list."""
    pairs = zip(rows, lists, strict=True)
    objects = ((r, *items[:1], ranked if items else (), *items[1:]) for r, items in pairs)
    return dict.fromkeys(chain.from_iterable(chain.from_iterable(objects)))


def _drop_ranks(lists: list[list[dict[str, Any]]]) -> None:
    """Take out the ranks of results; `UnfitError` unless they increase along each list."""
    for items in lists:
        ranks = [item.pop("rank") for item in items if "rank" in item]
        if not all(type(rank) in (int, float) for rank in ranks):
            raise UnfitError
        if any(rank >= following for rank, following in pairwise(ranks)):
            raise UnfitError


def nested_keys(found: dict[str, Any]) -> list[str]:
    """Return the columns of the first line of such a file."""
    if type(found.get(RESULTS)) is not list:
        return list(found)
    outer = [name for name in found if name != RESULTS]
    if not found[RESULTS]:
        return [*outer, "doc", "rank"]
    first = found[RESULTS][0]
    inner = list(first) if isinstance(first, dict) else ["id"]
    return [*dict.fromkeys([*outer, *inner])]
