"""What is asked of runs and assessments before they meet a measure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.errors import UsageError, quote
from partwise.tables.qrels import Qrels, Scale
from partwise.tables.run import Run
from partwise.tables.sequence import whole_documents as with_whole_documents

if TYPE_CHECKING:
    from partwise.tables.lengths import Lengths
    from partwise.tables.structure import Structure


def prepared_qrels(
    qrels: Qrels, *, assessor: str | None = None, scale: Scale | None = None
) -> Qrels:
    """Take one assessor's rows; set the scale of (e, s)."""
    if scale is not None:
        qrels = replace(qrels, scale=scale)
    return qrels if assessor is None else only_assessor(qrels, assessor)


def only_assessor(qrels: Qrels, assessor: str) -> Qrels:
    """Keep the rows of one assessor; topics that only others judged disappear."""
    code = qrels.assessors.index.get(assessor)
    if code is None:
        known = ", ".join(qrels.assessors.tolist()[:10]) or "none"
        raise UsageError(f"no assessor {quote(assessor)} in the assessments (there is {known})")
    rows = np.flatnonzero(qrels.assessor == code)
    topics, first = np.unique(qrels.topic[rows], return_index=True)
    topics = topics[np.argsort(first)]
    codes = np.full(len(qrels.topics), -1, np.int32)
    codes[topics] = np.arange(topics.size)
    columns: dict[str, Any] = {
        name: getattr(qrels, name)[rows]
        for name in ("doc", "start", "end", "element", "tree", "grade", "e", "s")
    }
    columns |= {name: getattr(qrels, name)[rows] for name in ("bep", "length", "assessor")}
    columns["extra"] = {name: column[rows] for name, column in qrels.extra.items()}
    return replace(
        qrels, topics=qrels.topics.take(topics), topic=codes[qrels.topic[rows]], **columns
    )


def prepared_run(
    run: Run,
    qrels: Qrels,
    *,
    structure: Structure | None = None,
    lengths: Lengths | None = None,
    task: str | None = None,
    fol: str = "length",
    whole_documents: bool = False,
) -> Run:
    """Check a run against lengths and task rules; replace parts by whole documents."""
    if task is not None:
        from partwise.geometry.tasks import check_task
        from partwise.readers.api import line_of_row

        check_task(run, structure, task, line_of=line_of_row)
    return with_whole_documents(run) if whole_documents else run
