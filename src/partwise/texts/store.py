"""Reading texts: documents in folders and archives, or a table of them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.errors import PartwiseError
from partwise.files.detect import detect
from partwise.files.registry import format_named
from partwise.files.source import Source
from partwise.tables.texts import Text, Texts

if TYPE_CHECKING:
    from partwise.files.documents.build import Ids
    from partwise.files.documents.kind import Kind

TABLES = {".jsonl": "jsonl", ".parquet": "parquet", ".csv": "csv", ".tsv": "tsv"}
"""Suffixes of tables with the columns doc and text."""


def read_texts(
    path: str | os.PathLike[str],
    *,
    ids: Ids = "stem",
    kind: Kind | None = None,
    encoding: str = "utf-8",
    lenient: bool = False,
    columns: Mapping[str, str] | None = None,
    max_bytes: int | None = None,
) -> Texts:
    """Read the texts that offsets point into.

    Parameters
    ----------
    path : path
        A folder, an archive or a document, as `read_structure` takes them, or a table
        (``.jsonl``, ``.parquet``, ``.csv``, ``.tsv``) with the columns doc and text. SQuAD and
        HotpotQA files (``.json``, ``.jsonl``) hold the texts of their questions.
    ids : {'stem', 'name', 'path'}
        What becomes a document's id: its file's name without suffix, with it, or its path.
    kind : {'xml', 'html', 'markdown', 'text'}, optional
        What all documents are; ``text`` takes every file as it is.
    encoding : str
        Encoding of Markdown and plain text.
    lenient : bool
        Leave out documents that cannot be read, and count them.
    columns : mapping of str to str, optional
        Names of the columns of a table, ours to theirs.
    max_bytes : int, optional
        Most bytes of a document, or of a table, after decompression.

    Returns
    -------
    Texts
    """
    name = os.fspath(path)
    held = _in_others(name, encoding, max_bytes)
    if held is not None:
        return Texts(held, name)
    suffix = Path(name.removesuffix(".gz").removesuffix(".zst")).suffix.lower()
    if suffix in TABLES and not Path(name).is_dir():
        source = Source(name, encoding=encoding, max_bytes=max_bytes)
        return Texts(_in_table(source, TABLES[suffix], columns), name)
    from partwise.files.documents.build import Options, StructureBuilder
    from partwise.files.documents.builder import Limits
    from partwise.files.documents.stored import TextStore

    limits = Limits() if max_bytes is None else Limits(size=max_bytes)
    options = Options(kind=kind, ids=ids, encoding=encoding, lenient=lenient, limits=limits)
    growing = StructureBuilder([name], options, store=TextStore())
    documents = dict(growing.texts())
    return Texts(documents, name, growing.notes)


def _in_others(name: str, encoding: str, max_bytes: int | None) -> dict[str, str] | None:
    """Return the texts that a file of another tool holds beside its questions; else None."""
    if Path(name).suffix not in (".json", ".jsonl") or not Path(name).is_file():
        return None
    source = Source(name, encoding=encoding, max_bytes=max_bytes)
    try:
        found = format_named(detect(source))
    except PartwiseError:
        return None
    read: Any = None if found.is_table else getattr(found.load(), "read_texts", None)
    return None if read is None else dict(read(source))


def _in_table(source: Source, form: str, columns: Mapping[str, str] | None) -> dict[str, Text]:
    """Return the texts of a table in which no document may come twice."""
    from partwise.files.documents.stored import TextStore
    from partwise.files.documents.text_tables import line_of, text_rows

    documents: dict[str, Text] = {}
    store = TextStore()
    for row, (doc, text) in enumerate(text_rows(source, form, columns)):
        if doc in documents:
            line = line_of(row, source, form, columns)
            where = f"row {row + 1}: " if line is None else ""
            raise source.error(line, f"{where}document {doc} came before")
        documents[doc] = store.kept(text)
    return documents


def as_texts(given: Any) -> Texts | None:
    """Take texts as a user hands them over: `Texts`, a mapping, a path or nothing."""
    if given is None or isinstance(given, Texts):
        return given
    if isinstance(given, Mapping):
        return Texts(dict(given))
    return read_texts(given)
