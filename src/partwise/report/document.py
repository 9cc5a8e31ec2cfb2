"""Something found, in all the shapes in which a user may want it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field

from partwise._record import record
from partwise.report.sheets import Sheet


@record
class Document:
    """A finding as tables for people, records for programs, JSON and more."""

    json: Callable[[], str]
    sheets: Callable[[str], list[Sheet]]
    """Tables for people, given the mark of lower-is-better measures."""
    header: Sequence[str]
    records: Callable[[], Iterable[Sequence[object]]]
    """Rows for programs, below the header."""
    heading: str = ""
    """What stands above all tables."""
    sentences: Sequence[str] = ()
    """What stands below the tables."""
    notes: Sequence[str] = ()
    tsv: Callable[[bool], str] | None = None
    """The records as TSV where that takes less than row by row, given whether names stay as is."""
    others: Mapping[str, Callable[[], str | bytes]] = field(default_factory=dict)
    """Content in further formats, by their names."""
