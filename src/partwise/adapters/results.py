"""Lists of any items: objects, dictionaries, rows of SQL, hits of Elasticsearch or OpenSearch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from partwise.adapters._adapter import Adapter
from partwise.adapters._read import sequence


class Results(Adapter):
    """The general rule, for systems without an adapter of their own; texts and numbers are ids."""

    name = "results"

    def unwrap(self, caller: str, result: Any) -> Sequence[Any]:
        """Return the items; Elasticsearch keeps them under ``hits.hits``."""
        body = getattr(result, "body", result)
        hits = body.get("hits") if isinstance(body, Mapping) else None
        if isinstance(hits, Mapping) and isinstance(hits.get("hits"), list):
            return sequence(caller, hits["hits"])
        found = sequence(caller, result)
        named = any(type(item) in (str, int) for item in found)
        return [{"id": i} if type(i) in (str, int) else i for i in found] if named else found


ADAPTER = Results()
