"""Reading files: what the command line and Python users call."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from partwise.files.dispatch import (
    format_of,
    read_as,
    read_whole_qrels,
    read_whole_run,
    table_of,
)
from partwise.files.options import Reading, table_options
from partwise.files.paths import is_archive, is_folder, is_pipe
from partwise.files.source import Source
from partwise.files.units import refuse_unit
from partwise.messages import Note
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.part_ids import with_places
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

if TYPE_CHECKING:
    from partwise.tables.structure.table import Structure

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
    return replace(run, notes=(*said, *run.notes), encoding=source.encoding)


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
    return replace(qrels, notes=notes, encoding=source.encoding)


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
