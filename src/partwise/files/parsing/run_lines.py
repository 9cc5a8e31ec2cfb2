"""Runs as lines of columns separated by blanks: topic, Q0, document, rank, score, tag."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.files.parsing.losses import (
    Loss,
    UnwritableError,
    blank_separated,
    checked_words,
    named,
)
from partwise.messages import plural
from partwise.tables.names import Names
from partwise.tables.run import Run
from partwise.tables.run_order import (
    GIVEN_RANK,
    TABLES,
    contested_ties,
    order_keys,
    ordered_by,
    tie_keys,
)


def run_lines(run: Run, loss: Loss, format_: str, *place: Any) -> bytes:
    """Return one line per part; UnwritableError says what the format cannot hold.

    Parameters
    ----------
    run : Run
        What to write.
    loss : Loss
        Refuses or counts the columns that are left out.
    format_ : str
        The format, in words.
    *place : polars.Series
        Further columns, with absent cells where a line is shorter.
    """
    import polars as pl

    held = {"run"} if given_ranks(run) is None else {"run", GIVEN_RANK}
    others = [name for name in run.extra if name not in held]
    loss.of_columns(run, [*others, *(["tokens"] if run.tokens is not None else [])])
    loss.of_names(run)
    score, rank = scores_and_ranks(run, loss, format_)
    columns = {
        "topic": named(run.topics, run.topic),
        "q0": pl.lit("Q0"),
        "doc": named(run.docs, run.doc),
        "rank": pl.Series(rank),
        "score": pl.Series(score),
        "tag": tags(run, format_),
    }
    frame = pl.DataFrame({"row": np.arange(len(run))})
    frame = frame.select(*(column.alias(name) for name, column in columns.items()), *place)
    return blank_separated(frame)


def tags(run: Run, format_: str, *, needed: bool = True) -> Any:
    """Return the run's name, or the column of names where they vary.

    Rows without a name are refused where each line needs one.
    """
    import polars as pl

    kept = run.extra.get("run")
    if kept is None:
        checked_words(Names.of([run.name]), "run name", format_)
        return pl.lit(run.name)
    words = [cell or "" for cell in kept.tolist()]
    if needed and "" in words:
        raise UnwritableError(words.index(""), f"{format_} cannot hold a row without run name")
    checked_words(Names.of(sorted(set(words))), "run name", format_)
    return pl.Series(words, dtype=pl.String)


def scores_and_ranks(run: Run, loss: Loss, format_: str) -> tuple[Any, NDArray[np.int64]]:
    """Return scores, and ranks that are counted where the run has none."""
    by = ordered_by(run)
    if by != "score" or run.score is None:
        return _falling(run, by, loss, format_)
    refuse_ties_by_rank(run, loss, format_)
    rank = given_ranks(run) if run.rank is None else run.rank
    return run.score, places(run) if rank is None else rank


def given_ranks(run: Run) -> NDArray[np.int64] | None:
    """Return the ranks that a table keeps beside the scores, if they are whole numbers."""
    kept = run.extra.get(GIVEN_RANK)
    if run.rank is not None or kept is None:
        return None
    cells = [str(cell) for cell in kept.tolist()]
    whole = all(cell.isascii() and cell.isdigit() and len(cell) < 19 for cell in cells)
    return np.array([int(cell) for cell in cells], np.int64) if whole else None


def refuse_ties_by_rank(run: Run, loss: Loss, format_: str) -> None:
    """Refuse a table whose ranks break ties otherwise than the document ids of lines do."""
    if run.format in TABLES and (count := contested_ties(run)):
        loss.of_fact(
            f"{format_} breaks ties by document id, and this run by rank",
            f"{plural(count, 'tied result')} left to the order of document ids",
            "Use --lossy to leave ties to document ids",
        )


def _falling(
    run: Run, by: str, loss: Loss, format_: str
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return scores that fall as a run is ordered that scores do not order, and the ranks."""
    what = "by line" if by == "file" else f"by {by}"
    lost = "" if run.score is None else f"; column score left out ({plural(len(run), 'value')})"
    loss.of_fact(
        f"{format_} is ordered by score, and this run {what}",
        f"ranks written as falling scores ({plural(len(run), 'row')}){lost}",
        "Use --lossy to write the ranks as falling scores",
    )
    rank = run.rank if by == "rank" and run.rank is not None else places(run)
    return (int(rank.max(initial=0)) + 1 - rank).astype(np.float64), rank


def places(run: Run) -> NDArray[np.int64]:
    """Return the place of each part in its topic, from 1, as the run is ordered."""
    keys = order_keys(run)
    keys += tie_keys(run) if keys else []
    order = np.lexsort((*keys[::-1], run.topic))
    first = np.searchsorted(run.topic[order], np.arange(len(run.topics)))
    found = np.empty(len(run), np.int64)
    found[order] = np.arange(len(run)) - first[run.topic[order]] + 1
    return found
