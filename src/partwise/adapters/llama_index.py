"""LlamaIndex: nodes with scores, nodes, responses, and their dictionaries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from partwise.adapters._adapter import Adapter
from partwise.adapters._items import Holder, Items, read_items
from partwise.adapters._places import of_nodes
from partwise.adapters._read import sequence
from partwise.adapters.fields import const, related
from partwise.errors import UsageError
from partwise.messages import Note
from partwise.tables.run import Run

# A window is sentences joined anew, and no slice of the text; its place reaches from the first of
# these sentences to the last, which are found through the neighbours of the node.

WINDOW = "window"
"""Field of a node that holds what the language model reads."""

_PREVIOUS, _NEXT = "2", "3"


def window_of(holders: Sequence[Holder]) -> str | None:
    """Return the window of a node, None where it has none."""
    found = (holder.get(WINDOW) for holder in holders[1:])
    return next((text for text in found if isinstance(text, str)), None)


class Windows:
    """Places of windows.

    Parameters
    ----------
    caller : str
        The constructor, for messages.
    nodes : iterable
        All nodes of the parser.
    """

    def __init__(self, caller: str, nodes: Iterable[Any]) -> None:
        every = list(nodes)
        known = of_nodes(caller, every, {})
        self._items = items = read_items(every, {})
        self._index, self._start, self._end = known.index, known.start, known.end
        self._near = {
            kind: [self._row(related(self._own(node).get("relationships"), kind))
                   for node in items.source]
            for kind in (_PREVIOUS, _NEXT)
        }  # fmt: skip
        self._made: dict[int, tuple[int, int] | None] = {}

    def start(self, item: Any) -> int | None:
        """Return where the window of a node begins; None where that is not known."""
        return self._place(item)[0]

    def end(self, item: Any) -> int | None:
        """Return where the window of a node ends; None where that is not known."""
        return self._place(item)[1]

    def _own(self, node: Any) -> Holder:
        holders = self._items.holders(node)
        return holders[0] if holders else {}

    def _row(self, name: Any) -> int:
        return -1 if name is None else self._index.get(str(name), -1)

    def _place(self, item: Any) -> tuple[int | None, int | None]:
        own = self._own(item)
        name = next((own[key] for key in ("id_", "node_id", "id") if own.get(key)), None)
        row = self._row(name)
        if row < 0:
            return None, None
        if row not in self._made:
            self._made[row] = self._extent(row, window_of(self._items.holders(item)))
        return self._made[row] or (None, None)

    def _extent(self, row: int, window: str | None) -> tuple[int, int] | None:
        """Return the place of a window: that of the neighbours whose texts make it."""
        first = last = row
        if window is not None:
            found = self._sentences(row, window)
            if found is None:
                return None
            first, last = found
        start, end = int(self._start[first]), int(self._end[last])
        return (start, end) if 0 <= start < end else None

    def _sentences(self, row: int, window: str) -> tuple[int, int] | None:
        """Return the first and last sentence of a window; the most even split of several wins."""
        wanted = "".join(window.split())
        before, after = self._beside(row, _PREVIOUS, wanted), self._beside(row, _NEXT, wanted)
        size = np.array([len(text) for _, text in before])[:, None] + [len(t) for _, t in after]
        fits = np.argwhere(size + len(self._text(row)) == len(wanted)).tolist()
        for back, on in sorted(fits, key=lambda pair: abs(pair[0] - pair[1])):
            if before[back][1] + self._text(row) + after[on][1] == wanted:
                return before[back][0], after[on][0]
        return None

    def _beside(self, row: int, kind: str, wanted: str) -> list[tuple[int, str]]:
        """Return the node and its neighbours on one side, each with all text up to it."""
        found = [(row, "")]
        at, text = row, ""
        while (at := self._near[kind][at]) >= 0 and len(text) < len(wanted):
            text = self._text(at) + text if kind == _PREVIOUS else text + self._text(at)
            found.append((at, text))
        return found

    def _text(self, row: int) -> str:
        """Return the letters of a sentence; joining may change the white space between."""
        return "".join((self._items.columns["text"][row] or "").split())


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
        """Return a note on nodes of which the language model reads more."""
        n = int(np.count_nonzero(items.has("window")))
        words = f"{{n:node}} {{n:has|have}} {_NOTED}; the place is the node's own"
        return [Note(words, n=n)] if n else []


ADAPTER = LlamaIndex()
