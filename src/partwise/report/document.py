"""Something found, in all the shapes in which a user may want it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from partwise.report.sheets import Sheet


@dataclass(frozen=True)
class Document:
    """A finding as tables for people, records for programs, JSON and more.

    Parameters
    ----------
    json : callable
        The JSON text.
    sheets : callable
        Tables for people, given the mark of lower-is-better measures.
    header, records
        Rows for programs.
    heading : str
        What stands above all tables.
    sentences : sequence of str
        What stands below the tables.
    notes : sequence of str
        What a careful reader should know.
    others : mapping of str to callable
        Content in further formats, by their names.
    """

    json: Callable[[], str]
    sheets: Callable[[str], list[Sheet]]
    header: Sequence[str]
    records: Callable[[], Iterable[Sequence[object]]]
    heading: str = ""
    sentences: Sequence[str] = ()
    notes: Sequence[str] = ()
    others: Mapping[str, Callable[[], str | bytes]] = field(default_factory=dict)
