"""Assessments as lines of FOL qrels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints, Reals
from partwise.files.formats.fol_qrels.passages import united
from partwise.files.parsing.losses import (
    Loss,
    Losses,
    blank_separated,
    filled_columns,
    named,
)
from partwise.tables.qrels import Qrels
from partwise.tables.row_rules import first_of_each

if TYPE_CHECKING:
    import polars as pl

WORDS = "FOL qrels"


def fol_lines(qrels: Qrels, *, lossy: Losses | None) -> bytes:
    """Return one line per topic and document; TableError says what the format cannot hold."""
    import polars as pl

    loss = Loss(WORDS, allowed=lossy)
    grade = np.where(np.isnan(qrels.grade), 1.0, qrels.grade)
    relevant = grade > 0
    _lose_rows(loss, qrels, grade)

    first, pair = np.unique(first_of_each([qrels.topic, qrels.doc]), return_inverse=True)
    length = qrels.length[first]
    whole = relevant & (qrels.start < 0)
    start = np.where(whole, 0, qrels.start)
    end = np.where(whole, qrels.length, qrels.end)
    total = np.zeros(first.size, np.int64)
    np.add.at(total, pair[relevant], (end - start)[relevant])
    row, start, end, covered = united(pair[relevant], start[relevant], end[relevant], first.size)
    loss.of_rows((covered < total)[pair], "overlapping passages")
    bep = np.full(first.size, -1)
    given = np.flatnonzero(qrels.bep >= 0)
    bep[pair[given[::-1]]] = qrels.bep[given[::-1]]
    loss.of_rows(((covered > 0) & (bep < 0))[pair], "a relevant document without best entry point")
    idle = ((covered == 0) & (bep >= 0))[pair]
    loss.of_rows(idle, "best entry points of documents that are not relevant")
    far = ((covered > 0) & (bep >= length))[pair]
    loss.never(far, "a best entry point past the end of its document")
    entry = np.full(first.size, np.iinfo(np.int64).max)
    np.minimum.at(entry, row, start)
    bep = np.where(bep < 0, entry, bep)
    lines = pl.DataFrame(
        {
            "topic": named(qrels.topics, qrels.topic[first]),
            "doc": named(qrels.docs, qrels.doc[first]),
            "size": covered,
            "length": length,
            "bep": bep,
            "pair": np.arange(first.size),
        }
    ).join(_passages(row, start, end), on="pair", how="left", maintain_order="left")
    return blank_separated(
        lines.select(
            "topic",
            pl.lit("Q0").alias("q0"),
            "doc",
            "size",
            "length",
            pl.when(pl.col("size") > 0).then("bep").alias("bep"),
            "text",
        )
    )


def _passages(pair: Ints, start: Ints, end: Ints) -> pl.DataFrame:
    """Write the passages of each line: ``offset:length``, with blanks between them."""
    import polars as pl

    return (
        pl.DataFrame({"pair": pair, "text": pl.Series(start).cast(pl.String)})
        .with_columns(text=pl.col("text") + ":" + pl.Series(end - start).cast(pl.String))
        .group_by("pair", maintain_order=True)
        .agg(pl.col("text").str.join(" "))
    )


def _lose_rows(loss: Loss, qrels: Qrels, grade: Reals) -> None:
    """Tell what of the rows the format cannot hold."""
    relevant = grade > 0
    loss.never((qrels.element >= 0) | (qrels.tree >= 0), "elements or trees")
    unknown = "a document whose length is not known"
    loss.never(qrels.length < 0, unknown, "Use --lengths FILE or --structure FILE")
    loss.of_rows((grade != 0) & (grade != 1), "grades")
    loss.of_rows(~relevant & (qrels.start >= 0), "places that are not relevant")
    loss.never(relevant & (qrels.end > qrels.length), "a passage past the end of its document")
    empty = relevant & (qrels.start < 0) & (qrels.length == 0)
    loss.never(empty, "a relevant document without text")
    loss.of_columns(qrels, [*filled_columns(qrels, "e", "s", "assessor"), *qrels.extra])
    loss.of_topics(qrels)
    loss.of_names(qrels)
