"""TREC Genomics run of 2006 and 2007: ranked passages, five to seven columns.

Grammar: one passage a line, columns separated by tabs or blanks::

    topic pmid rank [value] offset length [tag]

The rank decides the order, not the value. Offsets count from 0, in the unit of the track: bytes of
the HTML file. Blank lines and lines that start with ``#`` are skipped.

Example::

    200	12595615	1	48.63	28426	295	tagA
"""

from __future__ import annotations

import numpy as np

from partwise.files.parsing.buffers import ArrayBuilder
from partwise.files.parsing.columns import Lines, Options, Reading, Texts, run_name
from partwise.files.parsing.losses import Losses
from partwise.files.parsing.notes import comments, several_runs
from partwise.files.parsing.problems import Cells, Problems
from partwise.files.source import Source
from partwise.kernels.text.lines import split_rows
from partwise.tables.run import Run

COLUMNS = "topic pmid rank [value] offset length [tag]"


def read_run(source: Source, options: Options) -> Reading[Run]:
    """Read every row; FormatError or FormatErrors name the bad lines."""
    problems, lines = Problems(source), Lines()
    topic, doc, tag = Texts(), Texts(), Texts()
    rank, start, size = (ArrayBuilder(np.int64) for _ in range(3))
    score = ArrayBuilder(np.float64)
    n_comments = 0
    for block in source.blocks():
        rows = split_rows(block.data, block.hi, 7, least=5)
        problems.odd_lines(block, rows, f"5 to 7 ({COLUMNS})")
        cells = Cells(block, rows, problems)
        fields = [rows.field(number) for number in range(7)]
        # without a value the columns after the rank stand one to the left
        short = fields[5][1] == fields[5][0]
        value, offset, length = fields[3], fields[4], fields[5]
        offset, length = (
            (np.where(short, left[0], right[0]), np.where(short, left[1], right[1]))
            for left, right in ((value, offset), (offset, length))
        )
        valued = np.flatnonzero(~short)
        worth = np.full(len(rows), np.nan)
        worth[valued] = cells.at(valued).real((value[0][valued], value[1][valued]), "value")
        score.add(worth)
        rank.add(cells.whole(fields[2], "rank"))
        start.add(cells.offset(offset, "offset"))
        size.add(cells.offset(length, "length"))
        for column, number in ((topic, 0), (doc, 1), (tag, 6)):
            column.add(block.data, fields[number])
        lines.add(block, rows)
        n_comments += rows.n_comments
        problems.prune()
    problems.refuse()
    topics, docs = topic.coded(), doc.coded()
    labels = tag.coded()
    name, tags = run_name(labels, source)
    run = Run(
        name=name,
        topics=topics.names,
        topic=topics.codes,
        docs=docs.names,
        doc=docs.codes,
        start=start.values,
        end=start.values + size.values,
        score=None if np.isnan(score.values).any() else score.values,
        rank=rank.values,
        extra=tags,
        source=source.name,
        notes=(*source.notes, *comments(n_comments), *several_runs(labels.names.tolist(), name)),
        natural="rank",
        format="genomics-run",
    )
    return Reading(run, lines)


def write_run(run: Run, *, lossy: Losses | None = None) -> bytes:
    """Return the content of a file; TableError says what the format cannot hold."""
    from partwise.files.formats.genomics_text import run_lines

    return run_lines(run, lossy=lossy)
