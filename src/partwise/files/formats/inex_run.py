"""INEX run of 2009 and 2010: ranked elements, passages or articles, six to eight columns.

Grammar: one result a line, columns separated by any number of blanks or tabs::

    topic Q0 doc rank score tag                    the whole article
    topic Q0 doc rank score tag PATH               an element
    topic Q0 doc rank score tag PATH PATH          from one element to another
    topic Q0 doc rank score tag OFFSET LENGTH      a passage (FOL)
    topic Q0 doc rank score tag OFFSET             a best entry point: the empty part there

A path is ``/article[1]/sec[2]``; the number counts siblings of the same name from 1
(lenient reading takes a step without it as ``[1]`` where a structure has that element and
keeps it as a name elsewhere). Offsets count characters of the
document's text without tags, from 0. Scores decide the order, not ranks. Parts may overlap
and repeat. Blank lines and lines that start with ``#`` are skipped.
Where column 8 is an end, the format is ``inex-run-ends``.

Example::

    2009011 Q0 3945065 1 73.61 teamA /article[1]/bdy[1]/sec[2]
    2009011 Q0 3945065 2 70.10 teamA 1320 455
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from partwise.errors import FormatError
from partwise.files.options import Reading
from partwise.files.parsing.cells import BlankColumns, Cells
from partwise.files.parsing.columns import ArrayBuilder, Texts
from partwise.files.parsing.losses import Loss, Losses, named, run_lines
from partwise.files.parsing.xml import checked_paths
from partwise.files.source import Source
from partwise.kernels.text.lines import Field, Rows
from partwise.messages import plural
from partwise.tables.building import run_name, several_runs
from partwise.tables.columns import Coded, joined
from partwise.tables.problems import BROKEN, FARTHEST, before_start, wrong_offset
from partwise.tables.rows import text_columns
from partwise.tables.run import Run

COLUMNS = "topic Q0 doc rank score tag [path [path] | offset [length]]"
FORMAT = "inex-run"
WORDS = "an INEX run"
_SLASH = 47
OUTSIDE, OUTSIDE_SIZE = 1 << 40, 18
"""Where inex_eval's parts outside of a document lie: beyond all text and every entry point."""


def read_run(source: Source, reading: Reading, *, format_: str = FORMAT) -> Run:
    """Read every row; FormatError or FormatErrors name the bad lines."""
    file = BlankColumns(source, 8, COLUMNS, least=6)
    topic, doc, tag, element, last = (Texts() for _ in range(5))
    rank, start, end = (ArrayBuilder(np.int64) for _ in range(3))
    score = ArrayBuilder(np.float64)
    for rows, cells in file:
        rank.add(cells.whole(rows.field(3), "rank"))
        score.add(cells.real(rows.field(4), "score"))
        for column, number in ((topic, 0), (doc, 2), (tag, 5)):
            column.add(cells.block.data, rows.field(number))
        places = _Places(cells, rows, ends=format_ != FORMAT, outside=reading.outside)
        element.add(cells.block.data, places.first_path)
        last.add(cells.block.data, places.last_path)
        start.add(places.start)
        end.add(places.end)
    lines, problems = file.lines, file.problems
    paths = checked_paths(element.coded(), lines, problems, lenient=reading.lenient)
    ends = checked_paths(last.coded(), lines, problems, lenient=reading.lenient)
    problems.refuse()
    first, final, elements = joined(paths, ends)
    labels = tag.coded()
    name, tags = run_name(labels, source)
    return Run(
        name=name,
        **text_columns(topic=topic.coded(), doc=doc.coded(), element=Coded(first, elements)),
        start=start.values,
        end=end.values,
        last=final if len(ends.names) else None,
        score=score.values,
        rank=rank.values,
        extra=tags,
        source=source.name,
        notes=(*file.notes, *several_runs(labels.names.tolist(), name)),
        format=format_,
        lines=lines,
    )


