"""Milvus: one list of hits a query; the id has the name of the collection's primary key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from partwise.adapters._adapter import Adapter
from partwise.adapters._results import sequence
from partwise.errors import AdapterError


class Milvus(Adapter):
    """Hits of a search; the order of the list counts, whatever the metric."""

    name = "milvus"
    advice = "Milvus returns only the fields named in output_fields"
    splits = False

    def results(self, caller: str, given: Any, topics: Any) -> Any:
        """Return one list a query; they need `topics`."""
        if topics is None and not isinstance(given, Mapping) and _is_search(given):
            raise AdapterError(
                caller, "the result does not name its topics", "Use topics=[...], one a query"
            )
        return given

    def unwrap(self, caller: str, result: Any) -> Sequence[Any]:
        """Return the hits with their id under one name."""
        hits = sequence(caller, result, expected="a list of hits")
        return [_with_id(hit) if isinstance(hit, Mapping) else hit for hit in hits]


def _is_search(given: Any) -> bool:
    rows = list(given) if isinstance(given, Sequence) and not isinstance(given, str) else []
    return bool(rows) and all(
        not isinstance(row, (tuple, str)) and isinstance(row, Sequence) for row in rows
    )


def _with_id(hit: Mapping[str, Any]) -> Mapping[str, Any]:
    keys = [key for key in hit if key not in ("distance", "entity")]
    if "entity" not in hit or len(keys) != 1:
        return hit
    return {"id": hit[keys[0]], "distance": hit.get("distance"), "entity": hit["entity"]}


ADAPTER = Milvus()
