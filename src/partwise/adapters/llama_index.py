"""LlamaIndex: nodes with scores, nodes, responses, and their dictionaries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from partwise.adapters._adapter import Adapter
from partwise.adapters._items import Items
from partwise.adapters._results import sequence
from partwise.adapters._windows import Windows
from partwise.adapters.fields import const
from partwise.errors import UsageError
from partwise.messages import Note
from partwise.tables.run import Run

_NOTED = "a wider window, which the language model reads"


class LlamaIndex(Adapter):
    """Nodes of retrievers, query engines and parsers."""

    name = "llama_index"
    searching = "LlamaIndex"
    advice = "LlamaIndex gives no start_char_idx to nodes made by hand or whose text was altered"
    usual = "start_char_idx"

    def unwrap(self, caller: str, result: Any) -> Sequence[Any]:
        """Return the nodes; responses keep them under ``source_nodes``."""
        nodes = getattr(result, "source_nodes", None)
        if isinstance(result, Mapping):
            nodes = result.get("source_nodes")
        return sequence(caller, result if nodes is None else nodes, expected="a list of nodes")

    def run(
        self,
        given: Any,
        *,
        window: bool = False,
        nodes: Iterable[Any] | None = None,
        **options: Any,
    ) -> Run:
        """Build a run from ``{topic: nodes}``.

        Parameters
        ----------
        given : mapping or pairs
            What each topic got.
        window : bool
            Take the place of the whole window around a sentence, which the language model reads;
            it needs `nodes`. By default the place is that of the sentence.
        nodes : iterable, optional
            All nodes of the parser.
        **options
            Those of the other ``Run.from_*``.
        """
        if not window:
            return super().run(given, nodes=nodes, **options)
        if nodes is None:
            raise UsageError("window=True needs nodes=... (all nodes of the parser)")
        for name in ("start", "end", "text"):
            if options.get(name) is not None:
                raise UsageError(f"window=True already says where windows lie: leave out {name}=")
        caller = f"from_{self.name}"
        places = Windows(caller, self.chunks(caller, nodes))
        # what stands in a window is no slice of the text, so there is nothing to compare
        fields: dict[str, Any] = {"start": places.start, "end": places.end, "text": const(None)}
        run = super().run(given, **fields, **options)
        return replace(run, notes=tuple(note for note in run.notes if _NOTED not in note))

    def notes(self, items: Items) -> list[str]:
        """Say where the language model reads more than the node."""
        n = int(np.count_nonzero(items.has("window")))
        words = f"{{n:node}} {{n:has|have}} {_NOTED}; the place is the node's own"
        return [Note(words, n=n)] if n else []


ADAPTER = LlamaIndex()
