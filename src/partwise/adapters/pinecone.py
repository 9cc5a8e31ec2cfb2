"""Pinecone: matches of a query, hits of a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from partwise.adapters._adapter import Adapter
from partwise.adapters._read import sequence


class Pinecone(Adapter):
    """Vectors of a QueryResponse, or records of a search."""

    name = "pinecone"
    advice = "Pinecone returns metadata only with include_metadata=True"

    def unwrap(self, caller: str, result: Any) -> Sequence[Any]:
        """Return the matches, or the hits of a search."""
        found = _held(result, "matches")
        if found is None:
            inside = _held(result, "result")
            found = _held(result if inside is None else inside, "hits")
        return sequence(caller, result if found is None else found, expected="a QueryResponse")


def _held(result: Any, name: str) -> Any:
    return result.get(name) if isinstance(result, Mapping) else getattr(result, name, None)


ADAPTER = Pinecone()
