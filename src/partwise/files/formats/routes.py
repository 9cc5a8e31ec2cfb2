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

from partwise.files.parsing.element_lines import SEPARATE, ElementTable, cells_of_lines
from partwise.files.parsing.problems import Problems
from partwise.files.source import Source
from partwise.tables.names import Names


@dataclass(frozen=True, eq=False, kw_only=True)
class RouteTable(ElementTable):
    """Routes as columns: one row per visit, consecutive visits of a route together.

    Parameters
    ----------
    element, route : ndarray of int64
        Code of the element of each visit, number of its route.
    """

    element: NDArray[np.int64]
    route: NDArray[np.int64]

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
    problems = Problems(source)
    route = 0
    for number, cells in cells_of_lines(source):
        problem = _problem(cells)
        if problem is not None:
            problems.add(number, (problem, SEPARATE))
            continue
        doc = docs.setdefault(cells[0], len(docs))
        before = -1
        for cell in cells[1:]:
            element = elements.setdefault(cell, len(elements))
            if element != before:
                visits.append((doc, element, route, number))
            before = element
        route += 1
    problems.refuse()
    if not visits:
        raise source.error(None, "the file is empty")
    columns = zip(("doc", "element", "route", "line"), zip(*visits, strict=True), strict=True)
    return RouteTable(
        docs=Names.of(docs),
        elements=Names.of(elements),
        file=source.name,
        **{name: np.array(column, np.int64) for name, column in columns},
    )


def _problem(cells: list[str]) -> str | None:
    if not cells[0]:
        return "doc is empty"
    if len(cells) == 1:
        return "a route without any element"
    if not all(cells[1:]):
        return f"cell {cells.index('', 1) + 1} is empty"
    return None
