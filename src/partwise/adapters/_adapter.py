"""An adapter: unwraps what one framework returns; the rest is the same for all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.adapters._items import Items
from partwise.adapters._read import (
    Errors,
    Options,
    Read,
    ResultLists,
    kept_array,
    read,
    result_lists,
    sequence,
    unproved,
)
from partwise.adapters.fields import Given
from partwise.errors import AdapterError, FormatError, UsageError
from partwise.files.units import Unit
from partwise.kernels.ragged import segment_starts
from partwise.messages import Note
from partwise.tables.lengths import Inventory
from partwise.tables.part_ids import PartIds, texts_of
from partwise.tables.qrels import Qrels
from partwise.tables.row_rules import Missing
from partwise.tables.run import Run


class Adapter:
    """Turns result lists of one framework into tables.

    A framework says here what it calls itself, how a result is unwrapped, and when its items have
    no place; the rule for items is the same for all.
    """

    name: ClassVar[str] = "results"
    advice: ClassVar[str] = ""
    """When the framework says where its items lie."""
    usual: ClassVar[str] = "start"
    """Name of the field that holds the start of an item."""
    searching: ClassVar[str | None] = None
    """The framework, where it looks for the text of a chunk to say where it lies."""

    def unwrap(self, caller: str, result: Any) -> Sequence[Any]:
        """Return the items of one topic's result."""
        return sequence(caller, result)

    def results(self, caller: str, given: Any, topics: Any) -> Any:
        """Return what was given, as one result a topic."""
        return given

    def chunks(self, caller: str, given: Any) -> Sequence[Any]:
        """Return all chunks of an inventory."""
        return self.unwrap(caller, given)

    def run(
        self,
        given: Any,
        *,
        topics: Iterable[str | int] | None = None,
        name: str | None = None,
        doc: Given | None = None,
        start: Given | None = None,
        end: Given | None = None,
        text: Given | None = None,
        id: Given | None = None,  # noqa: A002
        score: Given | None = None,
        tokens: Given | None = None,
        nodes: Iterable[Any] | None = None,
        inventory: Any = None,
        texts: Any = None,
        locate: bool = False,
        errors: Errors = "raise",
        missing: Missing = "error",
        unit: Unit | None = None,
        cutoff: int | None = None,
    ) -> Run:
        """Build a run from ``{topic: result}``; rank is the place in the list, always.

        Parameters
        ----------
        given : mapping or pairs
            What each topic got; with `topics` one result a topic, in their order.
        topics : iterable of str, optional
            Topics of results that do not name them.
        name : str, optional
            The run's name.
        doc, start, end, text, id, score, tokens : str or callable, optional
            Another field than the framework's usual ones: its name, dotted where it is nested, a
            function of the item, or ``pw.const(...)``.
        nodes : iterable, optional
            All nodes of the parser, which offsets that count from parents need.
        inventory : Inventory, frame or path, optional
            Places by id.
        texts : Texts, mapping or path, optional
            The documents; what an item says must be what its offsets point at.
        locate : bool
            Place items by their text where they have no place, or one that does not fit.
        errors : {'raise', 'skip'}
            Stop at items that cannot be used, or leave them out and count them.
        missing : {'error', 'document', 'skip'}
            What an item without a place is.
        unit : {'codepoint', 'utf16', 'byte'}, optional
            Unit of the offsets; others than code points need texts.
        cutoff : int, optional
            Read the first items of each list only.

        Returns
        -------
        Run
        """
        caller = f"from_{self.name}"
        fields = {"doc": doc, "start": start, "end": end, "text": text}
        fields |= {"id": id, "score": score, "tokens": tokens}
        lists = self._lists(caller, given, topics, cutoff)
        more = (inventory, texts, errors, missing, unit, locate, "run")
        how = self._options(caller, fields, nodes, *more)
        found = read(lists.items, lists.label, how)
        columns = _topic_columns(lists, found)
        rank = _closed_up(columns["topic"])
        moved = int(np.count_nonzero(rank < lists.rank[found.kept]))
        return Run(
            name=name or "run",
            **columns,
            rank=rank,
            tokens=found.tokens,
            extra=found.given(),
            notes=(*self._noted(found, lists.notes, moved), *unproved(found.places, how)),
            natural="rank",
            missing=missing,
        )

    def qrels(
        self,
        given: Any,
        *,
        topics: Iterable[str | int] | None = None,
        doc: Given | None = None,
        start: Given | None = None,
        end: Given | None = None,
        text: Given | None = None,
        id: Given | None = None,  # noqa: A002
        nodes: Iterable[Any] | None = None,
        inventory: Any = None,
        texts: Any = None,
        locate: bool = False,
        errors: Errors = "raise",
        missing: Missing = "error",
        unit: Unit | None = None,
    ) -> Qrels:
        """Build assessments from ``{topic: items}``: what is relevant, with grade 1.

        A topic without items is judged, and nothing is relevant for it. Parameters are those of
        ``Run.from_*``.
        """
        caller = f"Qrels.from_{self.name}"
        fields = {"doc": doc, "start": start, "end": end, "text": text, "id": id}
        lists = self._lists(caller, given, topics, None)
        more = (inventory, texts, errors, missing, unit, locate, "qrels")
        how = self._options(caller, fields, nodes, *more)
        found = read(lists.items, lists.label, how)
        notes = (*self._noted(found, lists.notes), *unproved(found.places, how))
        return Qrels(
            **_topic_columns(lists, found),
            grade=np.ones(found.kept.size),
            extra={k: v for k, v in found.given().items() if not k.startswith("given_")},
            notes=tuple(Note.read(note).of("assessments") for note in notes),
            missing=missing,
        )

    def inventory(
        self,
        given: Any,
        *,
        doc: Given | None = None,
        start: Given | None = None,
        end: Given | None = None,
        text: Given | None = None,
        id: Given | None = None,  # noqa: A002
        tokens: Given | None = None,
        nodes: Iterable[Any] | None = None,
        texts: Any = None,
        locate: bool = False,
        errors: Errors = "raise",
        missing: Missing = "error",
        unit: Unit | None = None,
    ) -> Inventory:
        """Build an inventory from all chunks.

        Parameters are those of ``Run.from_*``.
        """
        caller = f"Inventory.from_{self.name}"
        fields = {"doc": doc, "start": start, "end": end, "text": text, "id": id, "tokens": tokens}
        items = list(self.chunks(caller, given))
        more = (None, texts, errors, missing, unit, locate, "chunks")
        how = self._options(caller, fields, nodes, *more)
        found = read(items, lambda row: f"[{row + 1}]", how)
        ids = [name or None for name in texts_of(found.column("id"))]
        named = ids.count(None) < len(ids)
        made = Inventory(
            **_places(found),
            element=np.full(found.kept.size, -1, np.int32),
            tokens=found.tokens,
            id=kept_array(ids, "id") if named else None,
            text=kept_array(found.column("text"), "text") if named else None,
            notes=(*unproved(found.places, how), *self._noted(found)),
        )
        if named:
            refuse_twice(caller, made)
        return made

    def _lists(self, caller: str, given: Any, topics: Any, cutoff: int | None) -> ResultLists:
        if cutoff is not None and (isinstance(cutoff, bool) or int(cutoff) < 1):
            raise UsageError(f"cutoff must be a number of items from 1, not {cutoff!r}")
        found = self.results(caller, given, topics)
        said: dict[str, None] = {}

        def unwrap(result: Any) -> Sequence[Any]:
            said.update(dict.fromkeys(self.remarks(result)))
            return self.unwrap(caller, result)

        return replace(result_lists(caller, found, topics, cutoff, unwrap), notes=tuple(said))

    def _options(
        self,
        caller: str,
        fields: Mapping[str, Any],
        nodes: Iterable[Any] | None,
        *rest: Any,
    ) -> Options:
        parsed = None if nodes is None else self.chunks(caller, nodes)
        found = Options(caller, self.advice, self.usual, fields, parsed, *rest)
        found.searching = self.searching
        return found

    def _noted(self, found: Read, lists: Iterable[str] = (), moved: int = 0) -> tuple[str, ...]:
        """Return what was noticed of items, of the lists that hold them, and of their places."""
        framework = self.notes(found.items)
        return (*found.notes, *lists, *framework, *found.places.problems.notes(moved))

    def remarks(self, result: Any) -> list[str]:
        """Return what is worth knowing of one topic's result."""
        return []

    def notes(self, items: Items) -> list[str]:
        """Return what is worth knowing of the framework's items."""
        return []


def refuse_twice(caller: str, inventory: Inventory) -> None:
    """Raise AdapterError if two parts have one id."""
    try:
        PartIds(inventory)
    except FormatError as bad:
        raise AdapterError(caller, bad.problem) from None


def _places(found: Read) -> dict[str, Any]:
    """Return the columns that say where each item lies."""
    kept, places = found.kept, found.places
    return {
        "docs": found.docs.names,
        "doc": found.docs.codes,
        "start": places.start[kept],
        "end": places.end[kept],
    }


def _topic_columns(lists: ResultLists, found: Read) -> dict[str, Any]:
    """Return the columns that runs and assessments share."""
    topic, element = lists.topic[found.kept].astype(np.int32), found.element
    named = {"elements": element.names, "element": element.codes}
    return {"topics": lists.names, "topic": topic, **_places(found), **named}


def _closed_up(topic: NDArray[np.int32]) -> Ints:
    """Return the place of each item in its topic, from 1; topics are contiguous."""
    at = np.arange(topic.size)
    heads = segment_starts(topic)
    sizes = np.diff(heads, append=topic.size)
    return at - np.repeat(heads, sizes) + 1
