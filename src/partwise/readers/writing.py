"""Writing runs and assessments, in the format that the file's name or the caller asks for."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from partwise.errors import TableError, UsageError, quote
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
        ``trec-run``, ``inex-run``, ``tsv``, ``csv``, ``jsonl`` or ``parquet``. By default the
        name's suffix decides, and for other names whether the run has parts of documents.
    lossy : bool
        Drop what the format cannot hold instead of refusing it.

    Raises
    ------
    TableError
        When the format cannot hold the run.
    """
    if run.ranked:
        raise TableError(None, "a compact run does not hold the names of its documents")
    usual = "trec-run" if bool(run.whole.all()) else "inex-run"
    chosen = _chosen(path, format, usual, "run")
    _deliver(path, _content(run, chosen, lossy=lossy))


def write_qrels(
    qrels: Qrels,
    path: _Path,
    *,
    format: str | None = None,  # noqa: A002
    lossy: bool = False,
) -> None:
    """Write assessments; parameters are those of `write_run`.

    Formats are ``trec-qrels``, ``fol-qrels``, ``tsv``, ``csv``, ``jsonl`` and ``parquet``.
    """
    usual = "fol-qrels" if bool((qrels.start >= 0).any()) else "trec-qrels"
    chosen = _chosen(path, format, usual, "qrels")
    _deliver(path, _content(qrels, chosen, lossy=lossy))


def _chosen(path: _Path, name: str | None, usual: str, kind: Kind) -> str:
    if name is None:
        plain = Path(os.fspath(path))
        if plain.suffix in _PACKED:
            plain = plain.with_suffix("")
        name = _SUFFIXES.get(plain.suffix, usual)
    found = format_named(name)
    if kind not in found.kinds or not (found.is_table or hasattr(found.load(), f"write_{kind}")):
        what = "a run" if kind == "run" else "assessments"
        raise UsageError(f"{what} cannot be written as {quote(name)}")
    return name


def _content(table: Run | Qrels, name: str, *, lossy: bool) -> bytes:
    found = format_named(name)
    if found.is_table:
        from partwise.readers import _write_tables as tables

        if isinstance(table, Run):
            return tables.table_bytes(tables.run_frame(table, lossy=lossy), name)
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
