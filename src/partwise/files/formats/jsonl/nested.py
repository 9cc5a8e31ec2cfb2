"""Lines that hold a whole list of results, as one row a result."""

from __future__ import annotations

from itertools import chain, pairwise, repeat
from typing import Any

from partwise.files.formats.jsonl.columns import UnfitError
from partwise.files.parsing.json_columns import AsWritten
from partwise.tables.schema import What, our_names

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
