"""Milvus: one list of hits a query; the id has the name of the collection's primary key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from partwise.adapters._adapter import Adapter
from partwise.adapters._read import sequence
from partwise.errors import AdapterError


class Milvus(Adapter):
    """Hits of a search; the order of the list counts, whatever the metric."""

    name = "milvus"
    advice = "Milvus returns only the fields named in output_fields"

    def results(self, caller: str, given: Any, topics: Any) -> Any:
        """Return one list a query; they need `topics`."""
        if topics is None and not isinstance(given, Mapping) and _is_search(given):
            raise AdapterError(
                caller,
                "the result does not name its topics",
                "Use topics=[...], one for each query",
            )
        return given

    def unwrap(self, caller: str, result: Any) -> Sequence[Any]:
        """Return the hits with their id under one name."""
        hits = sequence(caller, result, expected="a list of hits")
        keys: dict[tuple[str, ...], str | None] = {}
        return [_with_id(hit, keys) if isinstance(hit, Mapping) else hit for hit in hits]


def _is_search(given: Any) -> bool:
    rows = list(given) if isinstance(given, Sequence) and not isinstance(given, str) else []
    return bool(rows) and all(
        not isinstance(row, (tuple, str)) and isinstance(row, Sequence) for row in rows
    )


def _with_id(hit: Mapping[str, Any], keys: dict[tuple[str, ...], str | None]) -> Mapping[str, Any]:
    """Return a hit with its id under one name; `keys` remembers which key that is."""
    own = dict(hit)  # a hit looks every key up in its entity too, which takes time
    names = tuple(own)
    if names not in keys:
        others = [name for name in names if name not in ("distance", "entity")]
        keys[names] = others[0] if "entity" in own and len(others) == 1 else None
    key = keys[names]
    if key is not None:
        own["id"] = own.pop(key)
    return own


ADAPTER = Milvus()
