"""TREC Genomics gold standard of 2006 and 2007: relevant passages with aspects.

Grammar: one passage a line, cells separated by single tabs::

    topic <TAB> pmid <TAB> offset <TAB> length <TAB> aspect|aspect|...

Offsets count from 0, in the unit of the track: bytes of the HTML file. The aspects are kept in the
column ``aspect``. Lines with four or fewer cells are skipped and counted, as the track's scorer
does; so are blank lines, without a word.

Example::

    200	14747618	64716	194	ICAM-1|TNF-ALPHA
"""

from __future__ import annotations

import numpy as np

from partwise.files.parsing.buffers import ArrayBuilder
from partwise.files.parsing.columns import Lines, Options, Reading, Texts, decoded
from partwise.files.parsing.losses import Losses
from partwise.files.parsing.problems import Cells, Problems, wrong_columns
from partwise.files.source import Source
from partwise.kernels.text.lines import split_cells
from partwise.messages import Notes
from partwise.tables.qrels import Qrels

COLUMNS = "topic pmid offset length aspects"


def read_qrels(source: Source, options: Options) -> Reading[Qrels]:
    """Read every row; FormatError or FormatErrors name the bad lines."""
    problems, lines = Problems(source), Lines()
    topic, doc, aspect = Texts(), Texts(), Texts()
    start, end = ArrayBuilder(np.int64), ArrayBuilder(np.int64)
    n_short = 0
    for block in source.blocks():
        rows = split_cells(block.data, block.hi, 5)
        longer = rows.odd_fields > 5
        problems.add_lines(
            block.line + rows.odd[longer],
            lambda _: wrong_columns(6, f"5 ({COLUMNS}), separated by tabs"),
        )
        n_short += int(np.count_nonzero(~longer))
        cells = Cells(block, rows, problems)
        offset = cells.whole(rows.field(2), "offset", signed=True)
        length = cells.whole(rows.field(3), "length", signed=True)
        cells.in_reach(offset, length, np.ones(len(rows), bool))
        start.add(offset)
        end.add(offset + length)
        for number, what in ((0, "topic"), (1, "doc")):
            cells.need(rows.field(number), what)
        for column, number in ((topic, 0), (doc, 1), (aspect, 4)):
            column.add(block.data, rows.field(number))
        lines.add(block, rows)
        problems.prune()
    problems.refuse()
    topics, docs = topic.coded(), doc.coded()
    notes = Notes(source.notes)
    notes.add("{n:line} with fewer than five cells skipped", n=n_short)
    qrels = Qrels(
        topics=topics.names,
        topic=topics.codes,
        docs=docs.names,
        doc=docs.codes,
        start=start.values,
        end=end.values,
        grade=np.ones(len(lines)),
        extra={"aspect": decoded(aspect.coded())},
        source=source.name,
        notes=tuple(notes),
        format="genomics-gold",
    )
    return Reading(qrels, lines)


def write_qrels(qrels: Qrels, *, lossy: Losses | None = None) -> bytes:
    """Return the content of a file; TableError says what the format cannot hold."""
    from partwise.files.formats.genomics_text import gold_lines

    return gold_lines(qrels, lossy=lossy)
