"""Files that name places: whole documents, elements and names, passages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from partwise._typing import Ints
from partwise.files.detect import first_lines
from partwise.files.parsing.delimited import read_delimited
from partwise.files.parsing.parquet import is_parquet
from partwise.files.registry import FORMATS
from partwise.files.source import Source
from partwise.tables.columns import ABSENT, Coded, joined
from partwise.tables.names import Names
from partwise.tables.problems import BROKEN, FARTHEST, before_start
from partwise.tables.rows import RowLines
from partwise.tables.schema import KEPT, KINDS, Schema, What, our_names
from partwise.tables.table import Table

SEPARATE = "Separate the cells by tabs"
WHOLE = "-"
"""A cell that stands for the whole document, as an empty one does."""

_PASSAGE = re.compile(r"([0-9]{1,15})\.\.([0-9]{1,15})")


@dataclass(frozen=True, eq=False, kw_only=True)
class PlaceTable:
    """Places in documents, as columns.

    Parameters
    ----------
    docs, elements : Names
        Dictionaries.
    doc, element : ndarray of int64
        Document of each row, and element or name in it; -1 = none.
    start, end : ndarray of int64
        Passage of each row; -1 = none. Without element and passage: the whole document.
    line : ndarray of int64
        Line of the file, for messages; -1 where it has no lines.
    file : str
        The file as the user named it.
    notes : tuple of str
        What was noticed.
    """

    docs: Names
    elements: Names
    doc: Ints
    element: Ints
    start: Ints
    end: Ints
    line: Ints
    file: str
    notes: tuple[str, ...] = ()

    def words(self, at: int) -> str:
        """Format a place as files do: its document, and the place in it."""
        doc = self.docs[int(self.doc[at])]
        if self.element[at] >= 0:
            return f"{doc} {self.elements[int(self.element[at])]}"
        return doc if self.start[at] < 0 else f"{doc} {self.start[at]}..{self.end[at]}"

    def line_of(self, at: int) -> int | None:
        """Line of a row, None where the file has no lines."""
        return int(self.line[at]) if self.line[at] >= 0 else None


class NamedPlaces(NamedTuple):
    """Elements by name, gathered line by line: no passages."""

    docs: dict[str, int]
    elements: dict[str, int]
    """Code of each name."""
    doc: Ints
    element: Ints
    line: Ints

    def columns(self, source: Source) -> dict[str, Any]:
        """Return the columns of a `PlaceTable`."""
        none = np.full(self.doc.size, ABSENT, np.int64)
        names = {"docs": Names.of(self.docs), "elements": Names.of(self.elements)}
        codes = {"doc": self.doc, "element": self.element, "start": none, "end": none}
        return {**names, **codes, "line": self.line, "file": source.name}


class Places(NamedTuple):
    """Places that rows point to: codes of elements, and passages."""

    elements: Names
    element: Ints
    start: Ints
    end: Ints

    def taking(self, other: Places) -> Places:
        """Return these places followed by others, with one dictionary."""
        first = Coded(self.element.astype(np.int32), self.elements)
        theirs = Coded(other.element.astype(np.int32), other.elements)
        element, other_element, names = joined(first, theirs)
        return Places(
            names,
            np.concatenate((element, other_element)).astype(np.int64),
            np.concatenate((self.start, other.start)),
            np.concatenate((self.end, other.end)),
        )


def places_of(table: Table, cell: str, prefix: str) -> Places:
    """Read the places of a table's rows: one cell, or columns for element, start and end."""
    cells = parsed(table.text(cell))
    element = table.text(f"{prefix}element")
    start, end = table.whole(f"{prefix}start"), table.whole(f"{prefix}end")
    has_element = element.codes >= 0
    # the element names a place; what offsets stand beside it are not looked at
    start, end = np.where(has_element, ABSENT, start), np.where(has_element, ABSENT, end)
    whole = (start != BROKEN) & (end != BROKEN)
    offsets = {f"{prefix}start": start, f"{prefix}end": end}
    for have, lack in (offsets, reversed(offsets)):
        alone = whole & (offsets[have] >= 0) & (offsets[lack] < 0)
        table.say(alone, partial(_alone, have, lack))
    both = whole & (start >= 0) & (end >= 0)
    table.say(both & (end < start), lambda row: before_start(int(end[row]), int(start[row])))
    twice = (table.text(cell).codes >= 0) & (has_element | (start >= 0))
    table.say(twice, lambda _: f"both {cell} and {prefix}element or {prefix}start are given")
    in_cell, theirs, names = joined(cells[0], element)
    passage = cells[1] >= 0
    return Places(
        names,
        np.where(has_element, theirs, in_cell).astype(np.int64),
        np.where(passage, cells[1], np.maximum(start, ABSENT)),
        np.where(passage, cells[2], np.maximum(end, ABSENT)),
    )


