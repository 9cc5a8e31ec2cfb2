"""Runs and assessments as lines of the TREC Genomics track."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from partwise.files.formats.inex_submission.write import disagreement
from partwise.files.parsing.losses import (
    Loss,
    Losses,
    checked_words,
    filled_columns,
    named,
    places,
    tags,
)
from partwise.files.source import stem_of
from partwise.messages import plural

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run

_TORN = re.compile(r"[\t\n\r]")
RUN = "a Genomics run"
GOLD = "a Genomics gold standard"
VALUE = "value"
"""Column of our tables that keeps the numbers of a run which ranks order."""


def run_lines(run: Run, *, lossy: Losses | None) -> bytes:
    """Return one line per passage; TableError says what the format cannot hold."""
    import polars as pl

    loss = Loss(RUN, allowed=lossy)
    loss.never(run.start < 0, "a part without offsets")
    loss.of_rows((run.element >= 0) | (run.tree >= 0), "elements beside offsets")
    value = _values(run)
    used = {"run", VALUE} if run.score is None and value is not None else {"run"}
    others = [name for name in run.extra if name not in used]
    loss.of_columns(run, [*others, *(["tokens"] if run.tokens is not None else [])])
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
    named_by_file = "run" not in run.extra and run.source is not None
    named_by_file = named_by_file and run.name == stem_of(run.source or "")
    if value is None:
        if not named_by_file:
            name = "" if "run" in run.extra else f" (its name, {run.name})"
            loss.of_fact(f"{RUN} cannot hold the column run{name}", f"column run{name} left out")
        return _tabbed(frame)
    frame = frame.insert_column(3, value)
    if named_by_file:  # the lines it came from had no tag
        return _tabbed(frame)
    return _tabbed(frame.with_columns(tags(run, RUN, needed=False).alias("tag")))


def _values(run: Run) -> pl.Series | None:
    """Return the values of the passages: scores, or what tables keep where ranks order them."""
    import polars as pl

    if run.score is not None:
        return pl.Series("value", run.score)
    kept = run.extra.get(VALUE)
    if kept is None:
        return None
    cells = kept.tolist()  # text of a TSV file is written as it was read
    try:
        good = all(float(cell) == float(cell) for cell in cells)
    except (TypeError, ValueError):
        return None
    return pl.Series("value", [str(cell) for cell in cells], dtype=pl.String) if good else None


def _ranks(run: Run, loss: Loss) -> NDArray[np.int64]:
    """Return ranks that order the run as it is ordered."""
    if run.natural == "rank" and run.rank is not None:
        return run.rank
    by_score = run.natural == "score" and run.score is not None
    if run.rank is not None and run.score is not None:
        if disagreement(run.topic, run.rank, run.score) is None:
            return run.rank
        loss.of_fact(
            f"{RUN} cannot hold the column rank, which the scores contradict",
            f"column rank left out ({plural(len(run), 'value')}): the scores contradict it",
        )
    if not by_score or run.score is None:
        return places(run)
    doc = run.docs.ranks()[run.doc]
    order = np.lexsort((-run.end, run.start, -doc, -run.score, run.topic))
    first = np.searchsorted(run.topic[order], np.arange(len(run.topics)))
    ranks = np.empty(len(run), np.int64)
    ranks[order] = np.arange(len(run)) - first[run.topic[order]] + 1
    return ranks


def gold_lines(qrels: Qrels, *, lossy: Losses | None) -> bytes:
    """Return one line per passage; TableError says what the format cannot hold."""
    import polars as pl

    loss = Loss(GOLD, allowed=lossy)
    loss.never(qrels.start < 0, "judgements without offsets")
    loss.of_rows((qrels.element >= 0) | (qrels.tree >= 0), "elements beside offsets")
    loss.of_rows(~np.isnan(qrels.grade) & (qrels.grade != 1), "grades")
    others = [name for name in qrels.extra if name != "aspect"]
    loss.of_columns(qrels, [*filled_columns(qrels, "e", "s", "bep", "length", "assessor"), *others])
    loss.of_topics(qrels)
    checked_words(qrels.topics, "topic", GOLD)
    checked_words(qrels.docs, "document", GOLD)
    aspect = qrels.extra.get("aspect")
    texts = [""] * len(qrels) if aspect is None else [str(text or "") for text in aspect.tolist()]
    torn = np.array([_TORN.search(text) is not None for text in texts], np.bool_)
    loss.never(torn, "a tab or the end of a line in an aspect")
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
