"""Attributes of topics: kind of question, type of document, whatever a user knows."""

from __future__ import annotations

import csv
import sys

from partwise.errors import FormatError, UnknownNameError
from partwise.files.paths import read_text
from partwise.kernels.text.near import near
from partwise.messages import plural


def read_attributes(name: str, columns: tuple[str, ...] = ()) -> dict[str, dict[str, str]]:
    """Read a headed TSV or CSV with the column ``topic`` and attributes.

    Parameters
    ----------
    name : str
        The file.
    columns : tuple of str
        Attributes wanted; all when empty.

    Returns
    -------
    dict
        Attribute -> topic -> value; an empty cell is no value.
    """
    text = read_text(name, "utf-8-sig")
    csv.field_size_limit(sys.maxsize)
    lines = text.splitlines()
    tabs = bool(lines) and "\t" in lines[0]
    rows = [line.split("\t") for line in lines] if tabs else list(csv.reader(lines))
    if not rows or "topic" not in rows[0]:
        raise FormatError(
            name, 1 if rows else None, "no column topic", "The first line is a header"
        )
    header = rows[0]
    others = tuple(column for column in header if column != "topic")
    wanted = columns or others
    if not wanted:
        raise FormatError(name, 1, "no attribute beside topic")
    for column in wanted:
        if column not in header:
            raise UnknownNameError("attribute", column, near(column, others), available=others)
    return {column: _values(name, rows, header, column) for column in wanted}


def _values(name: str, rows: list[list[str]], header: list[str], column: str) -> dict[str, str]:
    topic, value = header.index("topic"), header.index(column)
    out: dict[str, str] = {}
    for line, row in enumerate(rows[1:], start=2):
        if not any(row):
            continue
        if len(row) != len(header):
            raise FormatError(name, line, f"{plural(len(row), 'column')}, expected {len(header)}")
        before = out.setdefault(row[topic], row[value])
        if before != row[value]:
            problem = f"topic {row[topic]} has {column} {row[value]} here, {before} before"
            raise FormatError(name, line, problem)
    return out
