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

from partwise.files.options import Reading
from partwise.files.parsing.cells import BlankColumns
from partwise.files.parsing.losses import (
    Loss,
    Losses,
    blank_separated,
    named,
    only_grades,
)
from partwise.files.source import Source
from partwise.tables.building import graded_documents
from partwise.tables.qrels import Qrels

WORDS = "TREC qrels"
COLUMNS = "topic iteration doc grade"
_LONGER = "Use --format-qrels trec-qrels to ignore further columns"


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read every row; FormatError or FormatErrors name the bad lines."""
    file = BlankColumns(source, 4, COLUMNS, more=reading.format_qrels is not None, hint=_LONGER)
    table = file.table("trec-qrels", "qrels", {"grade": 3, "topic": 0, "doc": 2})
    return graded_documents(table, lenient=reading.lenient)


def write_qrels(qrels: Qrels, *, lossy: Losses | None = None) -> bytes:
    """Return the content of a file; TableError says what the format cannot hold."""
    import polars as pl

    loss = Loss(WORDS, allowed=lossy)
    first, grade = only_grades(qrels, loss, whole=True)
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
