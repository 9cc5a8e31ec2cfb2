"""Weaviate: what queries of a collection return, grouped or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from partwise.adapters._adapter import Adapter
from partwise.adapters._read import sequence


class Weaviate(Adapter):
    """Objects of a QueryReturn or GroupByReturn."""

    name = "weaviate"

    def unwrap(self, caller: str, result: Any) -> Sequence[Any]:
        """Return the objects."""
        held = result.get("objects") if isinstance(result, Mapping) else None
        objects = getattr(result, "objects", held)
        return sequence(caller, result if objects is None else objects, expected="a QueryReturn")


ADAPTER = Weaviate()
