"""Links: ways from one place to another, also into another document.

Grammar: a table with a header (TSV, CSV, JSON lines, Parquet), one link a row::

    from_doc <TAB> to_doc <TAB> p

``p`` is the probability of following the link, a number from 0 to 1. Columns that may stand beside
these: ``from_element from_start from_end to_element to_start to_end`` for places in the documents,
``from to`` for the same in one cell, ``doc`` in place of both documents. An empty ``to_doc`` is the
``from_doc``. The element names a place also where offsets stand beside it. Links hold for all
topics.

A place in one cell: empty or ``-`` is the whole document, ``12..30`` the passage from 12 to 30, any
other text an element path or a name.

Lines without a header have the columns of the first, cut at tabs where it has one, else at blanks::

    from_doc to_doc p               documents
    doc from to p                   places of one document
    from_doc from to_doc to p       places
    from_doc to_doc                 for Links, which takes no probabilities
    from_doc from to_doc to         for Links

Blank lines and lines that start with ``#`` are skipped. A pair of places is given once (``Links``
counts it once). With ``kind=step`` the probabilities out of a place sum to 1 at most (1.05 for
rounded tables), and a link to itself is the probability of giving up there; otherwise such links
mean nothing and are skipped.

Example::

    from_doc	to_doc	to	p
    home	news	-	0.4
    home	handbook	120..185	0.1
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import quote
from partwise.files.detect import column_names, first_lines
from partwise.files.parsing.cells import wrong_columns
from partwise.files.parsing.delimited import read_delimited
from partwise.files.parsing.place_tables import (
    SEPARATE,
    Places,
    PlaceTable,
    distinct_places,
    headed_table,
    heading_of,
    line_numbers,
    places_of,
)
from partwise.files.source import Source
from partwise.tables.columns import joined
from partwise.tables.names import Names
from partwise.tables.schema import Schema, What, our_names
from partwise.tables.table import Table

Kind = Literal["reach", "step"]

GREATEST_SUM = 1.05
"""What the steps out of a place may sum to: tables printed with two decimals pass."""

_WEIGHED = {
    3: ("from_doc", "to_doc", "p"),
    4: ("doc", "from", "to", "p"),
    5: ("from_doc", "from", "to_doc", "to", "p"),
}
_BARE = {
    **_WEIGHED,
    2: ("from_doc", "to_doc"),
    4: ("from_doc", "from", "to_doc", "to"),
}
_HEADS = ({"to_doc"}, {"to"}, {"to_element"})
_IGNORED = "column p is ignored: Links follows all links of a place alike"
_ONCE = "List every pair once"


@dataclass(frozen=True, eq=False, kw_only=True)
class LinkTable(PlaceTable):
    """Links between distinct places, which are the rows of the columns that places have.

    Parameters
    ----------
    source, target : ndarray of int64
        Places of each link.
    probability : ndarray of float64
        In [0, 1]; 1 where none is asked for.
    row_line : ndarray of int64
        Line of each link.
    """

    source: Ints
    target: Ints
    probability: Reals
    row_line: Ints

    def between(self, at: int) -> str:
        """Say from where to where a link leads."""
        return f"{self.words(int(self.source[at]))} -> {self.words(int(self.target[at]))}"


def read_links(path: str | os.PathLike[str], *, kind: Kind | None = "reach") -> LinkTable:
    """Read a links file; FormatError or FormatErrors name every bad line.

    Without a `kind` probabilities are not looked at, and a link that is given twice counts once.
    """
    source = Source(path)
    what: What = "links" if kind is None else "moves"
    format_ = heading_of(source, what, _HEADS)
    table = _headless(source, what) if format_ is None else headed_table(source, what, format_)
    if not table.size and not table.problems.total:
        raise source.error(None, "no links: the file is empty")
    if "topic" in table.texts:
        raise source.error(None, "links hold for all topics; column topic", "Take the column out")
    found = _links(table, _documents(table), kind)
    if kind is not None:
        _note_repeats(table, found)
    if kind == "step":
        _note_heavy_places(table, found)
    table.problems.refuse()
    kept = found.source != found.target if kind != "step" else np.ones(table.size, np.bool_)
    return _kept(found, kept, once=kind is None)


def bare_links(path: str | os.PathLike[str]) -> bool:
    """Tell whether a file of links gives no probabilities, as `Links` reads it."""
    source = Source(path)
    format_ = heading_of(source, "moves", _HEADS)
    if format_ is not None:
        names = column_names(source, format_)
        return "p" not in our_names(names)
    lines = [line.removesuffix("\r") for _, line in first_lines(source)]
    cells = [line.split("\t" if "\t" in lines[0] else None) for line in lines]
    width = len(cells[0]) if cells else 0
    return width == 2 or (width == 4 and not any(map(_is_number, (row[-1] for row in cells))))


def _headless(source: Source, what: What) -> Table:
    first = next(first_lines(source), None)
    if first is None:
        raise source.error(None, "no links: the file is empty")
    number, line = first
    separator = "\t" if "\t" in line else None
    width = len(line.removesuffix("\r").split(separator))
    forms = _BARE if what == "links" else _WEIGHED
    if width not in forms:
        expected = ", ".join(f"{n} ({' '.join(forms[n])})" for n in sorted(forms))
        raise source.error(number, wrong_columns(width, expected), SEPARATE)
    table = read_delimited(
        source, Schema(what), "tsv", separator, given=forms[width], comments=True
    )
    if forms[width] == _WEIGHED[4]:
        for name in ("from", "to"):
            table.say(table.text(name).codes < 0, partial(_empty, name))
    if forms[width] == _BARE[4]:
        _refuse_probabilities(table)
    return table


def _empty(name: str, row: int) -> str:
    del row
    return f"{name} is empty"


def _refuse_probabilities(table: Table) -> None:
    """Refuse four columns that were written for probabilities: they name no documents."""
    last = table.text("to").names.tolist()
    if last and all(_is_number(cell) and 0.0 <= float(cell) <= 1.0 for cell in last):
        problem = f"four columns that end in probabilities, expected {' '.join(_BARE[4])}"
        raise table.source.error(None, problem, "Use Edges, or name the columns in a header")


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _documents(table: Table) -> tuple[Ints, Ints, Names]:
    """Codes of the documents that links leave and lead to."""
    if "doc" in table.texts:
        for name in ("from_doc", "to_doc"):
            if name in table.texts:
                table.problems.refuse()
                raise table.source.error(None, f"both doc and {name} are columns")
        table.need("doc")
        doc = table.text("doc")
        codes = doc.codes.astype(np.int64)
        return codes, codes, doc.names
    table.need("from_doc")
    mine, theirs, names = joined(table.text("from_doc"), table.text("to_doc"))
    here = mine.astype(np.int64)
    return here, np.where(theirs < 0, here, theirs).astype(np.int64), names


def _links(table: Table, documents: tuple[Ints, Ints, Names], kind: Kind | None) -> LinkTable:
    here, there, docs = documents
    probability = _probability(table) if kind is not None else np.ones(table.size)
    leaves, leads = (places_of(table, side, f"{side}_") for side in ("from", "to"))
    both: Places = leaves.taking(leads)
    line = line_numbers(table.lines)
    columns, number = distinct_places(np.concatenate((here, there)), both, np.tile(line, 2))
    source, target = np.split(number, 2)
    ignored = (_IGNORED,) if kind is None and "p" in table.extra else ()
    doc, element, start, end, first = columns
    return LinkTable(
        docs=docs,
        elements=both.elements,
        doc=doc,
        element=element,
        start=start,
        end=end,
        line=first,
        file=table.source.name or "",
        notes=(*table.notes, *ignored),
        source=source,
        target=target,
        probability=probability,
        row_line=line,
    )


def _probability(table: Table) -> Reals:
    if "p" not in table.reals:
        table.need("p")
    p = table.real("p")
    table.say(np.isnan(p), lambda _: "p is missing")
    outside = ~np.isnan(p) & ~((p >= 0) & (p <= 1))
    table.say(outside, lambda row: f"p {quote(f'{p[row]:g}')} is not a number from 0 to 1")
    return p


def _keys(found: LinkTable) -> Ints:
    """One number for each pair of places."""
    key: Ints = found.source * np.int64(found.doc.size) + found.target
    return key


def _note_repeats(table: Table, found: LinkTable) -> None:
    _, first, which = np.unique(_keys(found), return_index=True, return_inverse=True)
    earlier = first[which]

    def say(row: int) -> tuple[str, str]:
        problem = (
            f"{found.between(row)} was already given in {table.lines.words(int(earlier[row]))}"
        )
        return problem, _ONCE

    named = found.doc[found.source] >= 0  # else it is told that a document is missing
    table.say(named & (earlier != np.arange(earlier.size)), say)


def _note_heavy_places(table: Table, found: LinkTable) -> None:
    """Note the places whose steps sum to more than a rounded 1."""
    total = np.bincount(found.source, weights=np.nan_to_num(found.probability))[found.source]
    named = found.doc[found.source] >= 0
    heavy = np.flatnonzero(named & (total > GREATEST_SUM + 1e-9))
    last = heavy[::-1][np.unique(found.source[heavy][::-1], return_index=True)[1]]

    def say(row: int) -> tuple[str, str]:
        who = found.words(int(found.source[row]))
        said = f"the steps out of {who} sum to {total[row]:.4g}, more than {GREATEST_SUM}"
        return said, "Scale them to 1, or use kind=reach if they are not single steps"

    table.problems.at_rows(np.sort(last), table.lines, say)


def _kept(found: LinkTable, kept: Flags, *, once: bool) -> LinkTable:
    """Return the table of some links; with `once` each of them is kept once."""
    rows = np.flatnonzero(kept)
    if once:
        first = np.unique(_keys(found)[rows], return_index=True)[1]
        rows = rows[np.sort(first)]
    if rows.size == found.source.size:
        return found
    links = ("source", "target", "probability", "row_line")
    columns = {name: getattr(found, name)[rows] for name in links}
    return LinkTable(**{**vars(found), **columns})