def _alone(have: str, lack: str, row: int) -> str:
    del row
    return f"{have} without {lack}"


def parsed(cells: Coded) -> tuple[Coded, Ints, Ints]:
    """Read places in one cell: whole documents, passages ``12..30``, any other text a name."""
    names = cells.names.tolist()
    spans = np.full((len(names) + 1, 2), ABSENT, np.int64)
    plain = np.full(len(names) + 1, ABSENT, np.int64)
    codes: list[int] = []
    for code, name in enumerate(names):
        match = _PASSAGE.fullmatch(name) if name[0].isdigit() else None
        if match and int(match[1]) <= int(match[2]) <= FARTHEST:
            spans[code] = int(match[1]), int(match[2])
        elif name != WHOLE:
            plain[code] = len(codes)
            codes.append(code)
    elements = cells.names.take(np.array(codes, np.int64))
    return Coded(plain[cells.codes].astype(np.int32), elements), *spans[cells.codes].T.copy()


def distinct_places(doc: Ints, places: Places, line: Ints) -> tuple[tuple[Ints, ...], Ints]:
    """Distinct places (document, element, start, end, first line), and the place of each row.

    They are numbered in the order of documents, elements and passages.
    """
    named = np.unique(doc * (len(places.elements) + 1) + places.element + 1, return_inverse=True)[1]
    span = np.zeros(doc.size, np.int64)
    placed = np.flatnonzero(places.start >= 0)
    if placed.size:
        start, end = places.start[placed], places.end[placed]
        order = np.lexsort((end, start))
        opens = np.ones(order.size, np.bool_)
        opens[1:] = (np.diff(start[order]) != 0) | (np.diff(end[order]) != 0)
        span[placed[order]] = np.cumsum(opens)
    key = named * (int(span.max(initial=0)) + 1) + span
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    columns = (doc, places.element, places.start, places.end, line)
    return tuple(column[first].astype(np.int64) for column in columns), number


# -- reading -------------------------------------------------------------------------------


def heading_of(source: Source, what: What, needed: tuple[set[str], ...]) -> str | None:
    """Name the format of a table with a header: tsv, csv, jsonl, parquet; None without one.

    A header names known columns only, and all of one of the `needed` sets.
    """
    if is_parquet(source):
        return "parquet"
    if source.head(4096).lstrip()[:1] in (b"{", b"["):
        return "jsonl"
    line = next((text for _, text in first_lines(source)), "").removesuffix("\r")
    columns = {*KINDS[what], *KEPT[what]}
    for separator, name in (("\t", "tsv"), (",", "csv"), (None, "")):
        cells = our_names([cell.strip().strip('"') for cell in line.split(separator)])
        if cells <= columns and any(names <= cells for names in needed):
            if not name:
                problem = "a heading whose columns are separated by blanks"
                raise source.error(None, problem, "Use tabs (TSV) or commas (CSV)")
            return name
    return None


def cells_of_lines(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Yield number and cells of each line that is neither blank nor a comment."""
    for block in source.blocks():
        text = block.text(block.lo, block.hi)
        for number, line in enumerate(text.split("\n")[:-1], start=block.line):
            plain = line.removesuffix("\r")
            if plain.strip() and not plain.startswith("#"):
                yield number, plain.split("\t")


def headed_table(source: Source, what: What, format_: str) -> Table:
    """Read a table with a header."""
    if format_ in ("tsv", "csv"):
        separator = "\t" if format_ == "tsv" else ","
        return read_delimited(source, Schema(what), format_, separator, comments=True)
    reader: Any = FORMATS[format_].load()
    table: Table = reader.read_table(source, Schema(what))
    return replace(table, notes=tuple(table.notes))


def line_numbers(lines: RowLines) -> Ints:
    """Line of each row of a table, -1 where the file has no lines."""
    return lines.array() if lines.unit == "line" else np.full(len(lines), ABSENT, np.int64)
