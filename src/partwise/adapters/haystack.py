"""Haystack: what components return, lists of Document, or their dictionaries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from partwise.adapters._adapter import Adapter
from partwise.adapters._read import sequence


class Haystack(Adapter):
    """Documents of splitters and retrievers."""

    name = "haystack"
    advice = "Haystack's splitters write split_idx_start into meta"
    usual = "split_idx_start"

    def unwrap(self, caller: str, result: Any) -> Sequence[Any]:
        """Return the documents; components return them under ``documents``."""
        if isinstance(result, Mapping) and "documents" in result:
            result = result["documents"]
        return sequence(caller, result, expected='{"documents": [...]} or a list of documents')


ADAPTER = Haystack()
