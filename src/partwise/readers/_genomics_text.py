"""Runs and assessments as lines of the TREC Genomics track."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise.readers._submission_text import disagreement
from partwise.readers._writing import Loss, checked_words, filled_columns, named, tags

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run

RUN = "a Genomics run"
GOLD = "a Genomics gold standard"


def run_lines(run: Run, *, lossy: bool) -> bytes:
    """Return one line per passage; TableError says what the format cannot hold."""
    import polars as pl

    loss = Loss(RUN, allowed=lossy)
    loss.never(run.start < 0, "a part without offsets")
    loss.of_rows((run.element >= 0) | (run.tree >= 0), "elements beside offsets")
    others = [name for name in run.extra if name != "run"]
    loss.of_columns([*others, *(["tokens"] if run.tokens is not None else [])])
    checked_words(run.topics, "topic", RUN)
    checked_words(run.docs, "document", RUN)
    frame = pl.DataFrame(
        {
            "topic": named(run.topics, run.topic),
            "doc": named(run.docs, run.doc),
            "rank": _ranks(run, loss),
            "start": run.start,
            "size": run.end - run.start,
        }
    )
    if run.score is None:
        loss.of_columns(["run" if "run" in run.extra else f"run (its name, {run.name})"])
        return _tabbed(frame)
    with_value = frame.insert_column(3, pl.Series("value", run.score))
    return _tabbed(with_value.with_columns(tags(run, RUN).alias("tag")))


def _ranks(run: Run, loss: Loss) -> NDArray[np.int64]:
    """Return ranks that order the run as it is ordered."""
    if run.natural == "rank" and run.rank is not None:
        return run.rank
    by_score = run.natural == "score" and run.score is not None
    if run.rank is not None and run.score is not None:
        if disagreement(run.topic, run.rank, run.score) is None:
            return run.rank
        loss.of_columns(["rank, which the scores contradict"])
    keys: tuple[NDArray[np.generic], ...] = (np.arange(len(run)), run.topic)
    if by_score and run.score is not None:
        doc = run.docs.ranks()[run.doc]
        keys = (-run.end, run.start, -doc, -run.score, run.topic)
    order = np.lexsort(keys)
    first = np.searchsorted(run.topic[order], np.arange(len(run.topics)))
    ranks = np.empty(len(run), np.int64)
    ranks[order] = np.arange(len(run)) - first[run.topic[order]] + 1
    return ranks


def gold_lines(qrels: Qrels, *, lossy: bool) -> bytes:
    """Return one line per passage; TableError says what the format cannot hold."""
    import polars as pl

    loss = Loss(GOLD, allowed=lossy)
    loss.never(qrels.start < 0, "judgements without offsets")
    loss.of_rows((qrels.element >= 0) | (qrels.tree >= 0), "elements beside offsets")
    loss.of_rows(~np.isnan(qrels.grade) & (qrels.grade != 1), "grades")
    others = [name for name in qrels.extra if name != "aspect"]
    loss.of_columns([*filled_columns(qrels, "e", "s", "bep", "length", "assessor"), *others])
    loss.of_topics(qrels)
    checked_words(qrels.topics, "topic", GOLD)
    checked_words(qrels.docs, "document", GOLD)
    aspect = qrels.extra.get("aspect")
    texts = [""] * len(qrels) if aspect is None else [str(text or "") for text in aspect.tolist()]
    loss.never(np.array(["\t" in text or "\n" in text for text in texts]), "a tab in an aspect")
    frame = pl.DataFrame(
        {
            "topic": named(qrels.topics, qrels.topic),
            "doc": named(qrels.docs, qrels.doc),
            "start": qrels.start,
            "size": qrels.end - qrels.start,
            "aspect": pl.Series(texts, dtype=pl.String),
        }
    )
    return _tabbed(frame)


def _tabbed(frame: pl.DataFrame) -> bytes:
    return frame.write_csv(include_header=False, separator="\t", quote_style="never").encode()
