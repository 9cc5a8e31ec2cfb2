"""TREC Genomics run of 2006 and 2007: ranked passages, five to seven columns.

Grammar: one passage a line, columns separated by tabs or blanks::

    topic pmid rank [value] offset length [tag]

The rank decides the order, not the value. Offsets count from 0, in the unit of the track: bytes of
the HTML file. Blank lines and lines that start with ``#`` are skipped.

Example::

    200	12595615	1	48.63	28426	295	tagA
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise.files.options import Reading
from partwise.files.parsing.cells import BlankColumns
from partwise.files.parsing.columns import ArrayBuilder, Texts
from partwise.files.parsing.losses import Loss, Losses, named, places, tab_separated, tags
from partwise.files.source import Source, stem_of
from partwise.messages import plural
from partwise.tables.building import run_name, several_runs
from partwise.tables.rows import text_columns
from partwise.tables.run import Run
from partwise.tables.run_order import TABLES, contested_ties, disagreement

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

WORDS = "a Genomics run"
COLUMNS = "topic pmid rank [value] offset length [tag]"
_VALUE = "value"
"""Column of our tables that keeps the numbers of a run which ranks order."""


def read_run(source: Source, reading: Reading) -> Run:
    """Read every row; FormatError or FormatErrors name the bad lines."""
    file = BlankColumns(source, 7, COLUMNS, least=5)
    topic, doc, tag = Texts(), Texts(), Texts()
    rank, start, size = (ArrayBuilder(np.int64) for _ in range(3))
    score = ArrayBuilder(np.float64)
    for rows, cells in file:
        fields = [rows.field(number) for number in range(7)]
        # without a value the columns after the rank stand one to the left
        short = fields[5][1] == fields[5][0]
        value, offset, length = fields[3], fields[4], fields[5]
        offset, length = (
            (np.where(short, left[0], right[0]), np.where(short, left[1], right[1]))
            for left, right in ((value, offset), (offset, length))
        )
        valued = np.flatnonzero(~short)
        worth = np.full(len(rows), np.nan)
        worth[valued] = cells.at(valued).real((value[0][valued], value[1][valued]), "value")
        score.add(worth)
        rank.add(cells.whole(fields[2], "rank"))
        start.add(cells.offset(offset, "offset"))
        size.add(cells.offset(length, "length"))
        for column, number in ((topic, 0), (doc, 1), (tag, 6)):
            column.add(cells.block.data, fields[number])
    file.problems.refuse()
    labels = tag.coded()
    name, tags = run_name(labels, source)
    return Run(
        name=name,
        **text_columns(topic=topic.coded(), doc=doc.coded()),
        start=start.values,
        end=start.values + size.values,
        score=None if np.isnan(score.values).any() else score.values,
        rank=rank.values,
        extra=tags,
        source=source.name,
        notes=(*file.notes, *several_runs(labels.names.tolist(), name)),
        natural="rank",
        format="genomics-run",
        lines=file.lines,
    )


def write_run(run: Run, *, lossy: Losses | None = None) -> bytes:
    """Return one line per passage; TableError says what the format cannot hold."""
    import polars as pl

    loss = Loss(WORDS, allowed=lossy)
    loss.never(run.start < 0, "a part without offsets")
    loss.of_rows((run.element >= 0) | (run.tree >= 0), "elements beside offsets")
    value = _values(run)
    used = {"run", _VALUE} if run.score is None and value is not None else {"run"}
    others = [name for name in run.extra if name not in used]
    loss.of_columns(run, [*others, *(["tokens"] if run.tokens is not None else [])])
    loss.of_names(run)
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
            loss.of_fact(f"{WORDS} cannot hold the column run{name}", f"column run{name} left out")
        return tab_separated(frame)
    frame = frame.insert_column(3, value)
    if named_by_file:  # the lines it came from had no tag
        return tab_separated(frame)
    return tab_separated(frame.with_columns(tags(run, WORDS, needed=False).alias("tag")))


def _values(run: Run) -> pl.Series | None:
    """Return the values of the passages: scores, or what tables keep where ranks order them."""
    import polars as pl

    if run.score is not None:
        return pl.Series("value", run.score)
    kept = run.extra.get(_VALUE)
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
    if run.rank is not None and run.score is not None:
        wrong = disagreement(run.topic, run.rank, run.score) is not None
        if not wrong and (run.format in TABLES or not contested_ties(run)):
            return run.rank
        who = "scores contradict" if wrong else "document ids of ties contradict"
        loss.of_fact(
            f"{WORDS} cannot hold the column rank, which the {who}",
            f"column rank left out ({plural(len(run), 'value')}): the {who} it",
        )
    return places(run)
