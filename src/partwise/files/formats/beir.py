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

from partwise.files.blocks import Block
from partwise.files.formats.whole_documents import only_grades
from partwise.files.options import Reading
from partwise.files.parsing.buffers import ArrayBuilder
from partwise.files.parsing.cells import Cells
from partwise.files.parsing.columns import LinesBuilder, Texts
from partwise.files.parsing.graded import GradedDocuments
from partwise.files.parsing.losses import Loss, Losses, named, tab_separated
from partwise.files.source import Source
from partwise.kernels.text.lines import NEWLINE, PAD, split_cells
from partwise.tables.problems import Problems
from partwise.tables.qrels import Qrels
from partwise.tables.rows import text_columns
from partwise.tables.run import Run

WORDS = "BEIR qrels"
HEADER = ("query-id", "corpus-id", "score")
_COLUMNS = f"3 ({' '.join(HEADER)}), separated by tabs"


class _Columns:
    """The columns of a file."""

    def __init__(self, source: Source, *, finite: bool) -> None:
        self.problems, lines = Problems(source), LinesBuilder()
        self.topic, self.doc, self.score = Texts(), Texts(), ArrayBuilder(np.float64)
        for found in source.blocks():
            block = _below_header(found) if found.line == 1 else found
            rows = split_cells(block.data, block.hi, 3)
            cells = Cells(block, rows, self.problems)
            cells.odd_lines(rows, _COLUMNS)
            for column, number, what in ((self.topic, 0, "topic"), (self.doc, 1, "doc")):
                cells.need(rows.field(number), what)
                column.add(block.data, rows.field(number))
            read = cells.finite if finite else cells.real
            self.score.add(read(rows.field(2), "score"))
            lines.add(block, rows)
            self.problems.prune()
        self.lines = lines.lines()


def _below_header(block: Block) -> Block:
    """Return the first block of a file without its header."""
    stop = PAD + int(np.argmax(block.data[PAD : block.hi] == NEWLINE)) + 1
    if block.text(PAD, stop).split() != list(HEADER):
        return block
    return block.after(stop, 1)


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read every row; FormatError or FormatErrors name the bad lines."""
    found = _Columns(source, finite=True)
    documents = GradedDocuments(
        source,
        found.topic.coded(),
        found.doc.coded(),
        found.score.values,
        lines=found.lines,
        problems=found.problems,
    )
    return documents.qrels(reading, "beir", source.notes)


def read_run(source: Source, reading: Reading) -> Run:
    """Read every row; FormatError or FormatErrors name the bad lines."""
    found = _Columns(source, finite=False)
    found.problems.refuse()
    return Run(
        name=source.stem,
        **text_columns(topic=found.topic.coded(), doc=found.doc.coded()),
        score=found.score.values,
        source=source.name,
        notes=tuple(source.notes),
        format="beir",
        lines=found.lines,
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
