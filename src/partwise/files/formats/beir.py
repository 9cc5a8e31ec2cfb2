"""BEIR: judged or ranked documents, three columns separated by tabs.

Grammar: an optional header, then one document a line::

    query-id <TAB> corpus-id <TAB> score
    q1 <TAB> doc7 <TAB> 1

As assessments the score is the grade: above 0 relevant, 0 and below judged and not relevant; a
topic judges each document once, and lenient reading takes the largest grade of several. Read as
a run (``--format-run beir``) it is the system's score. With the header assessments are told by
their content; without it the format has to be named. Blank lines are skipped.
"""

from __future__ import annotations

import numpy as np

from partwise.files.options import Reading
from partwise.files.parsing.cells import Cells
from partwise.files.parsing.columns import ArrayBuilder, LinesBuilder, Texts
from partwise.files.parsing.losses import Loss, Losses, named, only_grades, tab_separated
from partwise.files.source import Block, Source
from partwise.kernels.text.lines import NEWLINE, PAD, split_cells
from partwise.tables.building import graded_documents
from partwise.tables.problems import Problems
from partwise.tables.qrels import Qrels
from partwise.tables.rows import text_columns
from partwise.tables.run import Run
from partwise.tables.table import Table

WORDS = "BEIR qrels"
HEADER = ("query-id", "corpus-id", "score")
_COLUMNS = f"3 ({' '.join(HEADER)}), separated by tabs"


def _table(source: Source, number: str) -> Table:
    """Read topics, documents and numbers; those of assessments are finite."""
    problems, lines = Problems(source), LinesBuilder()
    topic, doc, score = Texts(), Texts(), ArrayBuilder(np.float64)
    for whole in source.blocks():
        block = _below_header(whole) if whole.line == 1 else whole
        rows = split_cells(block.data, block.hi, 3)
        cells = Cells(block, rows, problems)
        cells.odd_lines(rows, _COLUMNS)
        for place, (column, what) in enumerate(((topic, "topic"), (doc, "doc"))):
            cells.need(rows.field(place), what)
            column.add(block.data, rows.field(place))
        read = cells.finite if number == "grade" else cells.real
        score.add(read(rows.field(2), "score"))
        lines.add(block, rows)
        problems.prune()
    texts, reals = {"topic": topic.coded(), "doc": doc.coded()}, {number: score.values}
    notes = tuple(source.notes)
    return Table(
        source, "beir", lines.size, texts, {}, reals, {}, lines.lines(), problems, notes=notes
    )


def _below_header(block: Block) -> Block:
    """Return the first block of a file without its header."""
    stop = PAD + int(np.argmax(block.data[PAD : block.hi] == NEWLINE)) + 1
    if block.text(PAD, stop).split() != list(HEADER):
        return block
    return block.after(stop, 1)


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read every row; FormatError or FormatErrors name the bad lines."""
    return graded_documents(_table(source, "grade"), lenient=reading.lenient)


def read_run(source: Source, reading: Reading) -> Run:
    """Read every row; FormatError or FormatErrors name the bad lines."""
    table = _table(source, "score")
    table.problems.refuse()
    return Run(
        name=source.stem,
        **text_columns(topic=table.text("topic"), doc=table.text("doc")),
        score=table.real("score"),
        source=source.name,
        notes=table.notes,
        format="beir",
        lines=table.lines,
    )


def write_qrels(qrels: Qrels, *, lossy: Losses | None = None) -> bytes:
    """Return the content of a file; TableError says what the format cannot hold."""
    import polars as pl

    loss = Loss(WORDS, allowed=lossy)
    first, grade = only_grades(qrels, loss, whole=False)
    loss.of_topics(qrels)
    loss.of_names(qrels)
    whole = bool((grade == np.trunc(grade)).all())
    frame = pl.DataFrame(
        {
            "topic": named(qrels.topics, qrels.topic[first]),
            "doc": named(qrels.docs, qrels.doc[first]),
            "grade": grade.astype(np.int64) if whole else grade,
        }
    )
    return "\t".join(HEADER).encode() + b"\n" + tab_separated(frame)
