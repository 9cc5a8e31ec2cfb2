"""What orders a run, and runs of whole documents."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

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

GIVEN_RANK = "given_rank"
"""Column of our tables that keeps ranks which would break ties otherwise than the run does."""

By = Literal["score", "rank", "distance", "file"]
TABLES = frozenset({"tsv", "csv", "jsonl", "parquet", None})
"""Formats of our own tables; None are columns handed over in Python."""


def ordered_by(run: Run, order: Order | None = None) -> By:
    """Return what orders the run.

    `order` if given, else what the run's format asks for. A run without scores
    is ordered by rank, one with neither by distance, one without any by its lines.
    """
    wanted = order or run.natural
    if wanted not in ("score", "rank", "file"):
        raise UsageError(f"order must be score, rank or file, not {wanted!r}")
    if order == "rank" and run.rank is None:
        raise UsageError(f"{run.name} has no ranks to order it by")
    if wanted == "score" and run.score is None:
        wanted = "rank"
    if wanted == "rank" and run.rank is None:
        if run.score is not None:
            return "score"
        return "file" if run.distance is None else "distance"
    return wanted


def order_keys(run: Run, order: Order | None = None) -> list[NDArray[Any]]:
    """Return what orders the parts of a topic, ascending, the most important first.

    In our own tables ties in score go by rank where there is one. Nothing means the order
    of the lines.
    """
    by = ordered_by(run, order)
    if by == "score" and run.score is not None:
        ranked = run.rank is not None and run.format in TABLES
        return [-run.score, run.rank] if ranked and run.rank is not None else [-run.score]
    key = {"rank": run.rank, "distance": run.distance}.get(by)
    return [] if key is None else [key]


def tie_keys(run: Run) -> list[NDArray[Any]]:
    """Return what orders parts that are equal so far: document ids descend, then position."""
    return [-run.docs.ranks()[run.doc], run.start, -run.end]


def contested_ties(run: Run) -> int:
    """Count the parts with equal scores that ranks would order otherwise than document ids."""
    if run.score is None or run.rank is None:
        return 0
    ties = tie_keys(run)[::-1]
    by_name = np.lexsort((*ties, -run.score, run.topic))
    topic, score = run.topic[by_name], run.score[by_name]
    if not ((topic[1:] == topic[:-1]) & (score[1:] == score[:-1])).any():
        return 0
    by_rank = np.lexsort((*ties, run.rank, -run.score, run.topic))
    return int(np.count_nonzero(by_name != by_rank))


def rising(run: Run, order: Order | None = None) -> tuple[bool, bool]:
    """Tell whether the scores of any topic rise from line to line, and whether any fall."""
    if run.score is None or len(run) < 2 or ordered_by(run, order) != "score":
        return False, False
    # most runs are told without sorting: two lines that fall
    if _falls(run.topic, run.score, run.rank):
        return False, True
    rows = np.lexsort((run.topic,) if run.rank is None else (run.rank, run.topic))
    topic, score = run.topic[rows], run.score[rows]
    rises = (topic[1:] == topic[:-1]) & (score[1:] > score[:-1])
    return bool(rises.any()), _falls(topic, score)


def _falls(
    topic: NDArray[np.int32], score: NDArray[np.float64], rank: NDArray[np.int64] | None = None
) -> bool:
    falls = (topic[1:] == topic[:-1]) & (score[1:] < score[:-1])
    if rank is not None:
        falls &= rank[1:] > rank[:-1]
    return bool(falls.any())


def whole_documents(run: Run, order: Order | None = None) -> Run:
    """Replace the parts of each document by the whole document at its first rank.

    Notes
    -----
    The document's best-placed part keeps its score and rank; which of several equal
    ones does not matter, because ties are broken by document first.
    """
    keys = order_keys(run, order)
    rows = np.lexsort(keys[::-1]) if keys else np.arange(len(run))
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
        distance=None if run.distance is None else run.distance[rows],
        tokens=None,
        missing="document",
        extra={name: column[rows] for name, column in run.extra.items()},
        lines=None if run.lines is None else run.lines.take(rows),
    )


def disagreement(
    topic: NDArray[np.int32], rank: NDArray[np.int64], score: NDArray[np.float64]
) -> tuple[int, int] | None:
    """Return two rows of a topic that ranks and scores order differently, if there are any."""
    order = np.lexsort((-score, rank, topic))
    before, after = order[:-1], order[1:]
    wrong = (topic[before] == topic[after]) & (rank[before] < rank[after])
    wrong &= score[before] < score[after]
    if not wrong.any():
        return None
    at = int(np.argmax(wrong))
    return int(before[at]), int(after[at])
