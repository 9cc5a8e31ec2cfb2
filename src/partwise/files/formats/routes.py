"""Routes: the ways that readers were seen to take through documents.

Grammar: a table with a header (TSV, CSV, JSON lines, Parquet), one visit a row::

    route <TAB> doc

Rows of one route are its visits in file order, across documents. A place in the document is said
by ``element``, by ``start end``, or by ``place``, which takes either: ``-`` or nothing is the whole
document, ``12..30`` a passage, any other text an element path or a name.

Without a header, one route a line, cells separated by tabs::

    doc <TAB> first element <TAB> second element ...

Blank lines and lines that start with ``#`` are skipped. A route that occurs again is another
reader. The same place twice in a row is one visit; a route of one place has no step, only an end.

Example::

    d1	/article[1]	/article[1]/sec[2]	/article[1]/sec[2]/p[1]
"""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np

from partwise._typing import Flags, Ints
from partwise.files.detect import first_lines
from partwise.files.parsing.place_tables import (
    SEPARATE,
    NamedPlaces,
    PlaceTable,
    cells_of_lines,
    headed_table,
    heading_of,
    line_numbers,
    places_of,
)
from partwise.files.source import Source
from partwise.tables.problems import Problems
from partwise.tables.schema import KEPT, KINDS, our_names

_EMPTY = "no routes: the file is empty"


@dataclass(frozen=True, eq=False, kw_only=True)
class RouteTable(PlaceTable):
    """Routes as columns: one row per visit, consecutive visits of a route together."""

    route: Ints
    """Number of the route of each visit."""

    @property
    def last(self) -> Flags:
        """Visits that end their route."""
        ends = np.ones(self.route.size, np.bool_)
        ends[:-1] = self.route[1:] != self.route[:-1]
        return ends


def read_routes(path: str | os.PathLike[str]) -> RouteTable:
    """Read a routes file; FormatError or FormatErrors name every bad line."""
    source = Source(path)
    format_ = heading_of(source, "routes", ({"route", "doc"},))
    if format_ is None:
        _refuse_other_tables(source)
        return _lines(source)
    return _headed(source, format_)


def _refuse_other_tables(source: Source) -> None:
    """Refuse a heading of something else, which would be read as a route."""
    line = next((text for _, text in first_lines(source)), "").removesuffix("\r")
    known = {name for what in KINDS for name in (*KINDS[what], *KEPT[what])}
    for separator in "\t,":
        cells = [cell.strip().strip('"') for cell in line.split(separator)]
        ours = our_names(cells)
        if len(cells) > 1 and "doc" in ours and ours <= known:
            problem = f"a table of {', '.join(cells)}, not of routes"
            raise source.error(None, problem, "A table of routes has the columns route and doc")


def _headed(source: Source, format_: str) -> RouteTable:
    table = headed_table(source, "routes", format_)
    if not table.size and not table.problems.total:
        raise source.error(None, _EMPTY)
    table.need("route", "doc")
    places, doc, route = places_of(table, "place", ""), table.text("doc"), table.text("route")
    table.problems.refuse()
    order = np.argsort(route.codes, kind="stable")
    codes = (route.codes.astype(np.int64), doc.codes.astype(np.int64))
    columns = (*codes, places.element, places.start, places.end)
    number, *place = (column[order] for column in columns)
    visit = np.ones(order.size, np.bool_)
    visit[1:] = np.any([np.diff(column) != 0 for column in (number, *place)], axis=0)
    line = line_numbers(table.lines)[order]
    doc_code, element, start, end = (column[visit] for column in place)
    return RouteTable(
        docs=doc.names,
        elements=places.elements,
        doc=doc_code,
        element=element,
        start=start,
        end=end,
        line=line[visit],
        file=source.name,
        notes=tuple(table.notes),
        route=number[visit],
    )


def _lines(source: Source) -> RouteTable:
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
        raise source.error(None, _EMPTY)
    doc_code, element_code, of_route, line = np.array(visits, np.int64).T.copy()
    places = NamedPlaces(docs, elements, doc_code, element_code, line).columns(source)
    return RouteTable(**places, route=of_route)


def _problem(cells: list[str]) -> str | None:
    if not cells[0]:
        return "doc is empty"
    if len(cells) == 1:
        return "a route without any element"
    if not all(cells[1:]):
        return f"cell {cells.index('', 1) + 1} is empty"
    return None
