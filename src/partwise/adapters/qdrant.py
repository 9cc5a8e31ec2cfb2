"""Qdrant: points of a query, of a batch of queries, or of groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from partwise.adapters._adapter import Adapter
from partwise.adapters._read import sequence
from partwise.errors import AdapterError


class Qdrant(Adapter):
    """Scored points; what `scroll` returns is no ranking and is refused."""

    name = "qdrant"
    advice = "Qdrant returns the payload only with with_payload=True"

    def results(self, caller: str, given: Any, topics: Any) -> Any:
        """Return one response a query; a batch needs `topics`."""
        batch = isinstance(given, list) and given and all(hasattr(one, "points") for one in given)
        if topics is None and (batch or hasattr(given, "points")):
            raise AdapterError(
                caller,
                "the result does not name its topics",
                "Use topics=[...], one for each query",
            )
        return [given] if hasattr(given, "points") else given

    def unwrap(self, caller: str, result: Any) -> Sequence[Any]:
        """Return the points, those of groups one group after the other."""
        if _is_scroll(result):
            hint = "Use query_points, or Inventory.from_qdrant"
            raise AdapterError(caller, "the result of scroll is not a ranking", hint)
        groups = _held(result, "groups")
        if groups is not None:
            return [point for group in groups for point in _held(group, "hits") or []]
        points = _held(result, "points")
        return sequence(caller, result if points is None else points, expected="a QueryResponse")

    def remarks(self, result: Any) -> list[str]:
        """Return a note on groups that became one list."""
        grouped = _held(result, "groups") is not None
        return ["groups are read one after the other"] if grouped else []

    def chunks(self, caller: str, given: Any) -> Sequence[Any]:
        """Return all points of a store: what scroll returns, or a list."""
        return sequence(caller, given[0] if _is_scroll(given) else given)


def _is_scroll(result: Any) -> bool:
    """Return whether it is ``(records, next offset)``; records have no score."""
    if type(result) is not tuple or len(result) != 2:
        return False
    return isinstance(result[0], list)


def _held(result: Any, name: str) -> Any:
    return result.get(name) if isinstance(result, Mapping) else getattr(result, name, None)


ADAPTER = Qdrant()
