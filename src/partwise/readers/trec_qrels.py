"""TREC qrels: graded documents, four columns.

Grammar: one judged document a line, columns separated by any number of blanks or tabs::

    topic iteration doc grade

The iteration is not looked at. The grade is a whole number; above 0 means relevant, 0
and below judged and not relevant. A topic judges each document once. Blank lines and
lines that start with ``#`` are skipped.

Example::

    301 0 CR93E-1282 1
    301 0 FR940202-2-00150 0
"""

from __future__ import annotations

import numpy as np

from partwise.kernels.text import split_rows
from partwise.readers._columns import Lines, Options, Reading, Texts
from partwise.readers._growing import Growing
from partwise.readers._notes import comments, longer_lines
from partwise.readers._problems import Cells, Problems
from partwise.readers._repeats import refuse_second_judgements
from partwise.readers._source import Source
from partwise.tables.qrels import Qrels

COLUMNS = "topic iteration doc grade"


def read_qrels(source: Source, options: Options) -> Reading[Qrels]:
    """Read every row; FormatError or FormatErrors name the bad lines."""
    problems, lines = Problems(source), Lines()
    topic, doc, grade = Texts(), Texts(), Growing(np.float64)
    n_comments = n_longer = 0
    for block in source.blocks():
        rows = split_rows(block.data, block.hi, 4, more=options.forced)
        problems.odd_lines(block, rows, f"4 ({COLUMNS})")
        cells = Cells(block, rows, problems)
        grade.add(cells.whole(rows.field(3), "grade", signed=True))
        topic.add(block.data, rows.field(0))
        doc.add(block.data, rows.field(2))
        lines.add(block, rows)
        n_comments += rows.n_comments
        n_longer += rows.n_longer
        problems.prune()
    problems.refuse()
    topics, docs = topic.coded(), doc.coded()
    refuse_second_judgements(topics, docs, lines, problems)
    qrels = Qrels(
        topics=topics.names,
        topic=topics.codes,
        docs=docs.names,
        doc=docs.codes,
        grade=grade.values,
        source=source.name,
        notes=(*source.notes, *comments(n_comments), *longer_lines(n_longer)),
        format="trec-qrels",
    )
    return Reading(qrels, lines)
