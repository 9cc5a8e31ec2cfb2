"""TREC run: ranked documents, six columns.

Grammar: one result a line, columns separated by any number of blanks or tabs::

    topic Q0 doc rank score tag

``Q0`` is not looked at. Scores decide the order, highest first, and equal scores go by
document id, descending; the rank is read and compared with that order, never used.
A topic lists each document once. Blank lines and lines that start with ``#`` are
skipped. Columns after the sixth are refused unless the format is named.

Example::

    301 Q0 FR940202-2-00150 1 2.129 myrun
    301 Q0 FT923-5267 2 1.877 myrun
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise.errors import SHOWN_PROBLEMS
from partwise.files.options import Reading
from partwise.files.parsing.cells import BlankColumns
from partwise.files.parsing.losses import Loss, Losses, documents_of, run_lines
from partwise.files.source import Source
from partwise.tables.building import run_name
from partwise.tables.row_rules import repeated_pairs
from partwise.tables.rows import text_columns
from partwise.tables.run import Run
from partwise.tables.table import Table

WORDS = "a TREC run"
COLUMNS = "topic Q0 doc rank score tag"
_LONGER = "Use --format-run trec-run to ignore further columns"


def read_run(source: Source, reading: Reading) -> Run:
    """Read every row; FormatError or FormatErrors name the bad lines."""
    file = BlankColumns(source, 6, COLUMNS, more=reading.format_run is not None, hint=_LONGER)
    places = {"rank": 3, "score": 4, "topic": 0, "doc": 2, "run": 5}
    table = file.table("trec-run", "run", places)
    _check_repeats(table)
    name, tags = run_name(table.text("run"), source)
    return Run(
        name=name,
        **text_columns(topic=table.text("topic"), doc=table.text("doc")),
        score=table.real("score"),
        rank=table.whole("rank"),
        extra=tags,
        source=source.name,
        notes=table.notes,
        format="trec-run",
        lines=table.lines,
    )


def _check_repeats(table: Table) -> None:
    """Raise an error about a run that lists a document twice for a topic."""
    topics, docs = table.text("topic"), table.text("doc")
    rows, first = repeated_pairs(topics.codes, docs.codes)
    before = dict(zip(rows[:SHOWN_PROBLEMS].tolist(), first.tolist(), strict=False))

    def say(row: int) -> tuple[str, str]:
        topic, doc = topics.names[topics.codes[row]], docs.names[docs.codes[row]]
        earlier = table.lines.words(before[row])
        said = f"topic {topic} already has document {doc} ({earlier})"
        return said, "A six-column run lists each document once"

    table.problems.at_rows(rows, table.lines, say)
    table.problems.refuse()


def write_run(run: Run, *, lossy: Losses | None = None) -> bytes:
    """Return the content of a file; TableError says what the format cannot hold."""
    loss = Loss(WORDS, allowed=lossy)
    run = documents_of(run, loss)
    loss.never(_second(run), "a document twice for one topic")
    return run_lines(run, loss, WORDS)


def _second(run: Run) -> NDArray[np.bool_]:
    again = np.zeros(len(run), bool)
    again[repeated_pairs(run.topic, run.doc)[0]] = True
    return again
