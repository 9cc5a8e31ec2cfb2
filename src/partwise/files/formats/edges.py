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

from partwise.errors import quote
from partwise.files.parsing.element_lines import SEPARATE, ElementTable, cells_of_lines
from partwise.files.parsing.problems import Problems, wrong_columns
from partwise.files.source import Source
from partwise.tables.names import Names

Kind = Literal["reach", "step"]

COLUMNS = ("doc", "from", "to", "probability")
GREATEST_SUM = 1.05
"""What the steps out of an element may sum to: tables printed with two decimals pass."""


@dataclass(frozen=True, eq=False, kw_only=True)
class EdgeTable(ElementTable):
    """Edges as columns.

    Parameters
    ----------
    source, target : ndarray of int64
        Codes of the elements.
    probability : ndarray of float64
        In [0, 1].
    """

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    probability: NDArray[np.float64]


def read_edges(path: str | os.PathLike[str], *, kind: Kind = "reach") -> EdgeTable:
    """Read an edges file; FormatError or FormatErrors name every bad line."""
    source = Source(path)
    docs: dict[str, int] = {}
    elements: dict[str, int] = {}
    seen: dict[tuple[int, int, int], int] = {}
    rows: list[tuple[int, int, int, float, int]] = []
    problems = Problems(source)
    for number, cells in cells_of_lines(source):
        if len(cells) != len(COLUMNS) or not all(cells):
            problems.add(number, (_wrong_cells(cells), SEPARATE))
            continue
        probability = _probability(cells[3])
        if probability is None:
            problems.add(number, f"probability {quote(cells[3])} is not a number from 0 to 1")
            continue
        doc = docs.setdefault(cells[0], len(docs))
        origin, target = (elements.setdefault(cell, len(elements)) for cell in cells[1:3])
        first = seen.setdefault((doc, origin, target), number)
        if first != number:
            problem = f"{cells[1]} to {cells[2]} in {cells[0]} was already given in line {first}"
            problems.add(number, (problem, "List every pair once"))
        elif origin != target or kind == "step":
            rows.append((doc, origin, target, probability, number))
    if not docs and not problems.total:
        raise source.error(None, "the file is empty")
    table = _table(rows, docs, elements, source.name)
    if kind == "step":
        _note_heavy_rows(table, problems)
    problems.refuse()
    return table


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
        docs=Names.of(docs),
        elements=Names.of(elements),
        doc=doc,
        line=line,
        file=file,
        source=source,
        target=target,
        probability=probability,
    )


def _note_heavy_rows(table: EdgeTable, problems: Problems) -> None:
    """Note the elements whose steps sum to more than a rounded 1."""
    origin, place = np.unique(table.doc * len(table.elements) + table.source, return_inverse=True)
    total = np.bincount(place, weights=table.probability, minlength=origin.size)
    for heavy in np.flatnonzero(total > GREATEST_SUM + 1e-9).tolist():
        line = int(table.line[np.flatnonzero(place == heavy)[-1]])
        doc, element = divmod(int(origin[heavy]), len(table.elements))
        who = f"{table.elements[element]} of {table.docs[doc]}"
        problem = f"the steps out of {who} sum to {total[heavy]:.4g}, more than {GREATEST_SUM}"
        hint = "Scale them to 1, or use kind=reach if they are not single steps"
        problems.add(line, (problem, hint))
