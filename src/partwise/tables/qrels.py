"""Qrels: the assessments, as frozen columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from partwise.tables.columns import (
    Column,
    ColumnNames,
    decode,
    given_columns,
    is_absent,
    real_numbers,
)
from partwise.tables.constructors import Adapted, Shown
from partwise.tables.names import EMPTY, Names
from partwise.tables.row_rules import Missing, TableOptions
from partwise.tables.rows import TopicRows, no_codes, no_counts, no_reals

if TYPE_CHECKING:
    import polars as pl

    from partwise.tables.lengths import Inventory

Scale = Literal["grade", "share"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Qrels(Shown, TopicRows):
    """Judgements of assessors, one a row.

    A row with a span and grade > 0 is highlighted text; an element or tree
    row grades that element; a row without a place grades the document.

    Parameters
    ----------
    topics, docs : Names
        Dictionaries; a topic may have no rows.
    topic, doc : ndarray of int32
        Codes.
    start, end : ndarray of int64
        Half-open span in code points; -1 = absent.
    elements, element, trees, tree : Names, ndarray of int32
        Element paths, sets of element paths; -1 = absent.
    grade : ndarray of float64
        NaN = absent.
    e, s : ndarray of float64
        Exhaustivity and specificity; NaN = absent.
    scale : {'grade', 'share'} or None
        Whether ``e`` and ``s`` are 0..3, or e in 0..2 with s in [0, 1].
    bep, length : ndarray of int64
        Best entry point and length of the document; -1 = absent.
    assessors, assessor : Names, ndarray of int32
        Who judged; -1 = absent.
    extra, source, notes, format, missing
        As in `Run`.
    """

    grade: NDArray[np.float64] = field(default_factory=no_reals)
    e: NDArray[np.float64] = field(default_factory=no_reals)
    s: NDArray[np.float64] = field(default_factory=no_reals)
    scale: Scale | None = None
    bep: NDArray[np.int64] = field(default_factory=no_counts)
    length: NDArray[np.int64] = field(default_factory=no_counts)
    assessors: Names = EMPTY
    assessor: NDArray[np.int32] = field(default_factory=no_codes)

    def __repr__(self) -> str:
        return f"Qrels({self._sizes('row')})"

    @property
    def without_rows(self) -> list[str]:
        """Topics that were judged and for which nothing was found relevant."""
        return self._idle_topics()

    @classmethod
    def from_columns(
        cls,
        *,
        topic: Column | None = None,
        doc: Column | None = None,
        start: Column | None = None,
        end: Column | None = None,
        element: Column | None = None,
        tree: Column | None = None,
        grade: Column | None = None,
        e: Column | None = None,
        s: Column | None = None,
        bep: Column | None = None,
        length: Column | None = None,
        assessor: Column | None = None,
        scale: Scale | None = None,
        missing: Missing = "error",
        columns: ColumnNames | None = None,
        inventory: Inventory | None = None,
        judged: Iterable[str] = (),
        **extra: Column,
    ) -> Qrels:
        """Build assessments from lists or arrays, one entry per row.

        ``length`` is the length of the *document*. Absent values are None or NaN. Names of other
        tools, `columns`, `missing` and `inventory` are as in `Run.from_columns`; a row of grade 0
        or less needs no place. `judged` are topics for which nothing was found relevant; so is a
        row with a topic and nothing else. TableError names the first bad row.

        Examples
        --------
        >>> Qrels.from_columns(topic=["q1"], doc=["a"], start=[10], end=[30])
        Qrels(1 row, 1 topic)
        """
        from partwise.tables.frames import qrels_from

        given = given_columns(
            {
                "topic": topic,
                "doc": doc,
                "start": start,
                "end": end,
                "element": element,
                "tree": tree,
                "grade": grade,
                "e": e,
                "s": s,
                "bep": bep,
                "length": length,
                "assessor": assessor,
                **extra,
            }
        )
        options = TableOptions(missing, columns, inventory)
        return qrels_from(given, options, scale=scale, judged=judged)

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        missing: Missing = "error",
        columns: ColumnNames | None = None,
        inventory: Inventory | None = None,
    ) -> Qrels:
        """Build assessments from a pandas, polars or Arrow frame, or a list of dictionaries.

        Names of columns, `missing`, `columns` and `inventory` are those of `from_columns`.
        """
        from partwise.tables.frames import columns_of, qrels_from, with_grades

        options = TableOptions(missing, columns, inventory)
        return qrels_from(with_grades(columns_of(frame)), options)

    @classmethod
    def from_dict(
        cls,
        grades: Mapping[str, Mapping[str, float] | Sequence[str]],
        *,
        inventory: Inventory | None = None,
        missing: Missing = "error",
    ) -> Qrels:
        """Build assessments of whole documents from ``{topic: {document: grade}}``.

        A topic without documents is judged, and nothing is relevant for it. ``{topic: [id, ...]}``
        lists ids of parts, of grade 1. `inventory` and `missing` are as in `Run.from_dict`.

        Examples
        --------
        >>> Qrels.from_dict({"q1": {"a": 1, "b": 0}})
        Qrels(2 rows, 1 topic)
        """
        from partwise.tables.frames import flat, lists_ids, with_ids

        topic, doc, grade = flat(grades, "assessments", "grade")
        grade = [1] * len(grade) if lists_ids(grades) else grade
        qrels = cls.from_columns(topic=topic, doc=doc, grade=grade)
        idle = [str(label) for label, found in grades.items() if not len(found)]
        topics = Names.of([*qrels.topics, *idle]) if idle else qrels.topics
        qrels = replace(qrels, topics=topics, format="dictionary")
        return with_ids(qrels, grades, inventory, missing)

    # constructors of the adapters, see partwise.adapters
    from_langchain = Adapted["Qrels"]("qrels")
    from_llama_index = Adapted["Qrels"]("qrels")
    from_haystack = Adapted["Qrels"]("qrels")
    from_chonkie = Adapted["Qrels"]("qrels")
    from_chroma = Adapted["Qrels"]("qrels")
    from_qdrant = Adapted["Qrels"]("qrels")
    from_weaviate = Adapted["Qrels"]("qrels")
    from_pinecone = Adapted["Qrels"]("qrels")
    from_milvus = Adapted["Qrels"]("qrels")
    from_results = Adapted["Qrels"]("qrels")

    def to_frame(self) -> pl.DataFrame:
        """Return the assessments as a polars frame with our column names.

        Topics for which nothing was found relevant are rows with a topic and nothing else.
        """
        import polars as pl

        from partwise.tables.frames import kept_series, offset_series, with_topics

        columns: dict[str, Any] = {
            "topic": decode(self.topic, self.topics),
            "doc": decode(self.doc, self.docs),
        }
        for name in ("start", "end", "bep", "length"):
            if (getattr(self, name) >= 0).any():
                columns[name] = offset_series(getattr(self, name))
        for name in ("element", "tree", "assessor"):
            if len(names := getattr(self, name + "s")):
                columns[name] = decode(getattr(self, name), names)
        for name in ("grade", "e", "s"):
            values = getattr(self, name)
            if not np.isnan(values).all():
                columns[name] = pl.Series(values).fill_nan(None)
        columns |= {k: kept_series(v) for k, v in self.extra.items()}
        texts = ("topic", "doc", "element", "tree", "assessor")
        schema: dict[str, Any] = {k: pl.String for k in texts if k in columns}
        return with_topics(pl.DataFrame(columns, schema_overrides=schema), self.without_rows)


def scale_of(s: Column) -> Scale:
    """Return the scale of specificity: shares in [0, 1] or grades 0..3.

    As in a text table, where a decimal point decides: numbers kept as floats are
    shares, unless one is above 1 and can only be a grade.
    """
    values = np.asarray(s)
    whole = values.dtype.kind in "iu"
    if values.dtype == object:
        whole = not any(
            isinstance(value, float) and not is_absent(value) for value in values.tolist()
        )
    numbers = real_numbers(s, "s")
    return "grade" if whole or bool((numbers > 1).any()) else "share"
