"""Edges: how likely readers move from one element to another.

Grammar: UTF-8 text without a header, one edge a line, cells separated by tabs::

    doc <TAB> from <TAB> to <TAB> probability

Blank lines and lines that start with ``#`` are skipped. A probability is a
number from 0 to 1; a pair of elements is given once. With ``kind=step`` the
probabilities out of an element sum to 1 at most (1.05 for rounded tables), and
``from`` = ``to`` is the probability of giving up there; with ``kind=reach``
such lines mean nothing and are skipped. Elements are named as in the run and the
assessments: by paths, or by any other text. Links between pages: use one ``doc``
for the whole site.

Example::

    site	/home	/news	0.4
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from partwise.errors import FormatError, FormatErrors, quote
from partwise.files.parsing.problems import wrong_columns
from partwise.files.source import Source
from partwise.tables.names import Names

Kind = Literal["reach", "step"]

COLUMNS = ("doc", "from", "to", "probability")
GREATEST_SUM = 1.05
"""What the steps out of an element may sum to: tables printed with two decimals pass."""


@dataclass(frozen=True, eq=False)
class EdgeTable:
    """Edges as columns.

    Parameters
    ----------
    docs, elements : Names
        Dictionaries.
    doc, source, target : ndarray of int64
        Codes.
    probability : ndarray of float64
        In [0, 1].
    line : ndarray of int64
        Line of the file, for messages.
    file : str
        The file as the user named it.
    """

    docs: Names
    elements: Names
    doc: NDArray[np.int64]
    source: NDArray[np.int64]
    target: NDArray[np.int64]
    probability: NDArray[np.float64]
    line: NDArray[np.int64]
    file: str


def read_edges(path: str | os.PathLike[str], *, kind: Kind = "reach") -> EdgeTable:
    """Read an edges file; FormatError or FormatErrors name every bad line."""
    source = Source(path)
    docs: dict[str, int] = {}
    elements: dict[str, int] = {}
    seen: dict[tuple[int, int, int], int] = {}
    rows: list[tuple[int, int, int, float, int]] = []
    bad: list[FormatError] = []
    for number, line in _lines(source):
        cells = line.split("\t")
        if len(cells) != len(COLUMNS) or not all(cells):
            bad.append(source.error(number, _wrong_cells(cells), "Separate the cells by tabs"))
            continue
        probability = _probability(cells[3])
        if probability is None:
            problem = f"probability {quote(cells[3])} is not a number from 0 to 1"
            bad.append(source.error(number, problem))
            continue
        doc = docs.setdefault(cells[0], len(docs))
        origin, target = (elements.setdefault(cell, len(elements)) for cell in cells[1:3])
        first = seen.setdefault((doc, origin, target), number)
        if first != number:
            problem = f"{cells[1]} to {cells[2]} in {cells[0]} was already given in line {first}"
            bad.append(source.error(number, problem, "List every pair once"))
        elif origin != target or kind == "step":
            rows.append((doc, origin, target, probability, number))
    if not docs and not bad:
        raise source.error(None, "the file is empty")
    table = _table(rows, docs, elements, source.name)
    if kind == "step":
        bad += _heavy_rows(table)
    _refuse(bad)
    return table


def _lines(source: Source) -> list[tuple[int, str]]:
    """Lines that say something, with their numbers."""
    found: list[tuple[int, str]] = []
    for block in source.blocks():
        text = block.text(block.lo, block.hi)
        for number, line in enumerate(text.split("\n")[:-1], start=block.line):
            plain = line.removesuffix("\r")
            if plain.strip() and not plain.startswith("#"):
                found.append((number, plain))
    return found


def _wrong_cells(cells: list[str]) -> str:
    if len(cells) == len(COLUMNS):
        return f"{COLUMNS[cells.index('')]} is empty"
    return wrong_columns(len(cells), f"{len(COLUMNS)} ({' '.join(COLUMNS)})")


def _probability(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0.0 <= value <= 1.0 else None


def _table(
    rows: list[tuple[int, int, int, float, int]],
    docs: dict[str, int],
    elements: dict[str, int],
    file: str,
) -> EdgeTable:
    columns = list(zip(*rows, strict=True)) if rows else [()] * 5
    whole = [np.array(column, np.int64) for column in (*columns[:3], columns[4])]
    doc, source, target, line = whole
    probability = np.array(columns[3], np.float64)
    return EdgeTable(
        Names.of(docs), Names.of(elements), doc, source, target, probability, line, file
    )


def _heavy_rows(table: EdgeTable) -> list[FormatError]:
    """Elements whose steps sum to more than a rounded 1."""
    origin, place = np.unique(table.doc * len(table.elements) + table.source, return_inverse=True)
    total = np.bincount(place, weights=table.probability, minlength=origin.size)
    found = []
    for heavy in np.flatnonzero(total > GREATEST_SUM + 1e-9).tolist():
        line = int(table.line[np.flatnonzero(place == heavy)[-1]])
        doc, element = divmod(int(origin[heavy]), len(table.elements))
        who = f"{table.elements[element]} of {table.docs[doc]}"
        problem = f"the steps out of {who} sum to {total[heavy]:.4g}, more than {GREATEST_SUM}"
        hint = "Scale them to 1, or use kind=reach if they are not single steps"
        found.append(FormatError(table.file, line, problem, hint))
    return found


def _refuse(bad: list[FormatError]) -> None:
    if len(bad) == 1:
        raise bad[0]
    if bad:
        raise FormatErrors(sorted(bad, key=lambda error: error.line or 0))
