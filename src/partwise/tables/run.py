"""Run: what one system returned, as frozen columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from partwise.errors import TableError
from partwise.messages import plural
from partwise.tables.columns import (
    ABSENT,
    Column,
    constant_text,
    decode,
    encode,
    freeze,
    plain,
    real_numbers,
    same_size,
    whole_numbers,
)
from partwise.tables.names import EMPTY, Names
from partwise.tables.rows import first, offsets_checked

if TYPE_CHECKING:
    import polars as pl

Order = Literal["score", "rank", "file"]


@dataclass(frozen=True, eq=False)
class Run:
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
        Codes. ``doc == len(docs)`` stands for an unjudged document that its
        topic lists once (only in compact runs, see `ranked`).
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
    ranked : bool
        Rows are already in final order, topics contiguous (compact runs).
    tied : ndarray of bool or None
        For ranked runs: the row has the score of the row before it in its topic.
    close : bool
        For ranked runs: an unjudged document is named like a judged one but for case, folder
        or suffix.
    format : str or None
        The format of the file, where there was one.
    encoding : str
        The encoding of the file, for reading it again.
    """

    name: str
    topics: Names
    topic: NDArray[np.int32]
    docs: Names
    doc: NDArray[np.int32]
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    elements: Names = EMPTY
    element: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))
    last: NDArray[np.int32] | None = None
    trees: Names = EMPTY
    tree: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))
    score: NDArray[np.float64] | None = None
    rank: NDArray[np.int64] | None = None
    tokens: NDArray[np.int64] | None = None
    extra: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    source: str | None = None
    notes: tuple[str, ...] = ()
    natural: Order = "score"
    ranked: bool = False
    tied: NDArray[np.bool_] | None = None
    close: bool = False
    format: str | None = None
    encoding: str = "utf-8"

    def __post_init__(self) -> None:
        if self.ranked:
            return
        size = self.topic.size
        for name in ("element", "tree"):
            if getattr(self, name).size != size:
                object.__setattr__(self, name, np.full(size, ABSENT, np.int32))
        for name in ("topic", "doc", "start", "end", "element", "last", "tree", "score", "rank"):
            column = getattr(self, name)
            if column is not None:
                object.__setattr__(self, name, freeze(column))

    def __len__(self) -> int:
        return self.topic.size

    def __repr__(self) -> str:
        sizes = f"{plural(len(self), 'part')}, {plural(len(self.topics), 'topic')}"
        return f"Run({self.name!r}: {sizes})"

    @property
    def whole(self) -> NDArray[np.bool_]:
        """Rows that return a whole document."""
        placed = self.start >= 0
        if self.element.size == placed.size:
            placed = placed | (self.element >= 0) | (self.tree >= 0)
        whole: NDArray[np.bool_] = ~placed
        return whole

    def whole_documents(self, order: Order | None = None) -> Run:
        """Return the run with the parts of each document replaced by the whole document.

        The document stands at the rank of its first part; `order` says what ranks the
        parts, by default what the run's format asks for.
        """
        from partwise.tables.sequence import whole_documents

        return whole_documents(self, order)

    def named(self, name: str) -> Run:
        """Return the same run under another name."""
        return replace(self, name=name)

    @classmethod
    def from_columns(
        cls,
        *,
        topic: Column,
        doc: Column,
        start: Column | None = None,
        end: Column | None = None,
        length: Column | None = None,
        element: Column | None = None,
        tree: Column | None = None,
        rank: Column | None = None,
        score: Column | None = None,
        tokens: Column | None = None,
        run: Column | None = None,
        name: str | None = None,
        **extra: Column,
    ) -> Run:
        """Build a run from lists or arrays, one entry per part.

        ``length`` may stand for ``end``. Absent offsets are None, NaN or -1
        in both columns. The run's name is `name`, else the one value of ``run``, else
        ``run``. TableError names the first bad row.

        Examples
        --------
        >>> Run.from_columns(topic=["q1", "q1"], doc=["a", "b"], start=[0, 10], end=[5, 30])
        Run('run': 2 parts, 1 topic)
        """
        topic_codes, topics = encode(topic, "topic")
        doc_codes, docs = encode(doc, "doc")
        size = same_size({"topic": topic_codes, "doc": doc_codes})
        given = {"start": start, "end": end, "length": length, "rank": rank, "tokens": tokens}
        numbers = {k: whole_numbers(v, k) for k, v in given.items() if v is not None}
        texts = {"element": element, "tree": tree}
        coded = {k: encode(v, k, optional=True) for k, v in texts.items() if v is not None}
        scores = None if score is None else _scores(score)
        others = {k: plain(v) for k, v in extra.items()}
        columns: dict[str, NDArray[Any]] = {"topic": topic_codes, **numbers, **others}
        columns |= {k: codes for k, (codes, _) in coded.items()}
        if scores is not None:
            columns["score"] = scores
        same_size(columns)
        begin, finish = offsets_checked(numbers, size, run=True)
        nothing = np.full(size, ABSENT, np.int32)
        element_codes, elements = coded.get("element", (nothing, EMPTY))
        tree_codes, trees = coded.get("tree", (nothing, EMPTY))
        ranks = numbers.get("rank")
        if ranks is not None and (row := first(ranks < 0)) is not None:
            raise TableError(row, "rank is missing or negative")
        return cls(
            name=name or constant_text(run) or "run",
            topics=topics,
            topic=topic_codes,
            docs=docs,
            doc=doc_codes,
            start=begin,
            end=finish,
            elements=elements,
            element=element_codes,
            trees=trees,
            tree=tree_codes,
            score=scores,
            rank=ranks,
            tokens=numbers.get("tokens"),
            extra=others,
        )

    @classmethod
    def from_frame(cls, frame: Any, *, name: str | None = None) -> Run:
        """Build a run from a pandas, polars or Arrow frame with our column names.

        The run's name is `name`, else the column ``run`` when it is constant, else ``run``.
        """
        from partwise.tables.frames import columns_of

        columns = columns_of(frame, required=("topic", "doc"), what="a run")
        return cls.from_columns(name=name, **columns)

    def to_frame(self) -> pl.DataFrame:
        """Return the run as a polars frame with our column names."""
        import polars as pl

        from partwise.tables.frames import offset_series

        if self.ranked:
            raise TableError(None, "a compact run does not hold the names of its documents")
        size = len(self)
        columns: dict[str, Any] = {
            "topic": decode(self.topic, self.topics),
            "doc": decode(self.doc, self.docs),
            "start": offset_series(self.start),
            "end": offset_series(self.end),
        }
        if len(self.elements):
            columns["element"] = decode(self.element, self.elements)
        if len(self.trees):
            columns["tree"] = decode(self.tree, self.trees)
        for label in ("rank", "score", "tokens"):
            values = getattr(self, label)
            if values is not None:
                columns[label] = offset_series(values) if label == "tokens" else values
        columns["run"] = [self.name] * size
        columns |= {k: v.tolist() for k, v in self.extra.items()}
        texts = ("topic", "doc", "element", "tree", "run")
        schema: dict[str, Any] = {k: pl.String for k in texts if k in columns}
        return pl.DataFrame(columns, schema_overrides=schema)


def _scores(column: Column) -> NDArray[np.float64]:
    scores = real_numbers(column, "score")
    row = first(np.isnan(scores))
    if row is not None:
        raise TableError(row, "score is missing or not a number")
    return scores
