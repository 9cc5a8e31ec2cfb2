"""Writing runs and assessments, in the format that the file's name or the caller asks for."""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path
from typing import Any

from partwise.errors import FormatError, PartwiseWarning, UsageError, quote
from partwise.files.atomic import write_bytes
from partwise.files.folders import deliver_files, deliver_folder, is_folder
from partwise.files.parsing.losses import Losses
from partwise.files.registry import FORMATS, Kind, format_named
from partwise.messages import Note
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

_Path = str | os.PathLike[str]
_SUFFIXES = {
    ".tsv": "tsv",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".parquet": "parquet",
}
_TEXT = ("", ".txt", ".text", ".run", ".qrels", ".trec", ".inex", ".res")
"""Suffixes of text files whose format follows from what is written."""
POOLS = frozenset({"xrai", "xrai-2004"})
"""Formats with a file per topic and assessor."""

_PACKED = (".gz", ".zst")
_WORDS = {"run": "a run", "qrels": "assessments"}
_VERBS = {"run": "a run is", "qrels": "assessments are"}


def write_run(
    run: Run, path: _Path, *, format: str | None = None, lossy: bool = False
) -> tuple[str, ...]:
    """Write a run.

    Parameters
    ----------
    run : Run
        What to write.
    path : path or "-"
        The file; ``-`` is standard output. A name that ends in ``.gz`` or ``.zst`` is
        compressed. On failure the old file stays.
    format : str, optional
        ``trec-run``, ``inex-run``, ``inex-submission``, ``tsv``, ``csv``, ``jsonl`` or ``parquet``.
        By default the name's suffix decides; in a text file (``.txt``, ``.run``, no suffix) it is
        ``trec-run`` or, where the run has parts of documents, ``inex-run``, as for ``.fol``.
    lossy : bool
        Drop what the format cannot hold instead of refusing it.

    Returns
    -------
    tuple of str
        What was left out, counted by kind.

    Raises
    ------
    TableError
        When the format cannot hold the run.

    Warns
    -----
    PartwiseWarning
        When topics were answered with nothing, which only tables can say.
    """
    lost = write_run_quietly(run, path, format=format, lossy=lossy)
    for note in unsaid_topics(run, format_of(run, path, format)):
        warnings.warn(note, PartwiseWarning, stacklevel=2)
    return lost


def write_run_quietly(
    run: Run, path: _Path, *, format: str | None = None, lossy: bool = False
) -> tuple[str, ...]:
    """Do what `write_run` does; what is to be known of topics is told by `unsaid_topics`."""
    lost = Losses()
    chosen = format_of(run, path, format)
    _deliver(path, _content(run, chosen, lost if lossy else None))
    return lost.notes


def write_qrels(
    qrels: Qrels, path: _Path, *, format: str | None = None, lossy: bool = False
) -> tuple[str, ...]:
    """Write assessments; parameters are those of `write_run`, and so is what is returned.

    Formats are ``trec-qrels``, ``fol-qrels``, ``xrai``, ``xrai-2004``, ``tsv``, ``csv``, ``jsonl``
    and ``parquet``. X-Rai files hold one topic and assessor; several go to a folder of that
    name, or into a ``.zip`` file.
    """
    lost = Losses()
    allowed = lost if lossy else None
    chosen = format_of(qrels, path, format)
    if chosen not in POOLS:
        _deliver(path, _content(qrels, chosen, allowed))
        return lost.notes
    files = format_named(chosen).load().write_files(qrels, lossy=allowed)
    if is_folder(path) or _suffix(path) == ".zip":
        deliver_files(path, files)
    elif len(files) == 1:
        _deliver(path, next(iter(files.values())))
    else:
        deliver_folder(path, files)
    return lost.notes


def unsaid_topics(run: Run, form: str) -> list[Note]:
    """Say which topics were answered with nothing, where the format has no room for that."""
    idle = [] if format_named(form).is_table else run.answered
    said = "{n:topic} answered with nothing left out ({topics})"
    return [Note(said, n=len(idle), topics=idle)] if idle else []


def format_of(table: Run | Qrels, path: _Path, name: str | None = None) -> str:
    """Return the format in which a table would be written: `name`, or what the path suggests."""
    kind: Kind = "run" if isinstance(table, Run) else "qrels"
    if name is None:
        name = _suggested(table, path, kind)
    if not _is_written(name, kind):
        raise UsageError(f"{_WORDS[kind]} cannot be written as {quote(name)}")
    return name


def is_fol(path: _Path) -> bool:
    """Tell whether a file's name asks for offsets and lengths."""
    return _suffix(path) == ".fol"


def _is_written(name: str, kind: Kind) -> bool:
    found = format_named(name)
    written = found.is_table or name in POOLS or hasattr(found.load(), f"write_{kind}")
    return kind in found.kinds and written


def _suggested(table: Run | Qrels, path: _Path, kind: Kind) -> str:
    """Return the format that the name of a file asks for."""
    suffix = _suffix(path)
    if suffix in _SUFFIXES:
        return _SUFFIXES[suffix]
    if suffix[1:] in FORMATS:
        return suffix[1:]
    if suffix == ".fol":
        return "inex-run" if kind == "run" else "fol-qrels"
    several = is_folder(path) or suffix == ".zip"
    if suffix == ".xml" or (several and kind == "qrels"):
        return _in_xml(table)
    if several or (suffix not in _TEXT and os.fspath(path) != "-"):
        *others, last = [name for name in FORMATS if _is_written(name, kind)]
        where = f"{suffix} files" if suffix else "a folder"
        problem = f"{_VERBS[kind]} not written to {where}"
        hint = f"Use --to {', '.join(others)} or {last}"
        raise FormatError(os.fspath(path), None, problem, hint)
    return _in_text(table)


def _suffix(path: _Path) -> str:
    plain = Path(os.fspath(path))
    if plain.suffix.lower() in _PACKED:
        plain = plain.with_suffix("")
    return plain.suffix.lower()


def _in_xml(table: Run | Qrels) -> str:
    if isinstance(table, Run):
        return "inex-submission"
    return "xrai-2004" if table.scale == "grade" else "xrai"


def _in_text(table: Run | Qrels) -> str:
    if isinstance(table, Run):
        return "trec-run" if bool(table.whole.all()) else "inex-run"
    return "fol-qrels" if bool((table.start >= 0).any()) else "trec-qrels"


def _content(table: Run | Qrels, name: str, lossy: Losses | None) -> bytes:
    found = format_named(name)
    if found.is_table:
        from partwise.files.formats import table_text as tables

        if isinstance(table, Run):
            return tables.table_bytes(tables.run_frame(table), name)
        return tables.table_bytes(tables.qrels_frame(table, lossy=lossy), name)
    writer: Any = found.load()
    write = writer.write_run if isinstance(table, Run) else writer.write_qrels
    content: bytes = write(table, lossy=lossy)
    return content


def _deliver(path: _Path, content: bytes) -> None:
    name = os.fspath(path)
    packing = Path(name).suffix.lower()
    if packing == ".gz":
        import gzip

        content = gzip.compress(content, mtime=0)
    elif packing == ".zst":
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
