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
from partwise.files.formats.whole_documents import documents_of
from partwise.files.options import Reading
from partwise.files.parsing.blank_columns import BlankColumns
from partwise.files.parsing.buffers import ArrayBuilder
from partwise.files.parsing.columns import Texts
from partwise.files.parsing.losses import Loss, Losses
from partwise.files.parsing.run_lines import run_lines
from partwise.files.source import Source
from partwise.tables.building import run_name
from partwise.tables.columns import Coded
from partwise.tables.duplicates import repeated_pairs
from partwise.tables.problems import Problems
from partwise.tables.row_lines import RowLines
from partwise.tables.rows import text_columns
from partwise.tables.run import Run

WORDS = "a TREC run"
COLUMNS = "topic Q0 doc rank score tag"
_LONGER = "Use --format-run trec-run to ignore further columns"


def read_run(source: Source, reading: Reading) -> Run:
    """Read every row; FormatError or FormatErrors name the bad lines."""
    file = BlankColumns(source, 6, COLUMNS, more=reading.format_run is not None, hint=_LONGER)
    topic, doc, tag = Texts(), Texts(), Texts()
    rank, score = ArrayBuilder(np.int64), ArrayBuilder(np.float64)
    for rows, cells in file:
        rank.add(cells.whole(rows.field(3), "rank"))
        score.add(cells.real(rows.field(4), "score"))
        for column, number in ((topic, 0), (doc, 2), (tag, 5)):
            column.add(cells.block.data, rows.field(number))
    topics, docs = topic.coded(), doc.coded()
    lines = file.lines
    _refuse_repeats(topics, docs, lines, file.problems)
    name, tags = run_name(tag.coded(), source)
    return Run(
        name=name,
        **text_columns(topic=topics, doc=docs),
        score=score.values,
        rank=rank.values,
        extra=tags,
        source=source.name,
        notes=file.notes,
        format="trec-run",
        lines=lines,
    )


def _refuse_repeats(topics: Coded, docs: Coded, lines: RowLines, problems: Problems) -> None:
    """Refuse a run that lists a document twice for a topic (E7)."""
    rows, first = repeated_pairs(topics.codes, docs.codes)

    before = dict(zip(rows[:SHOWN_PROBLEMS].tolist(), first.tolist(), strict=False))

    def say(row: int) -> tuple[str, str]:
        topic, doc = topics.names[topics.codes[row]], docs.names[docs.codes[row]]
        said = f"topic {topic} already has document {doc} (line {lines.of(before[row])})"
        return said, "A six-column run lists each document once"

    problems.at_rows(rows, lines, say)
    problems.refuse()


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
