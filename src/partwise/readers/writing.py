"""Writing runs and assessments, in the format that the file's name or the caller asks for."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from partwise.errors import TableError, UsageError, quote
from partwise.readers._files import deliver_files, is_folder
from partwise.readers.registry import Kind, format_named
from partwise.tables.atomic import write_bytes
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

_Path = str | os.PathLike[str]
_SUFFIXES = {
    ".tsv": "tsv",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".parquet": "parquet",
    ".fol": "fol-qrels",
}
POOLS = frozenset({"xrai", "xrai-2004"})
"""Formats with a file per topic and assessor."""

_PACKED = (".gz", ".zst")


def write_run(
    run: Run,
    path: _Path,
    *,
    format: str | None = None,  # noqa: A002
    lossy: bool = False,
) -> None:
    """Write a run.

    Parameters
    ----------
    run : Run
        What to write; a compact run has lost the names of its documents and is refused.
    path : path or "-"
        The file; ``-`` is standard output. A name that ends in ``.gz`` or ``.zst`` is
        compressed. On failure the old file stays.
    format : str, optional
        ``trec-run``, ``inex-run``, ``inex-submission``, ``tsv``, ``csv``, ``jsonl`` or ``parquet``.
        By default the name's suffix decides, and for other names whether the run has parts of
        documents.
    lossy : bool
        Drop what the format cannot hold instead of refusing it.

    Raises
    ------
    TableError
        When the format cannot hold the run.
    """
    if run.ranked:
        raise TableError(None, "a compact run does not hold the names of its documents")
    _deliver(path, _content(run, format_of(run, path, format), lossy=lossy))


def write_qrels(
    qrels: Qrels,
    path: _Path,
    *,
    format: str | None = None,  # noqa: A002
    lossy: bool = False,
) -> None:
    """Write assessments; parameters are those of `write_run`.

    Formats are ``trec-qrels``, ``fol-qrels``, ``xrai``, ``xrai-2004``, ``tsv``, ``csv``, ``jsonl``
    and ``parquet``. X-Rai files hold one topic and assessor; several go to a folder or ``.zip``.
    """
    chosen = format_of(qrels, path, format)
    if chosen in POOLS and (is_folder(path) or Path(path).suffix == ".zip"):
        deliver_files(path, format_named(chosen).load().write_files(qrels, lossy=lossy))
    else:
        _deliver(path, _content(qrels, chosen, lossy=lossy))


def format_of(table: Run | Qrels, path: _Path, name: str | None = None) -> str:
    """Return the format in which a table would be written: `name`, or what the path suggests."""
    kind: Kind = "run" if isinstance(table, Run) else "qrels"
    if name is None:
        plain = Path(os.fspath(path))
        if plain.suffix in _PACKED:
            plain = plain.with_suffix("")
        in_xml = plain.suffix in (".xml", ".zip") or is_folder(path)
        name = _SUFFIXES.get(plain.suffix) or _usual(table, in_xml=in_xml)
    found = format_named(name)
    if kind not in found.kinds or not (found.is_table or hasattr(found.load(), f"write_{kind}")):
        what = "a run" if kind == "run" else "assessments"
        raise UsageError(f"{what} cannot be written as {quote(name)}")
    return name


def _usual(table: Run | Qrels, *, in_xml: bool) -> str:
    if isinstance(table, Run):
        if in_xml:
            return "inex-submission"
        return "trec-run" if bool(table.whole.all()) else "inex-run"
    if in_xml:
        return "xrai-2004" if table.scale == "grade" else "xrai"
    return "fol-qrels" if bool((table.start >= 0).any()) else "trec-qrels"


def _content(table: Run | Qrels, name: str, *, lossy: bool) -> bytes:
    found = format_named(name)
    if found.is_table:
        from partwise.readers import _write_tables as tables

        if isinstance(table, Run):
            return tables.table_bytes(tables.run_frame(table), name)
        return tables.table_bytes(tables.qrels_frame(table, lossy=lossy), name)
    writer: Any = found.load()
    write = writer.write_run if isinstance(table, Run) else writer.write_qrels
    content: bytes = write(table, lossy=lossy)
    return content


def _deliver(path: _Path, content: bytes) -> None:
    name = os.fspath(path)
    if name.endswith(".gz"):
        import gzip

        content = gzip.compress(content, mtime=0)
    elif name.endswith(".zst"):
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
        content = zstd.compress(content)
    if name == "-":
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        write_bytes(path, content)
