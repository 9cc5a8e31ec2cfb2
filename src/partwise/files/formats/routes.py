"""Routes: the ways that readers were seen to take through documents.

Grammar: UTF-8 text without a header, one route a line, cells separated by tabs::

    doc <TAB> first element <TAB> second element ...

Blank lines and lines that start with ``#`` are skipped. A line that occurs
again is another reader. The same element twice in a row is one visit; a route
of one element has no step, only an end.

Example::

    d1	/article[1]	/article[1]/sec[2]	/article[1]/sec[2]/p[1]
"""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partwise.errors import FormatError, FormatErrors
from partwise.files.source import Source
from partwise.tables.names import Names


@dataclass(frozen=True, eq=False)
class RouteTable:
    """Routes as columns: one row per visit, consecutive visits of a route together.

    Parameters
    ----------
    docs, elements : Names
        Dictionaries.
    doc, element, route, line : ndarray of int64
        Code of the document and the element of each visit, number of its route, its line.
    file : str
        The file as the user named it.
    """

    docs: Names
    elements: Names
    doc: NDArray[np.int64]
    element: NDArray[np.int64]
    route: NDArray[np.int64]
    line: NDArray[np.int64]
    file: str

    @property
    def last(self) -> NDArray[np.bool_]:
        """Visits that end their route."""
        ends = np.ones(self.route.size, np.bool_)
        ends[:-1] = self.route[1:] != self.route[:-1]
        return ends


def read_routes(path: str | os.PathLike[str]) -> RouteTable:
    """Read a routes file; FormatError or FormatErrors name every bad line."""
    source = Source(path)
    docs: dict[str, int] = {}
    elements: dict[str, int] = {}
    visits: list[tuple[int, int, int, int]] = []
    bad: list[FormatError] = []
    route = 0
    for block in source.blocks():
        text = block.text(block.lo, block.hi)
        for number, line in enumerate(text.split("\n")[:-1], start=block.line):
            plain = line.removesuffix("\r")
            if not plain.strip() or plain.startswith("#"):
                continue
            cells = plain.split("\t")
            problem = _problem(cells)
            if problem is not None:
                bad.append(source.error(number, problem, "Separate the cells by tabs"))
                continue
            doc = docs.setdefault(cells[0], len(docs))
            before = -1
            for cell in cells[1:]:
                element = elements.setdefault(cell, len(elements))
                if element != before:
                    visits.append((doc, element, route, number))
                before = element
            route += 1
    if len(bad) == 1:
        raise bad[0]
    if bad:
        raise FormatErrors(bad)
    if not visits:
        raise source.error(None, "the file is empty")
    columns = list(zip(*visits, strict=True)) if visits else [()] * 4
    doc_, element_, route_, line_ = (np.array(column, np.int64) for column in columns)
    return RouteTable(
        Names.of(docs), Names.of(elements), doc_, element_, route_, line_, source.name
    )


def _problem(cells: list[str]) -> str | None:
    if not cells[0]:
        return "doc is empty"
    if len(cells) == 1:
        return "a route without any element"
    if not all(cells[1:]):
        return f"cell {cells.index('', 1) + 1} is empty"
    return None
