"""Element paths in the formats whose elements are paths, and ranges of points in any of ours."""

from __future__ import annotations

import numpy as np

from partwise.errors import quote
from partwise.spelling import spelt
from partwise.tables.columns import Coded
from partwise.tables.paths import completed, is_path, not_paths, split_point
from partwise.tables.problems import Problems, Said
from partwise.tables.row_lines import RowLines

HINT = "Use --lenient and --structure FILE to read a step without [n] as [1]"


def checked_paths(column: Coded, lines: RowLines, problems: Problems, *, lenient: bool) -> Coded:
    """Refuse what is not an element path (E9).

    Lenient reading keeps a path with bare steps as it is: only a structure can say whether
    ``[1]`` is meant.
    """
    texts = column.names.tolist()
    bad = not_paths(texts)
    loose = {code for code in bad if completed(texts[code]) is not None}
    if lenient:
        bad = [code for code in bad if code not in loose]

    def say(row: int) -> Said:
        code = int(column.codes[row])
        said = f"path {quote(texts[code])} is not an element path"
        return (said, HINT) if code in loose else said

    if bad:
        problems.at_rows(np.flatnonzero(np.isin(column.codes, bad)), lines, say)
    return column


def checked_path(text: str, *, lenient: bool) -> str:
    """Return one element path; ValueError in words if it is none (E9)."""
    if is_path(text):
        return text
    if completed(text) is None:
        raise ValueError(f"path {quote(text)} is not an element path")
    if not lenient:
        raise ValueError(f"path {quote(text)} is not an element path. {spelt(HINT)}")
    return text


def checked_point(text: str, *, lenient: bool) -> str:
    """Return one point; ValueError in words if it is none."""
    path, inside = split_point(text)
    return checked_path(path, lenient=lenient) + inside