class _Places:
    """What columns 7 and 8 of a block's rows say.

    Attributes
    ----------
    first_path, last_path : pair of ndarray of int64
        Where the paths stand; empty where the row has none.
    start, end : ndarray of int64
        Spans, -1 where the row has none.
    """

    def __init__(self, cells: Cells, rows: Rows, *, ends: bool, outside: bool) -> None:
        seventh, eighth = rows.field(6), rows.field(7)
        given, two = _filled(seventh), _filled(eighth)
        path = given & (cells.block.data[seventh[0]] == _SLASH)
        self.first_path, self.last_path = _only(seventh, path), _only(eighth, path & two)
        self.start, self.end = np.full(len(rows), -1), np.full(len(rows), -1)
        beyond = _outside(cells.block.data, seventh) & outside
        self.start[beyond], self.end[beyond] = OUTSIDE, OUTSIDE + OUTSIDE_SIZE
        at = np.flatnonzero(given & ~path & ~beyond)
        some = cells.at(at)
        start = some.offset(_taken(seventh, at), "offset")
        end = start.copy()
        passage = np.flatnonzero(two[at])
        measured = some.at(passage)
        what = "end" if ends else "length"
        number = measured.whole(_taken(eighth, at[passage]), what, signed=True)
        begin = start[passage]
        known = (number != BROKEN) & (begin != BROKEN)
        if ends:
            measured.say(
                known & (number < begin), lambda row: before_start(number[row], begin[row])
            )
            end[passage] = number
        else:
            measured.say(known & (number < 0), lambda row: wrong_offset(what, int(number[row])))
            end[passage] = begin + np.clip(number, 0, FARTHEST)
        measured.say(number > FARTHEST, lambda row: wrong_offset(what, int(number[row])))
        self.start[at], self.end[at] = start, end


def _outside(data: NDArray[np.uint8], field: Field) -> NDArray[np.bool_]:
    """Cells that say X or -1: a passage that the document does not have."""
    first, size = data[field[0]], field[1] - field[0]
    second = data[field[0] + 1]
    minus_one = (size == len(b"-1")) & (first == ord("-")) & (second == ord("1"))
    found: NDArray[np.bool_] = ((size == 1) & (first == ord("X"))) | minus_one
    return found


def _filled(field: Field) -> NDArray[np.bool_]:
    return field[1] > field[0]


def _only(field: Field, wanted: NDArray[np.bool_]) -> Field:
    """Empty the cells that are not wanted."""
    return field[0], np.where(wanted, field[1], field[0])


def _taken(field: Field, rows: NDArray[np.int64]) -> Field:
    return field[0][rows], field[1][rows]


def check_fol_ends(
    run: Run, length: NDArray[np.int64], line_of: Callable[[int], int | None] | None = None
) -> None:
    """Refuse an eight-column run whose last column looks like an end, not a length.

    Parameters
    ----------
    run : Run
        Any run; only those of this format are looked at.
    length : ndarray of int64
        Length of each document of `run.docs`, -1 where it is not known.
    line_of : callable, optional
        Line of a row in the run's file, for the message.

    Raises
    ------
    FormatError
        When a passage passes the end of its document and in every line
        offset <= column 8 <= length of the document.
    """
    if run.format != FORMAT or not len(run) or (run.start < 0).any() or run.score is None:
        return
    size = length[run.doc]
    eighth = run.end - run.start
    past = run.end > size
    like_ends = (size >= 0) & (run.start <= eighth) & (eighth <= size)
    if not past.any() or not like_ends.all():
        return
    row = int(np.argmax(past))
    problem = (
        f"{run.start[row]} + {eighth[row]} passes the end of document "
        f"{run.docs[run.doc[row]]} ({plural(size[row], 'character')})"
    )
    where = None if line_of is None else line_of(row)
    hint = "If column 8 is an end, use --format-run inex-run-ends"
    raise FormatError(run.source or run.name, where, problem, hint)


def write_run(run: Run, *, lossy: Losses | None = None) -> bytes:
    """Return the content of a file; TableError says what the format cannot hold."""
    import polars as pl

    loss = Loss(WORDS, allowed=lossy)
    span, element = run.start >= 0, run.element >= 0
    loss.never(run.tree >= 0, "trees")
    inside = np.array([path.endswith("]") for path in run.elements] + [True])
    loss.never(~inside[run.element], "points inside the text of an element")
    if run.last is not None:
        loss.never(~inside[run.last], "points inside the text of an element")
    loss.of_rows(span & element, "both offsets and element of a part")
    offsets, last = pl.Series(span), run.last
    if last is None:
        last = np.full(len(run), -1, np.int32)
    seventh, eighth = (
        pl.Series(name, number).cast(pl.String).zip_with(offsets, named(run.elements, path))
        for name, number, path in (
            ("seventh", run.start, run.element),
            ("eighth", run.end - run.start, last),
        )
    )
    return run_lines(run, loss, WORDS, seventh, eighth)
