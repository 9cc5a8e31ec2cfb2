"""Telling formats apart by content, never by a file's name.

XML and JSON are told by their first letter, our own tables by their header, and all other formats
by the columns of their lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from partwise.errors import FormatError
from partwise.files.parsing.parquet import is_parquet, parquet_columns
from partwise.files.registry import Kind
from partwise.files.source import Source
from partwise.tables.schema import COLLECTION, KEPT, KINDS, OURS, our_names

_HEAD = 1 << 16
_HEADS = {
    ("question", "references", "corpus_id"): "chroma",
    ("UserID", "PromptID", "PMCID"): "evidence-inference",
}
"""Columns that tell the tables of others."""

_PARQUET = {"autorag-corpus": {"start_end_idx"}, "autorag-qa": {"retrieval_gt"}}
_RANX = {"q_id", "doc_id", "score"}
_BEIR = ["query-id", "corpus-id", "score"]
_KNOWN = {"node", "parent", "path", "tag", "depth"}.union(
    *(KINDS[what] for what in COLLECTION), *(KEPT[what] for what in COLLECTION)
)
_NAMES = _KNOWN.union(OURS, *_HEADS)
_BETWEEN = r"[\s,;|\"]+"
"""What may stand between the names of columns."""
_ROOT = (  # what was passed once stays passed: a head of declarations is read once
    r"(?s)\s*+(?:<\?.*?\?>\s*+|<!--.*?-->\s*+|<!DOCTYPE[^\[>]*+(?:\[.*?\]\s*+)?>\s*+)*+<([\w.:-]+)"
)


def detect(
    source: Source, kind: Kind | None = None, columns: Mapping[str, str] | None = None
) -> str:
    """Return the name of a file's format.

    Parameters
    ----------
    source : Source
        The file.
    kind : {'run', 'qrels', 'lengths', 'inventory'}, optional
        What the user said it is; decides between formats that look alike.
    columns : mapping of str to str, optional
        Our names of columns to those of a table, where the user gave any.

    Raises
    ------
    FormatError
        When no format fits, or more than one does, or a header seems to be missing.
    """
    if is_parquet(source):
        return _parquet(source)
    raw = source.head(_HEAD)
    head = raw.decode("utf-8", "replace")
    begin = head.lstrip()[:1]
    if begin == "<":
        return _xml(source, head)
    if begin and begin in "{[":
        from partwise.files.detect_json import detect_json

        cut = len(raw) == _HEAD and b"\n" not in raw
        return detect_json(source, head, kind, columns, cut=cut)
    first = _plain_first(raw) or next(first_lines(source), None)
    if first is None:
        raise nothing_in(source)
    if first[1].rstrip("\r").split("\t") == _BEIR and kind != "run":
        return "beir"
    found = _header(source, first[1], columns, documents=kind == "inventory")
    return _by_lines(source, raw, kind) if found is None else found


def _by_lines(source: Source, head: bytes, kind: Kind | None) -> str:
    """Tell a format by the columns of its lines; what has a header needs none of this."""
    from partwise.files.detect_lines import by_columns, is_plain_run

    if kind in (None, "run") and is_plain_run(head, cut=len(head) == _HEAD):
        return "trec-run"
    from partwise.files.detect_lines import refuse_headless

    refuse_headless(source, first_lines(source), kind)
    return by_columns(source, first_lines(source), kind)


def _plain_first(head: bytes) -> tuple[int, str] | None:
    """First line where it says something and the file begins as plain text; else None."""
    line, ended, _ = head.partition(b"\n")
    if not ended or not head.isascii() or b"\0" in head:
        return None
    said = line.decode()
    return None if said.lstrip()[:1] in ("", "#") else (1, said)


def first_lines(source: Source) -> Iterator[tuple[int, str]]:
    """First lines that say something, with their numbers."""
    from partwise.files.detect_lines import SAMPLE

    return islice(_said(source), SAMPLE)


def _said(source: Source) -> Iterator[tuple[int, str]]:
    for block in source.blocks(_HEAD):
        for number, line in enumerate(block.text(block.lo, block.hi).split("\n"), block.line):
            if line.strip() and not line.lstrip().startswith("#"):
                yield number, line


def nothing_in(source: Source) -> FormatError:
    """Return the error about a file that says nothing."""
    empty = not source.head(_HEAD).strip()
    return source.error(None, "the file is empty" if empty else "nothing but comments")


def column_names(source: Source, name: str) -> list[str]:
    """Return the names of the columns of one of our own tables."""
    if name == "parquet":
        return parquet_columns(source)
    _, first = next(first_lines(source))
    if name == "jsonl":
        from partwise.files.detect_json import keys_of

        return keys_of(first)
    separator = "\t" if name == "tsv" else ","
    return [cell.strip().strip('"') for cell in first.split(separator)]


def _parquet(source: Source) -> str:
    """Tell our own tables from those of others by their columns."""
    names = set(parquet_columns(source))
    others = (name for name, needed in _PARQUET.items() if needed <= names)
    return next(others, "ranx" if names == _RANX else "parquet")


def _xml(source: Source, head: str) -> str:
    root = re.match(_ROOT, head)
    name = root[1] if root else ""
    found = {
        "inex-submission": "inex-submission",
        "efficiency-submission": "inex-submission",
        "assessments": "xrai",
    }.get(name)
    if found is None:
        raise source.error(None, f"an XML document (<{name}>), neither run nor assessments")
    from partwise.files.formats.xrai.folder import xrai_kind

    if found == "xrai" and xrai_kind(source.unpacked()) == "grades":
        return "xrai-2004"
    return found


def _header(
    source: Source,
    line: str,
    columns: Mapping[str, str] | None = None,
    *,
    documents: bool = False,
) -> str | None:
    """Return the format of a table with a heading; one of `documents` needs no other column."""
    if not columns and not documents and len(_NAMES.intersection(re.split(_BETWEEN, line))) < 2:
        return None  # most lines are no heading, and this tells it at once
    for separator, name in (("\t", "tsv"), (",", "csv")):
        cells = [cell.strip().strip('"') for cell in line.split(separator)]
        for head, other in _HEADS.items():
            if set(head) <= set(cells):
                return other
        known = our_names(cells, columns) & _KNOWN
        named = "doc" in known or {"topic", "id"} <= known
        if documents and "doc" in known:
            return name
        if len(known) > 1 and (named or len(cells) > len(known)):
            return name  # where doc has another name, the reader names the columns there are
    _refuse_separator(source, line, columns)
    return None


def _refuse_separator(source: Source, line: str, columns: Mapping[str, str] | None) -> None:
    """Refuse a heading of our names between signs that separate no columns here."""
    for sign, words in ((";", "semicolons"), ("|", "bars"), (None, "blanks")):
        cells = [cell.strip().strip('"') for cell in line.split(sign)]
        if {"topic", "doc"} <= our_names(cells, columns):
            problem = f"a heading whose columns are separated by {words}"
            raise source.error(None, problem, "Use tabs (TSV) or commas (CSV)")


def likely_kind(source: Source, columns: Mapping[str, str] | None = None) -> Kind | None:
    """Tell a run from assessments by most of the lines of a file without header.

    A few bad lines do not hide what the others are; the reader will name them. None where
    the format says it: XML and tables.
    """
    head = source.head(_HEAD).decode("utf-8", "replace").lstrip()
    if is_parquet(source) or head[:1] in tuple("<{["):
        return None
    first = next(first_lines(source), None)
    if first is None or _header(source, first[1], columns):
        return None
    from partwise.files.detect_lines import likely_kind_of

    return likely_kind_of(first_lines(source))
