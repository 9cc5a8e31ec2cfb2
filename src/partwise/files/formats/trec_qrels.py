"""TREC qrels: graded documents, four columns.

Grammar: one judged document a line, columns separated by any number of blanks or tabs::

    topic iteration doc grade

The iteration is not looked at. The grade is a number, usually whole; above 0 means relevant, 0
and below judged and not relevant. A topic judges each document once; lenient reading takes
the largest grade of several. Blank lines and lines that start with ``#`` are skipped.

Example::

    301 0 CR93E-1282 1
    301 0 FR940202-2-00150 0
"""

from __future__ import annotations

import numpy as np

from partwise.files.formats.whole_documents import document_grades
from partwise.files.parsing.buffers import ArrayBuilder
from partwise.files.parsing.columns import Lines, Options, Reading, SomeLines, Texts
from partwise.files.parsing.duplicates import largest, refuse_second_judgements
from partwise.files.parsing.losses import (
    Loss,
    Losses,
    blank_separated,
    checked_words,
    filled_columns,
    named,
)
from partwise.files.parsing.notes import comments, fractions, longer_lines
from partwise.files.parsing.problems import Cells, Problems
from partwise.files.source import Source
from partwise.kernels.text.lines import split_rows
from partwise.messages import Notes
from partwise.tables.qrels import Qrels

WORDS = "TREC qrels"
COLUMNS = "topic iteration doc grade"
_LONGER = "Use --format-qrels trec-qrels to ignore further columns"
_LARGEST = "Use --lenient to take the largest grade"


def read_qrels(source: Source, options: Options) -> Reading[Qrels]:
    """Read every row; FormatError or FormatErrors name the bad lines."""
    problems, lines = Problems(source), Lines()
    topic, doc, grade = Texts(), Texts(), ArrayBuilder(np.float64)
    n_comments = n_longer = 0
    for block in source.blocks():
        rows = split_rows(block.data, block.hi, 4, more=options.forced)
        problems.odd_lines(block, rows, f"4 ({COLUMNS})", most=4, hint=_LONGER)
        cells = Cells(block, rows, problems)
        grade.add(cells.finite(rows.field(3), "grade"))
        topic.add(block.data, rows.field(0))
        doc.add(block.data, rows.field(2))
        lines.add(block, rows)
        n_comments += rows.n_comments
        n_longer += rows.n_longer
        problems.prune()
    topics, docs = topic.coded(), doc.coded()
    notes = Notes((*source.notes, *comments(n_comments), *longer_lines(n_longer)))
    grades = grade.values
    if options.lenient:
        problems.refuse()
        kept, grades, n_twice = largest(topics.codes, docs.codes, grades)
        notes.add("{n:document} judged twice, the largest grade taken", n=n_twice)
    else:
        refuse_second_judgements(topics, docs, lines, problems, _LARGEST)
        kept = None
    notes.extend(fractions(grades))
    rows_of = slice(None) if kept is None else kept
    qrels = Qrels(
        topics=topics.names,
        topic=topics.codes[rows_of],
        docs=docs.names,
        doc=docs.codes[rows_of],
        grade=grades,
        source=source.name,
        notes=tuple(notes),
        format="trec-qrels",
    )
    return Reading(qrels, lines if kept is None else SomeLines(lines, kept))


def write_qrels(qrels: Qrels, *, lossy: Losses | None = None) -> bytes:
    """Return the content of a file; TableError says what the format cannot hold."""
    import polars as pl

    loss = Loss(WORDS, allowed=lossy)
    first, grade = document_grades(qrels, loss)
    bad = np.zeros(len(qrels), np.bool_)
    bad[first] = np.isnan(grade)
    loss.never(bad, "a document without grade")
    bad[first] = grade != np.trunc(grade)
    loss.never(bad, "grades that are not whole numbers")
    bad[first] = np.abs(grade) >= 2.0**63
    loss.never(bad, "grades beyond 64 bits")
    others = filled_columns(qrels, "bep", "length", "assessor", "e", "s")
    loss.of_columns(qrels, [*others, *qrels.extra])
    loss.of_topics(qrels)
    checked_words(qrels.topics, "topic", WORDS)
    checked_words(qrels.docs, "document", WORDS)
    frame = pl.DataFrame(
        {
            "topic": named(qrels.topics, qrels.topic[first]),
            "doc": named(qrels.docs, qrels.doc[first]),
            "grade": grade.astype(np.int64),
        }
    )
    return blank_separated(frame.select("topic", pl.lit("0").alias("i"), "doc", "grade"))
