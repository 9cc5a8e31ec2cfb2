"""Partitions: what kinds of places readers tell apart.

Grammar: UTF-8 text, a header and one place a line, cells separated by tabs (or by commas
where the header has no tab)::

    doc <TAB> element <TAB> partition
    tag <TAB> partition

The first form says of each element, or name, of a document to which partition it belongs;
the second says so of all elements of a tag. What is not listed belongs to ``other``. Blank
lines and lines that start with ``#`` are skipped.

Example::

    doc	element	partition
    d1	e1	S1
    d1	e2	S2
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from partwise.files.formats.routes import RouteTable, read_routes
from partwise.files.parsing.cells import wrong_columns
from partwise.files.parsing.place_tables import NamedPlaces, PlaceTable, cells_of_lines
from partwise.files.source import Source
from partwise.tables.names import Names
from partwise.tables.problems import Problems

FORMS = (("doc", "element", "partition"), ("tag", "partition"))
HEADER = "Begin with the line 'doc element partition' or 'tag partition', separated by tabs"


@dataclass(frozen=True, eq=False, kw_only=True)
class PartitionTable(PlaceTable):
    """Places and their partitions; of tags `doc` is empty and `elements` are the tags."""

    partition: NDArray[np.int64]
    """Code of the partition of each row."""
    partitions: Names
    """Dictionary."""

    @property
    def of_tags(self) -> bool:
        """Whether the rows are about tags."""
        return not len(self.docs)


@dataclass(frozen=True, eq=False, kw_only=True)
class PartedRoutes(RouteTable):
    """Routes with the partitions that their places are told apart by."""

    parts: PartitionTable


def read_parted_routes(path: str | os.PathLike[str], *, parts: str) -> PartedRoutes:
    """Read a routes file and the file of its partitions."""
    return with_partitions(read_routes(path), parts)


def with_partitions(routes: RouteTable, parts: str) -> PartedRoutes:
    """Add the partitions of a file to routes."""
    known = {field.name: getattr(routes, field.name) for field in fields(routes)}
    return PartedRoutes(**known, parts=read_partitions(parts))


def read_partitions(path: str | os.PathLike[str]) -> PartitionTable:
    """Read a file of partitions; FormatError or FormatErrors name every bad line."""
    source = Source(path)
    lines = _cells(source)
    number, header = next(lines, (None, []))
    form = next((form for form in FORMS if sorted(form) == sorted(header)), None)
    if form is None:
        raise source.error(number, "no header of partitions" if header else "no rows", HEADER)
    order = [header.index(name) for name in form]
    docs, elements, partitions = dict[str, int](), dict[str, int](), dict[str, int]()
    seen: dict[tuple[str, ...], int] = {}
    rows: list[tuple[int, int, int, int]] = []
    problems = Problems(source)
    for number, cells in lines:
        if len(cells) != len(form):
            problems.add(number, wrong_columns(len(cells), str(len(form))))
            continue
        *place, partition = (cells[at] for at in order)
        if not all((*place, partition)):
            problems.add(number, f"{form[[*place, partition].index('')]} is empty")
            continue
        if (before := seen.setdefault(tuple(place), number)) != number:
            problems.add(number, f"{' '.join(place)} was already given in line {before}")
            continue
        doc = docs.setdefault(place[0], len(docs)) if len(place) > 1 else 0
        element = elements.setdefault(place[-1], len(elements))
        rows.append((doc, element, partitions.setdefault(partition, len(partitions)), number))
    problems.refuse()
    if not rows:
        raise source.error(None, "no rows")
    doc_code, element_code, partition_code, line = np.array(rows, np.int64).T.copy()
    places = NamedPlaces(docs, elements, doc_code, element_code, line).columns(source)
    return PartitionTable(**places, partitions=Names.of(partitions), partition=partition_code)


def _cells(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Yield number and cells of each line, cut at commas where the first has no tab."""
    tabs: bool | None = None
    for number, cells in cells_of_lines(source):
        if tabs is None:
            tabs = len(cells) > 1
        yield number, cells if tabs else next(csv.reader(["\t".join(cells)]))
