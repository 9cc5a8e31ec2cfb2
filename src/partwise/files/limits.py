"""How large what is read may be."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from partwise.files.source import Source
    from partwise.tables.names import Names

MOST_COLUMNS = 1000
"""A table of ours has a dozen columns; thousands are another kind of file."""

LONGEST_NAME = 100_000
"""Characters of a name or element path; longer ones are no names."""


def check_width(source: Source, columns: int, what: str = "a run or assessments") -> None:
    """Refuse a table with more columns than any table of ours has."""
    if columns > MOST_COLUMNS:
        raise source.error(None, f"more than {MOST_COLUMNS:,} columns", f"Is this {what}?")


_KEY = rb'"((?:[^"\\]|\\.)*+)"\s*+:'
_SPACED = (b'" :', b'"\t:')
_FIRST = 20
"""Lines whose keys are looked at first."""


def has_many_keys(content: bytes) -> bool:
    """Tell whether JSON lines may have more keys than a table has columns.

    Polars takes a time that grows with the square of the keys. Where the keys of the first lines
    account for all of them, counting is enough; otherwise every key is looked at. What looks like
    a key may be text, so this is a suspicion only.
    """
    known = {key for line in content.split(b"\n", _FIRST)[:_FIRST] for key in _keys(line)}
    if len(known) > MOST_COLUMNS:
        return True
    counted = sum(content.count(b'"%s":' % key) for key in known)
    if content.count(b'":') == counted and not any(mark in content for mark in _SPACED):
        return False
    found: set[bytes] = set()
    for match in re.finditer(_KEY, content):
        found.add(match[1])
        if len(found) > MOST_COLUMNS:
            return True
    return False


def _keys(line: bytes) -> list[bytes]:
    import json

    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return []
    return [key.encode("utf-8", "replace") for key in found] if isinstance(found, dict) else []


def check_names(source: Source, table: Any) -> None:
    """Refuse a name that is too long to be one, with its line."""
    for what in ("topic", "doc", "element", "tree", "assessor"):
        names: Names | None = getattr(table, f"{what}s", None)
        if names is None:
            continue
        for code in np.flatnonzero(names.lengths > LONGEST_NAME):
            size = len(names[int(code)])
            rows = np.flatnonzero(getattr(table, what) == code)
            if size > LONGEST_NAME and rows.size:
                row = int(rows[0])
                line = None if table.lines is None else table.lines.line(row)
                problem = f"{what} of {size:,} characters (at most {LONGEST_NAME:,})"
                raise source.error(line, f"row {row + 1}: {problem}" if line is None else problem)
