"""Element paths as files spell them: ``/article[1]/sec[2]``, joined by ``|`` in trees.

A cell may also name a range from one point to another, ``POINT POINT``. A point is a path or lies
inside an element's text, ``PATH/text()[n].k``: k characters into its n-th run of text.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from partwise.errors import quote
from partwise.readers._problems import Lined, Problems, Said
from partwise.tables.columns import Coded
from partwise.tables.names import Names

_NAME = r"""/[^/\[\]<>"'&|=\s]+"""
_PATH = rf"(?:{_NAME}\[[1-9][0-9]*\])+"
_TEXT = r"/text\(\)\[[1-9][0-9]*\]\.[0-9]+"
_POINT = rf"{_PATH}(?:{_TEXT})?"
_ONE_PATH = re.compile(_PATH)
_INSIDE = re.compile(rf"{_TEXT}\Z")
_LOOSE = re.compile(rf"(?:{_NAME}(?:\[[1-9][0-9]*\])?)+")
_BARE_STEP = re.compile(rf"({_NAME})(?=/|\Z)")
_HINT = "Say --lenient to read a step without [n] as [1]"


def checked_paths(
    column: Coded, lines: Lined | None, problems: Problems, *, lenient: bool, tree: bool = False
) -> Coded:
    """Refuse what is not an element path (E9); lenient reading adds ``[1]`` to bare steps."""
    texts = column.names.tolist()
    form = rf"{_PATH}(?:\|{_PATH})*" if tree else rf"(?:{_PATH}|{_POINT} {_POINT})"
    # one match over all names is much faster than one for each
    if re.compile(rf"(?:{form}\n)*+").fullmatch("".join(f"{text}\n" for text in texts)):
        return column
    strict = re.compile(form)
    bad = [code for code, text in enumerate(texts) if not strict.fullmatch(text)]
    loose = [code for code in bad if all(map(_LOOSE.fullmatch, texts[code].split("|")))]
    if lenient:
        for code in loose:
            steps = texts[code].split("|")
            texts[code] = "|".join(_BARE_STEP.sub(r"\1[1]", path) for path in steps)
        bad = sorted(set(bad) - set(loose))

    def say(row: int) -> Said:
        code = int(column.codes[row])
        kind = "a tree of element paths" if tree and "|" in texts[code] else "an element path"
        said = f"path {quote(texts[code])} is not {kind}"
        return (said, _HINT) if code in loose else said

    problems.at_rows(np.flatnonzero(np.isin(column.codes, bad)), lines, say)
    return _distinct(column.codes, texts)


def checked_path(text: str, *, lenient: bool) -> str:
    """Return one element path; ValueError in words if it is none (E9)."""
    if _ONE_PATH.fullmatch(text):
        return text
    if not _LOOSE.fullmatch(text):
        raise ValueError(f"path {quote(text)} is not an element path")
    if not lenient:
        raise ValueError(f"path {quote(text)} is not an element path. {_HINT}")
    return _BARE_STEP.sub(r"\1[1]", text)


def checked_point(text: str, *, lenient: bool) -> str:
    """Return one point; ValueError in words if it is none."""
    found = _INSIDE.search(text)
    if found is None:
        return checked_path(text, lenient=lenient)
    return checked_path(text[: found.start()], lenient=lenient) + found[0]


def _distinct(codes: NDArray[np.int32], texts: list[str]) -> Coded:
    """Give numbers to texts of which some may have become equal."""
    index: dict[str, int] = {}
    new = np.array([index.setdefault(text, len(index)) for text in texts], np.int32)
    return Coded(np.where(codes < 0, codes, new[codes]), Names.of(index))


def split_ranges(column: Coded) -> tuple[Coded, NDArray[np.int32] | None]:
    """Split cells ``POINT POINT`` into first and last points of one dictionary."""
    texts = column.names.tolist()
    if not any(" " in text for text in texts):
        return column, None
    index: dict[str, int] = {}
    first, last = np.empty(len(texts), np.int32), np.full(len(texts), -1, np.int32)
    for code, text in enumerate(texts):
        begin, _, end = text.partition(" ")
        first[code] = index.setdefault(begin, len(index))
        if end:
            last[code] = index.setdefault(end, len(index))
    absent = column.codes < 0
    codes = np.where(absent, column.codes, first[column.codes])
    return Coded(codes, Names.of(index)), np.where(absent, column.codes, last[column.codes])
