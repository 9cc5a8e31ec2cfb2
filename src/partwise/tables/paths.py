"""Element paths and names of elements.

A path is ``/article[1]/sec[2]``: every step counts the siblings of its own name from 1. A point is
a path or lies inside an element's text, ``PATH/text()[n].k``: k characters into its n-th run of
text. Any other text is a name, which tells elements apart and says nothing about where they are.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from partwise.tables.columns import Coded
from partwise.tables.names import Names

_NAME = r"""/[^/\[\]<>"'&|=\s]+"""
_PATH = rf"(?:{_NAME}\[[1-9][0-9]*\])+"
_TEXT = r"/text\(\)\[[1-9][0-9]*\]\.[0-9]+"
_POINT = rf"{_PATH}(?:{_TEXT})?"

PLACE = rf"(?:{_PATH}|{_POINT} {_POINT})"
"""A cell of an element column that is no name: a path, or a range of points."""
TREE = rf"{_PATH}(?:\|{_PATH})*"
"""A cell of a tree column without a name in it."""

_RANGE = rf"{_POINT} {_POINT}"
_INSIDE = rf"{_TEXT}\Z"
_LOOSE = rf"(?:{_NAME}(?:\[[1-9][0-9]*\])?)+"
_BARE_STEP = rf"({_NAME})(?=/|\Z)"


def is_path(text: str) -> bool:
    """Return whether a text is an element path."""
    return re.fullmatch(_PATH, text) is not None


def is_range(text: str) -> bool:
    """Return whether a text is a range from one point to another."""
    return re.fullmatch(_RANGE, text) is not None


def split_point(text: str) -> tuple[str, str]:
    """Split a point into the path and what lies inside the element's text.

    Examples
    --------
    >>> split_point("/a[1]/text()[2].7"), split_point("/a[1]")
    (('/a[1]', '/text()[2].7'), ('/a[1]', ''))
    """
    found = re.search(_INSIDE, text)
    return (text, "") if found is None else (text[: found.start()], found[0])


def completed(text: str) -> str | None:
    """Return the path with ``[1]`` added to bare steps; None for a name that is none even then.

    Examples
    --------
    >>> completed("/a/b[2]"), completed("news")
    ('/a[1]/b[2]', None)
    """
    return re.sub(_BARE_STEP, r"\1[1]", text) if re.fullmatch(_LOOSE, text) else None


def not_paths(texts: list[str], *, tree: bool = False) -> list[int]:
    """Return the positions of texts that are, or hold, a name."""
    form = TREE if tree else PLACE
    # one match over all texts is much faster than one for each
    block = "".join(f"{text}\n" for text in texts)
    if block.count("\n") == len(texts) and re.compile(rf"(?:{form}\n)*+").fullmatch(block):
        return []
    strict = re.compile(form)
    return [at for at, text in enumerate(texts) if not strict.fullmatch(text)]


def split_ranges(column: Coded) -> tuple[Coded, NDArray[np.int32] | None]:
    """Split cells ``POINT POINT`` into first and last points of one dictionary."""
    texts = column.names.tolist()
    if not any(" " in text and is_range(text) for text in texts):
        return column, None
    index: dict[str, int] = {}
    first, last = np.empty(len(texts), np.int32), np.full(len(texts), -1, np.int32)
    for code, text in enumerate(texts):
        begin, _, end = text.partition(" ") if is_range(text) else (text, "", "")
        first[code] = index.setdefault(begin, len(index))
        if end:
            last[code] = index.setdefault(end, len(index))
    absent = column.codes < 0
    codes = np.where(absent, column.codes, first[column.codes])
    return Coded(codes, Names.of(index)), np.where(absent, column.codes, last[column.codes])
