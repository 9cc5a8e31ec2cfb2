"""How large what is read may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from partwise.readers._source import Source

MOST_COLUMNS = 1000
"""A table of ours has a dozen columns; thousands are another kind of file."""

LONGEST_NAME = 100_000
"""Characters of a name or element path; longer ones are no names."""


def check_width(source: Source, columns: int, what: str = "a run or assessments") -> None:
    """Refuse a table with more columns than any table of ours has."""
    if columns > MOST_COLUMNS:
        raise source.error(None, f"more than {MOST_COLUMNS:,} columns", f"Is this {what}?")
