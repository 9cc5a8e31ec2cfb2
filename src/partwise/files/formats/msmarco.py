"""MS MARCO: ranked passages, three columns, or judged ones, four.

Grammar of a run: one passage a line, columns separated by tabs or blanks::

    qid pid rank

The rank orders the run. Assessments are TREC qrels (``partwise formats trec-qrels``). Three whole
numbers may also be BEIR assessments without a header, so a run has to be named
(``--format-run msmarco``). Blank lines and lines that start with ``#`` are skipped.

Example::

    1048585 7187158 1
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from partwise.files.formats import trec_qrels
from partwise.files.options import Reading
from partwise.files.parsing.cells import BlankColumns
from partwise.files.parsing.losses import Loss, Losses, documents_of, named, places, tab_separated
from partwise.files.source import Source
from partwise.tables.qrels import Qrels
from partwise.tables.rows import text_columns
from partwise.tables.run import Run

WORDS = "an MS MARCO run"
COLUMNS = "qid pid rank"


def read_run(source: Source, reading: Reading) -> Run:
    """Read every row; FormatError or FormatErrors name the bad lines."""
    file = BlankColumns(source, 3, COLUMNS)
    table = file.table("msmarco", "run", {"rank": 2, "topic": 0, "doc": 1})
    table.problems.refuse()
    return Run(
        name=source.stem,
        **text_columns(topic=table.text("topic"), doc=table.text("doc")),
        rank=table.whole("rank"),
        source=source.name,
        notes=table.notes,
        natural="rank",
        format="msmarco",
        lines=table.lines,
    )


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read TREC qrels."""
    return replace(trec_qrels.read_qrels(source, reading), format="msmarco")


def write_run(run: Run, *, lossy: Losses | None = None) -> bytes:
    """Return one line per document; TableError says what the format cannot hold."""
    import polars as pl

    loss = Loss(WORDS, allowed=lossy)
    run = documents_of(run, loss)
    loss.of_other_columns(run)
    loss.of_names(run)
    rank = places(run)
    order = np.lexsort((rank, run.topic))
    frame = pl.DataFrame(
        {
            "topic": named(run.topics, run.topic[order]),
            "doc": named(run.docs, run.doc[order]),
            "rank": rank[order],
        }
    )
    return tab_separated(frame)
