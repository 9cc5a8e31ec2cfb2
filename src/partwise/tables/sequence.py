"""What orders a run, and runs of whole documents."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from partwise.errors import UsageError
from partwise.kernels.ranked import by_first_row
from partwise.tables.columns import ABSENT
from partwise.tables.names import EMPTY

if TYPE_CHECKING:
    from partwise.tables.run import Order, Run

DISAGREEMENT = (
    "rank and score disagree for {n:result}; ranked by score (use --order rank to change)"
)
"""Note on results that their ranks would order otherwise."""


def ordered_by(run: Run, order: Order | None = None) -> Order:
    """Return what orders the run.

    `order` if given, else what the run's format asks for. A run without scores
    is ordered by rank, one with neither by its lines.
    """
    wanted = order or run.natural
    if wanted not in ("score", "rank", "file"):
        raise UsageError(f"order must be score, rank or file, not {wanted!r}")
    if run.ranked:
        return wanted
    if order == "rank" and run.rank is None:
        raise UsageError(f"{run.name} has no ranks to order it by")
    if wanted == "score" and run.score is None:
        wanted = "rank"
    if wanted == "rank" and run.rank is None:
        wanted = "file" if run.score is None else "score"
    return wanted


def whole_documents(run: Run, order: Order | None = None) -> Run:
    """Replace the parts of each document by the whole document at its first rank.

    Notes
    -----
    The document's best-placed part keeps its score and rank; which of several equal
    ones does not matter, because ties are broken by document first.
    """
    if run.ranked:
        return run
    rows = np.arange(len(run))
    by = ordered_by(run, order)
    if by == "score" and run.score is not None:
        rows = np.argsort(-run.score, kind="stable")
    elif by == "rank" and run.rank is not None:
        rows = np.argsort(run.rank, kind="stable")
    key = run.topic[rows] * np.int64(len(run.docs) + 1) + run.doc[rows]
    kept = np.sort(rows[by_first_row(key)[1]])
    return _taken_whole(run, kept)


def _taken_whole(run: Run, rows: NDArray[np.int64]) -> Run:
    absent = np.full(rows.size, ABSENT, np.int64)
    no_code = np.full(rows.size, ABSENT, np.int32)
    return replace(
        run,
        topic=run.topic[rows],
        doc=run.doc[rows],
        start=absent,
        end=absent,
        elements=EMPTY,
        element=no_code,
        last=None,
        trees=EMPTY,
        tree=no_code,
        score=None if run.score is None else run.score[rows],
        rank=None if run.rank is None else run.rank[rows],
        tokens=None,
        extra={name: column[rows] for name, column in run.extra.items()},
    )
