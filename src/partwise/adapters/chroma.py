"""Chroma: columns, one inner list a query (``query``), or flat (``get``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from partwise.adapters._adapter import Adapter
from partwise.adapters._read import sequence
from partwise.errors import AdapterError
from partwise.messages import plural

_COLUMNS = {
    "ids": "id",
    "documents": "document",
    "metadatas": "metadata",
    "distances": "distance",
    "scores": "score",
}


_QUERY = "query"


class Chroma(Adapter):
    """Results of a collection; places stand in the metadata, under the user's names."""

    name = "chroma"
    advice = "Chroma holds places only where the metadata does"

    def results(self, caller: str, given: Any, topics: Any) -> Any:
        """Return one list of items a query; a result needs `topics`."""
        if not _is_result(given):
            return given
        if topics is None:
            raise AdapterError(
                caller,
                "the result does not name its topics",
                "Use topics=[...], one for each query",
            )
        if _is_flat(given):
            raise AdapterError(caller, "the result of get is not a ranking", "Use query")
        return [_rows(caller, given, at) for at in range(len(given["ids"]))]

    def unwrap(self, caller: str, result: Any) -> Sequence[Any]:
        """Return the items of one query."""
        if _is_result(result):
            if _is_flat(result):
                raise AdapterError(caller, "the result of get is not a ranking", "Use query")
            if len(result["ids"]) != 1:
                n = len(result["ids"])
                raise AdapterError(caller, f"a result of {n:,} queries is given for one topic")
            return _rows(caller, result, 0)
        return sequence(caller, result, expected="a result of query")

    def chunks(self, caller: str, given: Any) -> Sequence[Any]:
        """Return all chunks of a collection, as ``get`` gives them."""
        if _is_result(given) and _is_flat(given):
            return _zipped(caller, {name: given.get(name) for name in _COLUMNS})
        return super().chunks(caller, given)


def _is_result(given: Any) -> bool:
    return isinstance(given, Mapping) and isinstance(given.get("ids"), list)


def _is_flat(result: Mapping[str, Any]) -> bool:
    return any(not isinstance(one, list) for one in result["ids"]) or (
        not result["ids"] and "distances" not in result and "scores" not in result
    )


def _rows(caller: str, result: Mapping[str, Any], at: int) -> list[dict[str, Any]]:
    """Return the items of one query; a column must have a list for each."""
    there = {name: result[name] for name in _COLUMNS if result.get(name) is not None}
    n = len(result["ids"])
    for name, column in there.items():
        if not isinstance(column, Sequence) or isinstance(column, str) or len(column) != n:
            raise AdapterError(caller, f"{name} must have one list for each of {plural(n, _QUERY)}")
    return _zipped(caller, {name: column[at] for name, column in there.items()})


def _zipped(caller: str, columns: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return columns as items; all must be as long as the ids."""
    there = {name: column for name, column in columns.items() if column is not None}
    n = len(there["ids"])
    for name, column in there.items():
        if not hasattr(column, "__len__") or isinstance(column, str) or len(column) != n:
            raise AdapterError(caller, f"{name} must have one entry for each of {plural(n, 'id')}")
    rows = zip(*there.values(), strict=True)
    return [{_COLUMNS[name]: value for name, value in zip(there, row, strict=True)} for row in rows]


ADAPTER = Chroma()
