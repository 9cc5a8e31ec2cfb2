"""FOL qrels of INEX 2008 to 2010: highlighted passages as offset and length.

Grammar: one judged document a line, columns separated by blanks::

    topic Q0 doc relevant_size doc_size [bep [offset:length]+]

Sizes, offsets and the best entry point count characters of the document's text without
tags, from 0. A document that is judged and not relevant has the relevant size 0 and
five columns. The passages of a line are in order, do not overlap and add up to the
relevant size; passages that touch are one. A topic judges each document once. Lenient
reading merges passages that overlap, accepts them in any order, clips those of a document
that has more relevant characters than characters, and moves a best entry point past the end to
the last character; all of it is counted. Blank lines and lines that start with ``#`` are skipped.

Example::

    2009011 Q0 3945065 543 32230 2814 2814:185 12097:358
    2009011 Q0 3939109 0 11230
"""

from __future__ import annotations

import numpy as np

from partwise.files.formats.fol_qrels.passages import (
    REPAIRS,
    JudgedLines,
    entry_points,
    passages_of,
    rows_of_passages,
)
from partwise.files.options import Reading
from partwise.files.parsing.cells import Cells, comments
from partwise.files.parsing.columns import ArrayBuilder, LinesBuilder, Texts
from partwise.files.parsing.losses import Losses
from partwise.files.source import Source
from partwise.kernels.text.lines import rows_of, split_blanks
from partwise.messages import Notes
from partwise.tables.problems import Problems
from partwise.tables.qrels import Qrels
from partwise.tables.row_rules import check_judged_once, check_numbers_agree
from partwise.tables.rows import text_columns

COLUMNS = "topic Q0 doc relevant_size doc_size [bep [offset:length]+]"


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read every row; FormatError or FormatErrors name the bad lines."""
    problems, judged, rows = Problems(source), LinesBuilder(), LinesBuilder()
    topic, doc = Texts(), Texts()
    repeats, bep, length, start, end = (ArrayBuilder(np.int64) for _ in range(5))
    n_comments, repaired = 0, np.zeros(len(REPAIRS), np.int64)
    for block in source.blocks():
        fields = split_blanks(block.data, block.hi)
        lines = rows_of(block.data, fields, 6, least=5, more=True)
        cells = Cells(block, lines, problems)
        cells.odd_lines(lines, f"5 or more ({COLUMNS})")
        judged_lines = JudgedLines(
            cells,
            relevant=cells.whole(lines.field(3), "relevant size"),
            size=cells.whole(lines.field(4), "document size"),
            bep=entry_points(cells, lines.field(5)),
            passages=passages_of(cells, fields, lines),
            width=fields.counts[lines.lines],
        )
        spans = rows_of_passages(judged_lines, lenient=reading.lenient)
        topic.add(block.data, lines.field(0))
        doc.add(block.data, lines.field(2))
        repeats.add(spans.repeats)
        bep.add(spans.bep)
        length.add(judged_lines.size)
        start.add(spans.start)
        end.add(spans.end)
        judged.add(block, lines)
        rows.add(block, lines, spans.repeats)
        n_comments += lines.n_comments
        repaired += spans.repaired
        problems.prune()
    topics, docs = topic.coded(), doc.coded()
    if not reading.lenient:  # lenient evaluation takes the first
        check_numbers_agree("lengths", length.values, (docs,), judged.lines(), problems)
    check_judged_once(topics, docs, judged.lines(), problems)
    notes = Notes([*source.notes, *comments(n_comments)])
    for count, words in zip(repaired.tolist(), REPAIRS, strict=True):
        notes.add(f"{{n:document}} {{n:has|have}} {words}", n=count)
    of_line = np.repeat(np.arange(repeats.size), repeats.values)
    return Qrels(
        **text_columns(topic=topics.take(of_line), doc=docs.take(of_line)),
        start=start.values,
        end=end.values,
        grade=(start.values >= 0).astype(np.float64),
        bep=bep.values[of_line],
        length=length.values[of_line],
        source=source.name,
        notes=tuple(notes),
        format="fol-qrels",
        lines=rows.lines(),
    )


def write_qrels(qrels: Qrels, *, lossy: Losses | None = None) -> bytes:
    """Return the content of a file; TableError says what the format cannot hold."""
    from partwise.files.formats.fol_qrels.write import fol_lines

    return fol_lines(qrels, lossy=lossy)
