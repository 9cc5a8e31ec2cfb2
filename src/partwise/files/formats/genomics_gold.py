"""TREC Genomics gold standard of 2006 and 2007: relevant passages with aspects.

Grammar: one passage a line, cells separated by single tabs::

    topic <TAB> pmid <TAB> offset <TAB> length <TAB> aspect|aspect|...

Offsets count from 0, in the unit of the track: bytes of the HTML file. The aspects are kept in the
column ``aspects``. Lines with four or fewer cells are skipped and counted, as the track's scorer
does; so are blank lines, without a word.

Example::

    200	14747618	64716	194	ICAM-1|TNF-ALPHA
"""

from __future__ import annotations

import re

import numpy as np

from partwise.files.options import Reading
from partwise.files.parsing.cells import Cells, wrong_columns
from partwise.files.parsing.columns import ArrayBuilder, LinesBuilder, Texts
from partwise.files.parsing.losses import Loss, Losses, filled_columns, named, tab_separated
from partwise.files.source import Source
from partwise.kernels.text.lines import split_cells
from partwise.messages import Notes
from partwise.tables.columns import decoded
from partwise.tables.problems import Problems
from partwise.tables.qrels import Qrels
from partwise.tables.rows import text_columns

_TORN = re.compile(r"[\t\n\r]")
WORDS = "a Genomics gold standard"
COLUMNS = "topic pmid offset length aspects"


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read every row; FormatError or FormatErrors name the bad lines."""
    problems, lines = Problems(source), LinesBuilder()
    topic, doc, aspect = Texts(), Texts(), Texts()
    start, end = ArrayBuilder(np.int64), ArrayBuilder(np.int64)
    n_short = 0
    for block in source.blocks():
        rows = split_cells(block.data, block.hi, 5)
        longer = rows.odd_fields > 5
        problems.add_lines(
            block.numbers(rows.odd[longer]),
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
    notes = Notes(source.notes)
    notes.add("{n:line} with fewer than five cells skipped", n=n_short)
    return Qrels(
        **text_columns(topic=topic.coded(), doc=doc.coded()),
        start=start.values,
        end=end.values,
        grade=np.ones(lines.size),
        extra={"aspects": decoded(aspect.coded())},
        source=source.name,
        notes=tuple(notes),
        format="genomics-gold",
        lines=lines.lines(),
    )


def write_qrels(qrels: Qrels, *, lossy: Losses | None = None) -> bytes:
    """Return one line per passage; TableError says what the format cannot hold."""
    import polars as pl

    loss = Loss(WORDS, allowed=lossy)
    loss.never(qrels.start < 0, "judgements without offsets")
    loss.of_rows((qrels.element >= 0) | (qrels.tree >= 0), "elements beside offsets")
    loss.of_rows(~np.isnan(qrels.grade) & (qrels.grade != 1), "grades")
    others = [name for name in qrels.extra if name != "aspects"]
    loss.of_columns(qrels, [*filled_columns(qrels, "e", "s", "bep", "length", "assessor"), *others])
    loss.of_topics(qrels)
    loss.of_names(qrels)
    aspect = qrels.extra.get("aspects")
    texts = [""] * len(qrels) if aspect is None else [str(text or "") for text in aspect.tolist()]
    torn = np.array([_TORN.search(text) is not None for text in texts], np.bool_)
    loss.never(torn, "a tab or the end of a line in an aspect")
    frame = pl.DataFrame(
        {
            "topic": named(qrels.topics, qrels.topic),
            "doc": named(qrels.docs, qrels.doc),
            "start": qrels.start,
            "size": qrels.end - qrels.start,
            "aspect": pl.Series(texts, dtype=pl.String),
        }
    )
    return tab_separated(frame)
