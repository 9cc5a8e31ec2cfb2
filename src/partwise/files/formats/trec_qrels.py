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
from partwise.files.parsing.blank_columns import BlankColumns
from partwise.files.parsing.buffers import ArrayBuilder
from partwise.files.parsing.columns import Options, Reading, SomeLines, Texts
from partwise.files.parsing.duplicates import largest, refuse_second_judgements
from partwise.files.parsing.losses import (
    Loss,
    Losses,
    blank_separated,
    filled_columns,
    named,
)
from partwise.files.parsing.notes import fractions
from partwise.files.source import Source
from partwise.messages import Notes
from partwise.tables.qrels import Qrels
from partwise.tables.rows import text_columns

WORDS = "TREC qrels"
COLUMNS = "topic iteration doc grade"
_LONGER = "Use --format-qrels trec-qrels to ignore further columns"
_LARGEST = "Use --lenient to take the largest grade"


def read_qrels(source: Source, options: Options) -> Reading[Qrels]:
    """Read every row; FormatError or FormatErrors name the bad lines."""
    file = BlankColumns(source, 4, COLUMNS, more=options.forced, hint=_LONGER)
    topic, doc, grade = Texts(), Texts(), ArrayBuilder(np.float64)
    for rows, cells in file:
        grade.add(cells.finite(rows.field(3), "grade"))
        topic.add(cells.block.data, rows.field(0))
        doc.add(cells.block.data, rows.field(2))
    topics, docs, lines = topic.coded(), doc.coded(), file.lines
    notes = Notes(file.notes)
    grades = grade.values
    if options.lenient:
        file.problems.refuse()
        kept, grades, n_twice = largest(topics.codes, docs.codes, grades)
        notes.add("{n:document} judged twice, the largest grade taken", n=n_twice)
    else:
        refuse_second_judgements(topics, docs, lines, file.problems, _LARGEST)
        kept = None
    notes.extend(fractions(grades))
    if kept is not None:
        topics, docs = topics.take(kept), docs.take(kept)
    qrels = Qrels(
        **text_columns(topic=topics, doc=docs),
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
    loss.of_names(qrels)
    frame = pl.DataFrame(
        {
            "topic": named(qrels.topics, qrels.topic[first]),
            "doc": named(qrels.docs, qrels.doc[first]),
            "grade": grade.astype(np.int64),
        }
    )
    return blank_separated(frame.select("topic", pl.lit("0").alias("i"), "doc", "grade"))
