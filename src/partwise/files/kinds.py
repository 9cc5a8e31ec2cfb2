"""What a file is, by its content: run, assessments, or what stands beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Literal, get_args

from partwise.files.detect import column_names, detect, first_lines, likely_kind
from partwise.files.parsing.parquet import is_parquet, parquet_columns
from partwise.files.registry import FORMATS
from partwise.files.source import PathLike, Source, is_archive, is_folder
from partwise.tables.paths import is_path
from partwise.tables.schema import KEPT, is_beir, our_names
from partwise.tables.schema import KINDS as KINDS_OF

FileKind = Literal[
    "run", "qrels", "structure", "lengths", "inventory", "links", "routes", "topics", "results"
]
KINDS: tuple[str, ...] = get_args(FileKind)
WORDS: dict[str, str] = {
    "run": "a run",
    "qrels": "assessments",
    "structure": "a structure",
    "lengths": "a table of lengths",
    "inventory": "an inventory",
    "links": "a file of links",
    "routes": "a file of routes",
    "topics": "a table of topics",
    "results": "saved results",
}
_SAVED = re.compile(rb'\s*\{\s*"partwise"\s*:')
_NUMBER = re.compile(r"[0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+\.")
_WHOLE = re.compile(r"[+-]?[0-9]+")
_ITERATIONS = ("Q0", "q0")
_MARKED = (b"<", b"{", b"[")
_PLACES = {"start", "end", "element", "tree", "tokens", "id", "text"}
_TREE = ({"node", "parent"}, {"parent", "path"}, {"parent", "tag"})


def kind_of(
    path: PathLike, *, encoding: str = "utf-8", columns: Mapping[str, str] | None = None
) -> FileKind:
    """Tell what a file is by its content.

    Standard input and pipes have to go through `buffered` if they are to be read afterwards.

    Raises
    ------
    FormatError
        Where the content is nothing that can be read.
    """
    if is_folder(path):
        return "qrels"
    source = Source(path, encoding=encoding, lenient=True)
    if is_archive(source):
        return "qrels"
    if _SAVED.match(source.head(200)):
        return "results"
    known = _kind_of_text(source, columns) if _is_plain(source) else _kind_of_moves(source)
    return known or _kind_of_format(source, columns)


def may_be_run(path: PathLike) -> bool:
    """Tell whether a file can be read as a run, whatever it is taken for where nobody says."""
    if kind_of(path) == "run":
        return True
    source = Source(path, lenient=True)
    found = FORMATS[detect(source, "run")]
    return "run" in found.kinds and not found.is_table and len(found.kinds) > 1


def _is_plain(source: Source) -> bool:
    """Tell lines of cells from XML, JSON and Parquet."""
    return not is_parquet(source) and source.head(4096).lstrip()[:1] not in (b"", *_MARKED)


def _kind_of_text(source: Source, columns: Mapping[str, str] | None) -> FileKind | None:
    """Tell what lines of cells are; None for a headed table of ours."""
    lines = [line.removesuffix("\r") for _, line in first_lines(source)]
    if _heads_topics(lines[:1], columns):
        return "topics"
    if (headed := _heads_moves(lines[:1])) is not None:
        return headed
    moves = _moves([line.split("\t") for line in lines])
    return moves or likely_kind(source, columns) or _links_of_documents(lines)


def _kind_of_format(source: Source, columns: Mapping[str, str] | None) -> FileKind:
    found = FORMATS[detect(source, columns=columns)]
    if not found.is_table:
        told = getattr(found.load(), "kind_of", None)
        return found.kind if told is None else told(source)
    names = column_names(source, found.name)
    return _names_moves(names) or _kind_of_table(source, names, columns)


def _kind_of_table(source: Source, names: list[str], columns: Mapping[str, str] | None) -> FileKind:
    ours = our_names(names, columns)
    if any(needed <= ours for needed in _TREE):
        return "structure"
    if {"topic", "doc"} <= ours or {"topic", "id"} <= ours:
        return "qrels" if is_beir(names) else _run_or_qrels(ours)
    if "topic" in ours and len(ours) > 1:
        return "topics"
    if "doc" in ours and ours & _PLACES:
        return "inventory"
    if {"doc", "length"} <= ours:
        return "lengths"
    if not names:  # too broken to show its columns; the reader of runs says why
        return "run"
    hint = f"Use --columns topic={names[0]},…"
    raise source.error(None, f"the columns {', '.join(names)} are none of ours", hint)


def _run_or_qrels(columns: set[str]) -> FileKind:
    if columns & {"score", "rank", "distance", "run", "tokens"}:
        return "run"
    if columns & {"grade", "e", "s", "bep", "assessor"}:
        return "qrels"
    # without grades a row of assessments needs a place, with its end
    return "qrels" if columns & {"end", "element", "tree"} else "run"


def _heads_topics(lines: list[str], columns: Mapping[str, str] | None) -> bool:
    """Tell the header of topics: it has the column topic, others, and neither doc nor id."""
    cells = [line.split("\t" if "\t" in line else ",") for line in lines]
    names = [cell.strip().strip('"') for row in cells for cell in row]
    ours = our_names(names, columns)
    return "topic" in ours and len(names) > 1 and not ours & {"doc", "id"}


def _kind_of_moves(source: Source) -> FileKind | None:
    """Tell links and routes in Parquet and JSON lines."""
    if is_parquet(source):
        return _names_moves(parquet_columns(source))
    line = next((text for _, text in first_lines(source)), "")
    try:
        first = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return _names_moves(list(first)) if isinstance(first, dict) else None


def _heads_moves(lines: list[str]) -> FileKind | None:
    """Tell the header of links or routes."""
    cells = [line.split("\t" if "\t" in line else ",") for line in lines]
    return _names_moves([cell.strip().strip('"') for row in cells for cell in row])


def _names_moves(names: list[str]) -> FileKind | None:
    """Tell links and routes by the names of their columns."""
    ours = our_names(names)
    if ours & {"to_doc", "to", "to_element"} and ours <= {*KINDS_OF["moves"], *KEPT["moves"]}:
        return "links"
    return "routes" if {"route", "doc"} <= ours <= {*KINDS_OF["routes"]} else None


def _links_of_documents(lines: list[str]) -> FileKind | None:
    """Tell links between documents or places of two of them, which have no header."""
    rows = [line.split("\t" if "\t" in lines[0] else None) for line in lines]
    widths = {len(cells) for cells in rows}
    likely = widths in ({3}, {5}) and all(_probable(cells[-1]) for cells in rows)
    if widths == {5} and any(_WHOLE.fullmatch(place) for cells in rows for place in cells[1:4:2]):
        return None  # an iteration and a grade, as in qrels with one column too many
    return "links" if likely and any("." in cells[-1] for cells in rows) else None


def _moves(lines: list[list[str]]) -> FileKind | None:
    """Tell edges and routes of readers, which have no header, from runs and assessments.

    Four cells between tabs, the last a number from 0 to 1, are an edge unless the second is an
    iteration as in TREC qrels. A document and element paths are a route.
    """
    if not lines or not all(len(cells) > 1 and all(cells) for cells in lines):
        return None
    if all(len(cells) == 4 and _probable(cells[3]) for cells in lines):
        iterations = (_WHOLE.fullmatch(cells[1]) or cells[1] in _ITERATIONS for cells in lines)
        return None if any(iterations) else "links"
    return "routes" if all(all(map(is_path, cells[1:])) for cells in lines) else None


def _probable(cell: str) -> bool:
    return _NUMBER.fullmatch(cell) is not None and float(cell) <= 1
