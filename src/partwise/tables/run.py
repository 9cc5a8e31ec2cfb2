"""Run: what one system returned, as frozen columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from partwise.tables.columns import Column, ColumnNames, decode, given_columns
from partwise.tables.constructors import Adapted, Shown
from partwise.tables.row_rules import Missing, TableOptions
from partwise.tables.rows import TopicRows

if TYPE_CHECKING:
    import polars as pl

    from partwise.tables.lengths import Inventory

Order = Literal["score", "rank", "file"]
KEPT = frozenset({"size", "whitespace", "start_character", "end_character"})
"""Further columns of runs that our measures read; where a run is evaluated in pieces, the others
are dropped."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Run(Shown, TopicRows):
    """The ranked parts of one system for many topics.

    Build one with `Run.from_columns`, `Run.from_frame` or a reader. A part
    with neither offsets nor element nor tree is the whole document.

    Parameters
    ----------
    name : str
        The run's name.
    topics, docs : Names
        Dictionaries of `topic` and `doc`.
    topic, doc : ndarray of int32
        Codes.
    start, end : ndarray of int64
        Half-open span in code points; -1 = absent.
    elements, element : Names, ndarray of int32
        Element paths; -1 = absent.
    last : ndarray of int32 or None
        Last element of a range of elements; -1 = absent.
    trees, tree : Names, ndarray of int32
        Sets of element paths joined by ``|``; -1 = absent.
    score, rank, tokens : ndarray or None
        The system's numbers; None when the run has no such column.
    extra : dict
        Unknown columns, kept as they came.
    source : str or None
        The file the rows came from, for messages.
    notes : tuple of str
        What the reader noticed.
    natural : {'score', 'rank', 'file'}
        The order that the format asks for.
    format : str or None
        The format of the file, where there was one.
    distance : ndarray or None
        The system's distances; they order a run that has neither scores nor ranks.
    missing : {'error', 'document', 'skip'}
        Meaning of rows without a place when the run was read.
    """

    name: str
    last: NDArray[np.int32] | None = None
    score: NDArray[np.float64] | None = None
    rank: NDArray[np.int64] | None = None
    tokens: NDArray[np.int64] | None = None
    natural: Order = "score"
    distance: NDArray[np.float64] | None = None

    def __repr__(self) -> str:
        return f"Run({self.name!r}: {self._sizes('part')})"

    @property
    def answered(self) -> list[str]:
        """Topics that the system answered with nothing."""
        return self._idle_topics()

    @property
    def whole(self) -> NDArray[np.bool_]:
        """Rows that return a whole document."""
        whole: NDArray[np.bool_] = ~((self.start >= 0) | (self.element >= 0) | (self.tree >= 0))
        return whole

    @property
    def holds_documents(self) -> bool:
        """True if every row is a whole document."""
        return bool(self.whole.all())

    @property
    def has_scores(self) -> bool:
        """True if the system gave scores."""
        return self.score is not None

    def whole_documents(self, order: Order | None = None) -> Run:
        """Return the run with the parts of each document replaced by the whole document.

        The document stands at the rank of its first part; `order` says what ranks the
        parts, by default what the run's format asks for.
        """
        from partwise.tables.run_order import whole_documents

        return whole_documents(self, order)

    def named(self, name: str) -> Run:
        """Return the same run under another name."""
        return replace(self, name=name)

    @classmethod
    def from_columns(
        cls,
        *,
        topic: Column | None = None,
        doc: Column | None = None,
        start: Column | None = None,
        end: Column | None = None,
        length: Column | None = None,
        element: Column | None = None,
        tree: Column | None = None,
        rank: Column | None = None,
        score: Column | None = None,
        distance: Column | None = None,
        tokens: Column | None = None,
        run: Column | None = None,
        name: str | None = None,
        answered: Iterable[str] = (),
        missing: Missing = "error",
        columns: ColumnNames | None = None,
        inventory: Inventory | None = None,
        **extra: Column,
    ) -> Run:
        """Build a run from lists or arrays, one entry per part.

        ``length`` may stand for ``end``. Absent values are None or NaN. The run's name is
        `name`, else the one value of ``run``, else ``run``. Common names of other tools are read
        as ours (``start_index`` as ``start``), `columns` names others (``{"doc": "source"}``). A
        part without a place in a table that has places is an error, a whole document or left out
        (`missing`). `answered` are topics that the system answered with nothing; so is a row with
        a topic and nothing else. Parts that have an ``id`` and no document or place get those from
        `inventory`. TableError names the first bad row.

        Examples
        --------
        >>> Run.from_columns(topic=["q1", "q1"], doc=["a", "b"], start=[0, 10], end=[5, 30])
        Run('run': 2 parts, 1 topic)
        """
        from partwise.tables.frames import run_from

        given = given_columns(
            {
                "topic": topic,
                "doc": doc,
                "start": start,
                "end": end,
                "length": length,
                "element": element,
                "tree": tree,
                "rank": rank,
                "score": score,
                "distance": distance,
                "tokens": tokens,
                "run": run,
                **extra,
            }
        )
        options = TableOptions(missing, columns, inventory)
        return run_from(given, options, name=name, answered=answered)

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        name: str | None = None,
        missing: Missing = "error",
        columns: ColumnNames | None = None,
        inventory: Inventory | None = None,
    ) -> Run:
        """Build a run from a pandas, polars or Arrow frame, or a list of dictionaries.

        The run's name is `name`, else the column ``run`` when it is constant, else ``run``.
        Names of columns, `missing`, `columns` and `inventory` are those of `from_columns`.
        """
        from partwise.tables.frames import columns_of, run_from

        return run_from(columns_of(frame), TableOptions(missing, columns, inventory), name=name)

    @classmethod
    def from_dict(
        cls,
        scores: Mapping[str, Mapping[str, float] | Sequence[str]],
        *,
        name: str | None = None,
        inventory: Inventory | None = None,
        missing: Missing = "error",
    ) -> Run:
        """Build a run of whole documents from ``{topic: {document: score}}``.

        The order of the dictionaries is nothing; a topic without documents is answered with
        nothing. ``{topic: [id, ...]}`` lists ids of parts, the best first. With an `inventory` all
        names are ids, and parts get the places that it says; `missing` is about those that it does
        not have.

        Examples
        --------
        >>> Run.from_dict({"q1": {"a": 2.5, "b": 1.0}, "q2": {}})
        Run('run': 2 parts, 2 topics)
        """
        from partwise.tables.frames import flat, lists_ids, with_ids

        topic, doc, numbers = flat(scores, "a run", "score")
        empty = [str(label) for label, found in scores.items() if not len(found)]
        order: dict[str, Any] = {"rank" if lists_ids(scores) else "score": numbers}
        run = cls.from_columns(topic=topic, doc=doc, name=name, answered=empty, **order)
        run = replace(run, format="dictionary")  # its order of rows tells nothing
        return with_ids(run, scores, inventory, missing)

    # constructors of the adapters, see partwise.adapters
    from_langchain = Adapted["Run"]("run")
    from_llama_index = Adapted["Run"]("run")
    from_haystack = Adapted["Run"]("run")
    from_chonkie = Adapted["Run"]("run")
    from_chroma = Adapted["Run"]("run")
    from_qdrant = Adapted["Run"]("run")
    from_weaviate = Adapted["Run"]("run")
    from_pinecone = Adapted["Run"]("run")
    from_milvus = Adapted["Run"]("run")
    from_results = Adapted["Run"]("run")
    from_traces = Adapted["Run"]("run")

    def to_frame(self) -> pl.DataFrame:
        """Return the run as a polars frame with our column names.

        Topics that were answered with nothing are rows with a topic and the run's name.
        """
        import polars as pl

        from partwise.tables.frames import kept_series, offset_series, with_answered

        size = len(self)
        columns: dict[str, Any] = {
            "topic": decode(self.topic, self.topics),
            "doc": decode(self.doc, self.docs),
        }
        if (self.start >= 0).any():
            columns |= {"start": offset_series(self.start), "end": offset_series(self.end)}
        if len(self.elements):
            columns["element"] = decode(self.element, self.elements)
        if len(self.trees):
            columns["tree"] = decode(self.tree, self.trees)
        for label in ("rank", "score", "distance", "tokens"):
            values = getattr(self, label)
            if values is not None:
                columns[label] = offset_series(values) if label == "tokens" else values
        columns["run"] = [self.name] * size
        columns |= {k: kept_series(v) for k, v in self.extra.items()}
        texts = ("topic", "doc", "element", "tree", "run")
        schema: dict[str, Any] = {k: pl.String for k in texts if k in columns}
        return with_answered(pl.DataFrame(columns, schema_overrides=schema), self)
