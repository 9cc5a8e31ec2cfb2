"""Readers of files: `read_run` and its kin for users; from a source to its table for others."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from partwise.errors import FormatError, TableError
from partwise.files.detect import detect, nothing_in
from partwise.files.limits import check_names
from partwise.files.options import Reading, table_options
from partwise.files.registry import FORMATS, Format, Kind, format_named
from partwise.files.source import Source, is_archive, is_folder, is_pipe
from partwise.files.units import refuse_unit
from partwise.messages import Note
from partwise.spelling import spelt
from partwise.tables.columns import Coded, decoded
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.part_ids import ids_are_documents, with_places
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.schema import ColumnNames, Schema, TwoNamesError

if TYPE_CHECKING:
    from partwise.tables.structure.table import Structure
    from partwise.tables.table import Table


Path = str | os.PathLike[str]
Inventories = Inventory | Mapping[str | None, Inventory | Run]


def read_run(
    path: Path,
    *,
    format: str | None = None,  # noqa: A002
    inventory: Inventories | None = None,
    reading: Reading | None = None,
) -> Run:
    """Read a run of any known format.

    Parameters
    ----------
    path : path or "-"
        A file, possibly compressed (gzip, Zstandard); ``-`` is standard input.
    format : str, optional
        Name of the format. Default: that of `reading`, else the content decides. See `formats`.
    inventory : Inventory, optional
        Where parts lie that rows name by their ``id`` (also by the name of the run:
        ``{run: inventory}``).
    reading : Reading, optional
        How the file becomes a table.

    Returns
    -------
    Run

    Raises
    ------
    FormatError, FormatErrors
        With file and line of every problem.
    """
    reading = reading or Reading()
    if format is not None:
        reading = replace(reading, format_run=format)
    source = source_of(path, reading)
    found = format_of(source, reading.format_run, "run", reading.columns)
    run = read_whole_run(source, found, reading, inventory)
    run = with_places(run, inventory, missing=reading.missing)
    refuse_unit(reading.unit, source.name, run.start)
    said = () if reading.format_run is not None else (read_as(source, found),)
    return replace(run, notes=(*said, *run.notes))


def read_qrels(
    path: Path,
    *,
    format: str | None = None,  # noqa: A002
    inventory: Inventories | None = None,
    reading: Reading | None = None,
) -> Qrels:
    """Read assessments of any known format.

    Parameters are those of `read_run`. A folder or archive of X-Rai files is one set of
    assessments.
    """
    reading = reading or Reading()
    if format is not None:
        reading = replace(reading, format_qrels=format)
    if is_folder(path):
        return _pools(path, reading)
    source = source_of(path, reading)
    if reading.format_qrels is None and is_archive(source):
        if source.path == "-" or is_pipe(source.path):
            problem = "an archive, which cannot be read from a pipe"
            raise source.error(None, problem, "Save it as a file")
        return _pools(path, reading)
    found = format_of(source, reading.format_qrels, "qrels", reading.columns)
    qrels = read_whole_qrels(source, found, reading, inventory)
    qrels = with_places(qrels, inventory, missing=reading.missing)
    for column in (qrels.start, qrels.bep, qrels.length):
        refuse_unit(reading.unit, source.name, column)
    said = () if reading.format_qrels is not None else (read_as(source, found),)
    notes = (*said, *_of_file(source.name, qrels.notes))
    return replace(qrels, notes=notes)


def source_of(path: Path, reading: Reading) -> Source:
    """Return a file as bytes."""
    how = reading
    return Source(path, encoding=how.encoding, lenient=how.lenient, max_bytes=how.max_bytes)


def _pools(path: Path, reading: Reading) -> Qrels:
    from partwise.files.formats.xrai import folder as xrai_folder

    qrels = xrai_folder.read_qrels(os.fspath(path), reading)
    return replace(qrels, notes=_of_file(os.fspath(path), qrels.notes))


def _of_file(name: str, notes: tuple[str, ...]) -> tuple[str, ...]:
    """Say of which file notes are; those of runs get the name of the run when they are shown."""
    return tuple(Note.read(note).of(name) for note in notes)


def read_lengths(
    path: Path,
    *,
    format: str | None = None,  # noqa: A002
    reading: Reading | None = None,
) -> Lengths:
    """Read a table of document lengths (``doc length``). Parameters are those of `read_run`."""
    from partwise.tables.building import lengths_of

    reading = reading or Reading()
    source = source_of(path, reading)
    lengths = lengths_of(table_of(source, format, "lengths", reading.columns))
    refuse_unit(reading.unit, source.name, lengths.length)
    return lengths


def read_inventory(
    path: Path,
    *,
    format: str | None = None,  # noqa: A002
    reading: Reading | None = None,
) -> Inventory:
    """Read a table of all parts that could have been returned.

    Parameters are those of `read_run`.
    """
    from partwise.tables.building import inventory_of

    reading = reading or Reading()
    source = source_of(path, reading)
    parts = inventory_of(
        table_of(source, format, "inventory", reading.columns), table_options(reading)
    )
    refuse_unit(reading.unit, source.name, parts.start)
    return parts


def read_structure(path: Path, *, lenient: bool = False) -> Structure:
    """Read a table of element trees, or the documents themselves (a file, folder or archive).

    Lenient reading leaves out documents that cannot be read.
    """
    from partwise.files.documents.read import read_structure as read

    return read(path, lenient=lenient)


_Rows = TypeVar("_Rows", Run, Qrels)
_WORDS = {
    "run": "a run",
    "qrels": "assessments",
    "lengths": "a table of lengths",
    "inventory": "an inventory",
}


def format_of(
    source: Source, name: str | None, kind: Kind, columns: Mapping[str, str] | None = None
) -> Format:
    """Return the format that is named or detected; refuse one that cannot be of this kind."""
    found = format_named(name) if name is not None else FORMATS[detect(source, kind, columns)]
    if kind not in found.kinds:
        hint = "QRELS come first, then RUNs" if kind in ("run", "qrels") else None
        raise source.error(None, f"{found.words}, not {_WORDS[kind]}", hint)
    return found


def read_as(source: Source, found: Format) -> Note:
    """Say which format was detected."""
    if not source.could_be:
        words = f"{{files}} {{files:was|were}} read as {found.name}"
        return Note(words, files=[source.name], level="detail")
    kind = "qrels" if "qrels" in found.kinds else "run"
    option = spelt(f"--format-{kind}")
    words = f"{{files}} read as {found.name} (it could be {{others}}; use {option})"
    return Note(words, files=[source.name], others=list(source.could_be))


def read_whole_run(source: Source, found: Format, reading: Reading, inventory: Any = None) -> Run:
    """Read a run that has rows or topics."""
    return _checked(read_rows(source, found, reading, inventory), source, found)


def read_rows(
    source: Source,
    found: Format,
    reading: Reading,
    inventory: Any = None,
    unknown: frozenset[str] | None = None,
) -> Run:
    """Read the rows of a run, of which there may be none.

    Parameters
    ----------
    source, found, reading
        File, format, and how it is read.
    inventory : Inventory, or mapping of run names to them, optional
        Parts that rows may name by their id; `partwise.tables.part_ids.with_places` places them.
    unknown : frozenset of str, optional
        Unknown columns of our own tables that are read; None reads all.
    """
    reader: Any = found.load()
    if reading.cited and found.name != "trec-rag":
        hint = "Use --cited for TREC RAG answers only"
        raise source.error(None, f"{found.words}, whose rows are not cited", hint)
    if found.is_table:
        from partwise.tables.building import run_of

        table = columns_of(source, found, Schema("run", reading.columns, unknown))
        return run_of(table, table_options(reading, inventory))
    more = {"inventory": inventory} if found.name == "traces" else {}
    run: Run = reader.read_run(source, reading, **more)
    return _with_ids(run, reading, inventory)


def read_whole_qrels(
    source: Source, found: Format, reading: Reading, inventory: Any = None
) -> Qrels:
    """Read assessments that have rows or topics; parameters are those of `read_rows`."""
    if found.is_table:
        from partwise.tables.building import qrels_of

        table = columns_of(source, found, Schema("qrels", reading.columns))
        qrels = qrels_of(table, table_options(reading, inventory))
    else:
        reader: Any = found.load()
        qrels = _with_ids(reader.read_qrels(source, reading), reading, inventory)
    return _checked(qrels, source, found)


def _checked(table: _Rows, source: Source, found: Format) -> _Rows:
    """Raise FormatError for a file without rows or topics, and for names that are too long."""
    if not len(table) and not len(table.topics):
        raise no_rows(source, found)
    check_names(source, table)
    return table


def documents_are_ids(columns: Mapping[str, str] | None) -> bool:
    """Tell whether the user says that documents are ids of parts (``--columns id=doc``)."""
    return columns is not None and columns.get("id") == "doc"


def _with_ids(table: _Rows, reading: Reading, inventory: Any) -> _Rows:
    """Take the documents of a file without a header for ids, where the user says so."""
    if not documents_are_ids(reading.columns):
        return table
    if isinstance(reading.columns, ColumnNames):
        reading.columns.used.add("doc")
    said: list[str] = [] if inventory is not None else [ids_are_documents(len(table))]
    ids = decoded(Coded(table.doc, table.docs))
    return replace(table, extra={**table.extra, "id": ids}, notes=(*table.notes, *said))


def table_of(
    source: Source, name: str | None, kind: Kind, columns: Mapping[str, str] | None
) -> Table:
    """Read one of our own tables that is detected or named."""
    found = format_of(source, name, kind, columns)
    table = columns_of(source, found, Schema(kind, columns))
    if not table.size and not table.problems.total:
        raise no_rows(source, found)
    return table


def columns_of(source: Source, found: Format, schema: Schema) -> Table:
    """Read the columns of one of our own tables."""
    reader: Any = found.load()
    try:
        table: Table = reader.read_table(source, schema)
    except TwoNamesError as bad:
        raise source.error(None, bad.problem, bad.hint) from None
    except TableError as bad:
        raise source.error(None, bad.problem) from None
    return table


def no_rows(source: Source, found: Format) -> FormatError:
    """Return the error about a file without a row, in the words of its format."""
    if found.name == "inex-submission":
        return source.error(None, "no results in the submission")
    if found.is_table and found.name != "jsonl":
        return source.error(None, "a header and no rows")
    return nothing_in(source)
