"""Reading files: what the command line and Python users call."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from partwise.files.dispatch import format_of, read_as, read_whole_qrels, read_whole_run, table_of
from partwise.files.options import FileOptions, PlaceOptions, QrelsOptions, RunOptions, takes
from partwise.files.parsing.columns import Options
from partwise.files.paths import is_archive, is_folder, is_pipe
from partwise.files.source import Source
from partwise.files.units import check_unit, refuse_unit
from partwise.messages import Note
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.missing import check_missing
from partwise.tables.part_ids import with_places
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

if TYPE_CHECKING:
    from partwise.tables.structure.table import Structure

_Path = str | os.PathLike[str]
Table = TypeVar("Table", Run, Qrels)


@takes(RunOptions)
def read_run(path: _Path, **options: Unpack[RunOptions]) -> Run:
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
    outside : bool
        Read an offset X or -1 of an INEX run as inex_eval does, as a part outside its document.
    order : {'score', 'rank', 'file'}, optional
        What will order the run; XML submissions whose ranks and scores disagree
        are refused without it.
    missing : {'error', 'document', 'skip'}
        What a row without a place is in one of our own tables that has places: an error, a
        whole document, or left out.
    columns : mapping of str to str, optional
        Names of columns in one of our own tables: ours to the file's, ``{"doc": "source"}``.
        ``{"id": "doc"}`` says of any file that its documents are ids of parts.
    inventory : Inventory, optional
        Where parts lie that rows name by their ``id`` (also by the name of the run:
        ``{run: inventory}``).
    topics_file : mapping of str to str, optional
        Topic to question; of traces that name no topic the question tells it.
    cited : bool
        Of TREC RAG answers keep only the references that are cited, in order of first citation.

    Returns
    -------
    Run

    Raises
    ------
    FormatError, FormatErrors
        With file and line of every problem.
    """
    more = {name: options[name] for name in ("outside", "topics_file", "cited")}
    how = _how(options, **more)
    source = _source(path, options)
    found = format_of(source, options["format"], "run", options["columns"])
    run = read_whole_run(source, found, how, options["order"])
    run = with_places(run, how.inventory, missing=how.missing)
    refuse_unit(options["unit"], source.name, run.start)
    said = () if options["format"] is not None else (read_as(source, found),)
    return replace(run, notes=(*said, *run.notes), encoding=source.encoding)


@takes(QrelsOptions)
def read_qrels(path: _Path, **options: Unpack[QrelsOptions]) -> Qrels:
    """Read assessments of any known format.

    Parameters are those of `read_run`. A folder or archive of X-Rai files is one set of
    assessments. `structure` is not needed for reading: places are resolved when runs are
    evaluated.
    """
    how = _how(options)
    if is_folder(path):
        return _pools(path, how)
    source = _source(path, options)
    if options["format"] is None and is_archive(source):
        if source.path == "-" or is_pipe(source.path):
            problem = "an archive, which cannot be read from a pipe"
            raise source.error(None, problem, "Save it as a file")
        return _pools(path, how)
    found = format_of(source, options["format"], "qrels", options["columns"])
    qrels = read_whole_qrels(source, found, how)
    qrels = with_places(qrels, how.inventory, missing=how.missing)
    for column in (qrels.start, qrels.bep, qrels.length):
        refuse_unit(options["unit"], source.name, column)
    said = () if options["format"] is not None else (read_as(source, found),)
    notes = (*said, *_of_file(source.name, qrels.notes))
    return replace(qrels, notes=notes, encoding=source.encoding)


def _source(path: _Path, options: FileOptions) -> Source:
    return Source(
        path,
        encoding=options["encoding"],
        lenient=options["lenient"],
        max_bytes=options["max_bytes"],
    )


def _how(options: PlaceOptions, **more: Any) -> Options:
    """Return what the reader of a format is told, after checking words that users choose."""
    check_unit(options["unit"])
    check_missing(options["missing"])
    return Options(
        options["lenient"],
        options["format"] is not None,
        missing=options["missing"],
        columns=options["columns"],
        inventory=options.get("inventory"),
        **more,
    )


def _pools(path: _Path, options: Options) -> Qrels:
    from partwise.files.formats.xrai import folder as xrai_folder

    qrels = xrai_folder.read_qrels(os.fspath(path), options)
    return replace(qrels, notes=_of_file(os.fspath(path), qrels.notes))


def _of_file(name: str, notes: tuple[str, ...]) -> tuple[str, ...]:
    """Say of which file notes are; those of runs get the name of the run when they are shown."""
    return tuple(Note.read(note).of(name) for note in notes)


@takes(FileOptions)
def read_lengths(path: _Path, **options: Unpack[FileOptions]) -> Lengths:
    """Read a table of document lengths (``doc length``). Parameters are those of `read_run`."""
    from partwise.tables.building import lengths_of

    check_unit(options["unit"])
    source = _source(path, options)
    lengths = lengths_of(table_of(source, options["format"], "lengths", options["columns"]))
    refuse_unit(options["unit"], source.name, lengths.length)
    return lengths


@takes(PlaceOptions)
def read_inventory(path: _Path, **options: Unpack[PlaceOptions]) -> Inventory:
    """Read a table of all parts that could have been returned.

    Parameters are those of `read_run`.
    """
    from partwise.tables.building import inventory_of

    how = _how(options)
    source = _source(path, options)
    table = table_of(source, options["format"], "inventory", options["columns"])
    parts = inventory_of(table, how)
    refuse_unit(options["unit"], source.name, parts.start)
    return parts


def read_structure(path: _Path, *, lenient: bool = False) -> Structure:
    """Read a table of element trees, or the documents themselves (a file, folder or archive).

    Lenient reading leaves out documents that cannot be read.
    """
    from partwise.files.documents.read import read_structure as read

    return read(path, lenient=lenient)
