"""Reading and writing files: what the command line and Python users call."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from partwise.errors import FormatError, TableError
from partwise.files.detect import column_names, detect, nothing_in
from partwise.files.kinds import kind_of
from partwise.files.limits import check_names
from partwise.files.parsing import build as _tables
from partwise.files.parsing import table as _table
from partwise.files.parsing.columns import Options, Reading
from partwise.files.paths import buffered, is_archive, is_folder, is_pipe, probe
from partwise.files.registry import FORMATS, Format, Kind, format_named
from partwise.files.source import Source
from partwise.files.units import Unit, check_unit, refuse_unit
from partwise.messages import Note
from partwise.spelling import spelt
from partwise.tables.columns import decode
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.missing import Missing, check_missing
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.schema import Schema, TwoNamesError, What

if TYPE_CHECKING:
    from partwise.files.writing import write_qrels, write_run
    from partwise.tables.run import Order
    from partwise.tables.structure.table import Structure

__all__ = [
    "buffered",
    "column_names",
    "detect",
    "formats",
    "kind_of",
    "line_of_row",
    "lines_of_rows",
    "probe",
    "read_inventory",
    "read_lengths",
    "read_like",
    "read_qrels",
    "read_run",
    "read_structure",
    "write_qrels",
    "write_run",
]

_Path = str | os.PathLike[str]


def __getattr__(name: str) -> Any:
    """Import writers when they are asked for: most commands only read."""
    if name in ("write_qrels", "write_run"):
        from partwise.files import writing

        return getattr(writing, name)
    raise AttributeError(name)


NAVIGATION = ("edges", "routes")
"""Files of user models; they are read by the models, never detected."""

_ALL = 1 << 62
"""Bytes of a file that was read before."""

_WORDS = {
    "run": "a run",
    "qrels": "assessments",
    "lengths": "a table of lengths",
    "inventory": "an inventory",
}


def read_run(
    path: _Path,
    *,
    lenient: bool = False,
    format: str | None = None,  # noqa: A002
    encoding: str = "utf-8",
    unit: Unit | None = None,
    max_bytes: int | None = None,
    fol: Literal["length", "end"] = "length",
    order: Order | None = None,
    judged: Qrels | None = None,
    missing: Missing = "error",
    columns: Mapping[str, str] | None = None,
) -> Run:
    """Read a run of any known format.

    Parameters
    ----------
    path : path or "-"
        A file, possibly compressed (gzip, Zstandard); ``-`` is standard input.
    lenient : bool
        Fix recoverable problems, and count them in a note.
    format : str, optional
        Name of the format; by default the content decides. See `formats`.
    encoding : str
        Encoding of a text file.
    unit : {'codepoint', 'utf16', 'byte'}
        What offsets count; anything but code points needs the documents.
    max_bytes : int, optional
        Most bytes after decompression; by default 200 times the packed size, 64 MiB at least,
        and 8 GiB of what has to be held in memory.
    fol : {'length', 'end'}
        Meaning of column 8 in INEX runs.
    order : {'score', 'rank', 'file'}, optional
        What will order the run; XML submissions whose ranks and scores disagree
        are refused without it.
    judged : Qrels, optional
        Keep only what document measures need: a six-column run comes back in final order with
        its unjudged documents nameless, in a fraction of time and memory.
    missing : {'error', 'document', 'skip'}
        What a row without a place is in one of our own tables that has places: an error, a
        whole document, or left out.
    columns : mapping of str to str, optional
        Names of columns in one of our own tables: ours to the file's, ``{"doc": "source"}``.

    Returns
    -------
    Run

    Raises
    ------
    FormatError, FormatErrors
        With file and line of every problem.
    """
    check_unit(unit)
    check_missing(missing)
    source = Source(path, encoding=encoding, lenient=lenient, max_bytes=max_bytes)
    found = _format(source, format, "run", columns)
    options = Options(lenient, format is not None, fol, missing, columns)
    run = None
    if judged is not None and found.name == "trec-run" and order in (None, "score"):
        from partwise.files.fast.trec import read_ranked

        run = read_ranked(source, judged)
    if run is None:
        run = _run(source, found, options, order).table
    if not run.ranked:
        refuse_unit(unit, source.name, run.start)
    said = () if format is not None else (_read_as(source, found),)
    return replace(run, notes=(*said, *run.notes), encoding=source.encoding)


def _no_rows(source: Source, found: Format) -> FormatError:
    """Return the error about a file without a row, in the words of its format."""
    if found.name == "inex-submission":
        return source.error(None, "no results in the submission")
    if found.is_table and found.name != "jsonl":
        return source.error(None, "a header and no rows")
    return nothing_in(source)


def _read_as(source: Source, found: Format) -> Note:
    """Say which format was detected."""
    if not source.could_be:
        words = f"{{files}} {{files:was|were}} read as {found.name}"
        return Note(words, files=[source.name], level="detail")
    kind = "qrels" if "qrels" in found.kinds else "run"
    option = spelt(f"--format-{kind}")
    words = f"{{files}} read as {found.name} (it could be {{others}}; use {option})"
    return Note(words, files=[source.name], others=list(source.could_be))


def _run(source: Source, found: Format, options: Options, order: Order | None) -> Reading[Run]:
    reader: Any = found.load()
    if found.is_table:
        reading = _tables.run_of(_table_of(source, found, "run", options.columns), options)
    elif found.name == "inex-submission":
        reading = reader.read_run(source, options, order=order)
    else:
        reading = reader.read_run(source, options)
    if not len(reading.table) and not len(reading.table.topics):
        raise _no_rows(source, found)
    check_names(source, reading)
    return reading


def _table_of(
    source: Source, found: Format, kind: What, columns: Mapping[str, str] | None
) -> _table.Table:
    """Read the columns of one of our own tables."""
    reader: Any = found.load()
    try:
        table: _table.Table = reader.read_table(source, Schema(kind, columns))
    except TwoNamesError as bad:
        raise source.error(None, bad.problem, bad.hint) from None
    except TableError as bad:
        raise source.error(None, bad.problem) from None
    return table


def read_qrels(
    path: _Path,
    *,
    lenient: bool = False,
    format: str | None = None,  # noqa: A002
    encoding: str = "utf-8",
    unit: Unit | None = None,
    max_bytes: int | None = None,
    structure: Structure | None = None,
    missing: Missing = "error",
    columns: Mapping[str, str] | None = None,
) -> Qrels:
    """Read assessments of any known format.

    Parameters are those of `read_run`. A folder or archive of X-Rai files is one set of
    assessments. `structure` is not needed for reading: places are resolved when runs are
    evaluated.
    """
    check_unit(unit)
    check_missing(missing)
    options = Options(lenient, format is not None, missing=missing, columns=columns)
    if is_folder(path):
        return _pools(path, options)
    source = Source(path, encoding=encoding, lenient=lenient, max_bytes=max_bytes)
    if format is None and is_archive(source):
        if source.path == "-" or is_pipe(source.path):
            problem = "an archive, which cannot be read from a pipe"
            raise source.error(None, problem, "Save it as a file")
        return _pools(path, options)
    found = _format(source, format, "qrels", columns)
    qrels = _qrels(source, found, options).table
    for column in (qrels.start, qrels.bep, qrels.length):
        refuse_unit(unit, source.name, column)
    said = () if format is not None else (_read_as(source, found),)
    notes = (*said, *_of_file(source.name, qrels.notes))
    return replace(qrels, notes=notes, encoding=source.encoding)


def _pools(path: _Path, options: Options) -> Qrels:
    from partwise.files.formats.xrai import folder as xrai_folder

    qrels = xrai_folder.read_qrels(os.fspath(path), options).table
    return replace(qrels, notes=_of_file(os.fspath(path), qrels.notes))


def _of_file(name: str, notes: tuple[str, ...]) -> tuple[str, ...]:
    """Say of which file notes are; those of runs get the name of the run when they are shown."""
    return tuple(Note.read(note).of(name) for note in notes)


def _qrels(source: Source, found: Format, options: Options) -> Reading[Qrels]:
    if found.is_table:
        reading = _tables.qrels_of(_table_of(source, found, "qrels", options.columns), options)
    else:
        reader: Any = found.load()
        reading = reader.read_qrels(source, options)
    if not len(reading.table) and not len(reading.table.topics):
        raise _no_rows(source, found)
    check_names(source, reading)
    return reading


def read_lengths(
    path: _Path,
    *,
    lenient: bool = False,
    format: str | None = None,  # noqa: A002
    encoding: str = "utf-8",
    unit: Unit | None = None,
    max_bytes: int | None = None,
    columns: Mapping[str, str] | None = None,
) -> Lengths:
    """Read a table of document lengths (``doc length``). Parameters are those of `read_run`."""
    check_unit(unit)
    source = Source(path, encoding=encoding, lenient=lenient, max_bytes=max_bytes)
    lengths = _tables.lengths_of(_read_table(source, format, "lengths", columns))
    refuse_unit(unit, source.name, lengths.length)
    return lengths


def read_inventory(
    path: _Path,
    *,
    lenient: bool = False,
    format: str | None = None,  # noqa: A002
    encoding: str = "utf-8",
    unit: Unit | None = None,
    max_bytes: int | None = None,
    missing: Missing = "error",
    columns: Mapping[str, str] | None = None,
) -> Inventory:
    """Read a table of all parts that could have been returned.

    Parameters are those of `read_run`.
    """
    check_unit(unit)
    source = Source(path, encoding=encoding, lenient=lenient, max_bytes=max_bytes)
    check_missing(missing)
    table = _read_table(source, format, "inventory", columns)
    parts = _tables.inventory_of(table, Options(lenient=lenient, missing=missing))
    refuse_unit(unit, source.name, parts.start)
    return parts


def read_structure(path: _Path, *, lenient: bool = False) -> Structure:
    """Read a table of element trees, or the documents themselves (a file, folder or archive).

    Lenient reading leaves out documents that cannot be read.
    """
    from partwise.files.documents.build import read_structure as read

    return read(path, lenient=lenient)


def line_of_row(
    path: _Path, row: int, kind: Literal["run", "qrels"] = "run", **options: Any
) -> int | None:
    """Turn a row number of a run or assessments into a line number by reading the file again.

    None where rows have no lines (Parquet, standard input that is spent).
    """
    return lines_of_rows(path, [row], kind, **options)[0]


def lines_of_rows(
    path: _Path,
    rows: Sequence[int],
    kind: Literal["run", "qrels", "inventory"] = "run",
    **options: Any,
) -> list[int | None]:
    """Turn row numbers into line numbers by reading the file buffered more."""
    name = os.fspath(path)
    if name == "<stdin>" or is_folder(path) or is_pipe(name):
        return [None] * len(rows)
    source = Source(path, encoding=options.pop("encoding", "utf-8"), lenient=True, max_bytes=_ALL)
    found = _format(source, options.pop("format", None), kind, options.get("columns"))
    known: dict[str, Any] = {"lenient": True, "forced": True}  # it was read before
    if options.get("missing") != "skip":
        known["missing"] = "document"
    chosen = Options(**{**options, **known})
    reading: Any
    if kind == "run":
        reading = _run(source, found, chosen, "score")
    elif kind == "qrels":
        reading = _qrels(source, found, chosen)
    else:
        reading = _table_of(source, found, kind, options.get("columns"))
    return [None if reading.lines is None else reading.lines.of(row) for row in rows]


def read_like(table: Run | Qrels) -> dict[str, Any]:
    """Return the options for reading the file of a table again."""
    return {
        "format": table.format,
        "encoding": table.encoding,
        "missing": table.missing,
        "columns": table.columns,
    }


def formats() -> dict[str, str]:
    """Return the grammar of each format that can be read, by name."""
    grammars = {name: found.load().__doc__ or "" for name, found in FORMATS.items()}
    for name in NAVIGATION:
        grammars[name] = import_module(f"partwise.files.formats.{name}").__doc__ or ""
    return grammars


def _format(
    source: Source, name: str | None, kind: Kind, columns: Mapping[str, str] | None = None
) -> Format:
    found = format_named(name) if name is not None else FORMATS[detect(source, kind, columns)]
    if kind not in found.kinds:
        hint = "QRELS come first, then RUNs" if kind in ("run", "qrels") else None
        raise source.error(None, f"{found.words}, not {_WORDS[kind]}", hint)
    return found


def read_text_table(
    path: _Path, name: str, *, encoding: str, columns: Mapping[str, str] | None
) -> list[tuple[str, str]]:
    """Read a table of documents in the format `name`: the columns doc and text, row by row."""
    source = Source(path, encoding=encoding)
    table = _table_of(source, FORMATS[name], "texts", columns)
    table.need("doc", "text")
    table.problems.refuse()
    doc, text = (decode(column.codes, column.names) for column in map(table.text, ("doc", "text")))
    return [(name or "", words or "") for name, words in zip(doc, text, strict=True)]


def _read_table(
    source: Source, name: str | None, kind: Kind, columns: Mapping[str, str] | None
) -> _table.Table:
    found = _format(source, name, kind, columns)
    table = _table_of(source, found, kind, columns)
    if not table.size and not table.problems.total:
        raise _no_rows(source, found)
    return table
