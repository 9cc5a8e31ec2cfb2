"""LlamaIndex: nodes with scores, nodes, responses, and their dictionaries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from partwise.adapters._adapter import Adapter
from partwise.adapters._items import Items
from partwise.adapters._results import sequence
from partwise.messages import Note


class LlamaIndex(Adapter):
    """Nodes of retrievers, query engines and parsers."""

    name = "llama_index"
    advice = "LlamaIndex gives no start_char_idx to nodes made by hand or whose text was altered"
    usual = "start_char_idx"

    def unwrap(self, caller: str, result: Any) -> Sequence[Any]:
        """Return the nodes; responses keep them under ``source_nodes``."""
        nodes = getattr(result, "source_nodes", None)
        if isinstance(result, Mapping):
            nodes = result.get("source_nodes")
        return sequence(caller, result if nodes is None else nodes, expected="a list of nodes")

    def notes(self, items: Items) -> list[str]:
        """Say where the language model reads more than the node."""
        found = (items.views.of(item) for item in items.source)
        wider = [
            one is not None and any(isinstance(h.get("window"), str) for h in one[2][1:])
            for one in found
        ]
        n = int(np.count_nonzero(wider))
        words = "{n:node} {n:has|have} a wider window, which the language model reads; "
        return [Note(words + "the place is the node's own", n=n)] if n else []


ADAPTER = LlamaIndex()
