"""Tables of ours whose header is missing, which would be read as something else.

Four columns `topic doc start end` fit TREC qrels, with offsets for documents and grades: every
value would be 0. The iteration of TREC qrels is a number or Q0, and a grade that is greater than
the name of its document is rare, so lines whose second column is a name, or a number that changes
from line to line, and whose fourth column is greater than the third are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from partwise.files.line_shapes import are_numbers, are_whole, split
from partwise.files.registry import Kind
from partwise.files.source import Source

_FIRST = 32
_ENOUGH = 0.9
_ITERATION = re.compile(r"[Qq]?[+-]?[0-9]+")
_OFFSET = re.compile(r"[0-9]{1,18}")


def refuse_headless(
    source: Source, lines: Iterator[tuple[int, str]], kind: Kind | None = None
) -> None:
    """Refuse a file whose columns look like places under a header that is not there (E1).

    Parameters are those of `by_columns`.
    """
    if kind not in (None, "run", "qrels"):
        return
    rows = [split(line) for _, line in islice(lines, _FIRST)]
    width = len(rows[0]) if rows else 0
    if width not in (4, 5):
        return
    named = len({row[1] for row in rows if len(row) > 1}) > 1  # an iteration is the same everywhere
    if sum(_is_placed(row, width, named=named) for row in rows) < _ENOUGH * len(rows):
        return
    names = ["topic", "doc", "start", "end"]
    known = "--format-qrels trec-qrels if column 3 is the document"
    if width == 5:
        if kind != "qrels" and all(are_whole(*row[4:]) for row in rows):
            return  # a Genomics run: rank, offset, length
        names.append("grade" if kind == "qrels" else "score")
        known = f"--format-{kind or 'run'} if you know the format"
    raise source.error(
        None,
        f"no header, and its {width} columns look like {' '.join(names)}",
        f"Use a first line {'<TAB>'.join(names)} with tabs between all columns, or {known}",
    )


def _is_placed(row: list[str], width: int, *, named: bool) -> bool:
    """Tell a line of a name and a span, after a topic and before numbers."""
    if len(row) != width or not are_numbers(*row[4:]):
        return False
    if _ITERATION.fullmatch(row[1]) and not (named and width == 4 and row[1].isdigit()):
        return False
    start, end = row[2:4]
    if not (_OFFSET.fullmatch(start) and _OFFSET.fullmatch(end)):
        return False
    return int(start) < int(end)
