"""Chroma: columns, one inner list a query (``query``), or flat (``get``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from partwise.adapters._adapter import Adapter
from partwise.adapters._results import sequence
from partwise.errors import AdapterError

_COLUMNS = {
    "ids": "id",
    "documents": "document",
    "metadatas": "metadata",
    "distances": "distance",
    "scores": "score",
}


class Chroma(Adapter):
    """Results of a collection; places stand in the metadata, under the user's names."""

    name = "chroma"
    advice = "Chroma holds places only where the metadata does"
    splits = False

    def results(self, caller: str, given: Any, topics: Any) -> Any:
        """Return one list of items a query; a result needs `topics`."""
        if not _is_result(given):
            return given
        if topics is None:
            raise AdapterError(
                caller, "the result does not name its topics", "Use topics=[...], one a query"
            )
        if _is_flat(given):
            raise AdapterError(caller, "what get returns is no ranking", "Use query")
        return [_rows(given, at) for at in range(len(given["ids"]))]

    def unwrap(self, caller: str, result: Any) -> Sequence[Any]:
        """Return the items of one query."""
        if _is_result(result):
            if _is_flat(result):
                raise AdapterError(caller, "what get returns is no ranking", "Use query")
            if len(result["ids"]) != 1:
                n = len(result["ids"])
                raise AdapterError(caller, f"a result of {n:,} queries is given for one topic")
            return _rows(result, 0)
        return sequence(caller, result, expected="a result of query")

    def chunks(self, caller: str, given: Any) -> Sequence[Any]:
        """Return all chunks of a collection, as ``get`` gives them."""
        if _is_result(given) and _is_flat(given):
            return _zipped({name: given.get(name) for name in _COLUMNS})
        return super().chunks(caller, given)


def _is_result(given: Any) -> bool:
    return isinstance(given, Mapping) and isinstance(given.get("ids"), list)


def _is_flat(result: Mapping[str, Any]) -> bool:
    return any(not isinstance(one, list) for one in result["ids"]) or (
        not result["ids"] and "distances" not in result and "scores" not in result
    )


def _rows(result: Mapping[str, Any], at: int) -> list[dict[str, Any]]:
    columns = {name: result.get(name) for name in _COLUMNS}
    return _zipped({name: None if c is None else c[at] for name, c in columns.items()})


def _zipped(columns: Mapping[str, Any]) -> list[dict[str, Any]]:
    there = {_COLUMNS[name]: column for name, column in columns.items() if column is not None}
    return [dict(zip(there, row, strict=True)) for row in zip(*there.values(), strict=True)]


ADAPTER = Chroma()
