"""``partwise convert``: runs and assessments from one format to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from partwise.cli._completion import file_argument
from partwise.cli._emit import print_notes
from partwise.cli._options import (
    lengths_option,
    order_option,
    reading_options,
    verbosity_options,
)
from partwise.cli._output import Command

if TYPE_CHECKING:
    from partwise.evaluation.arguments import Given
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run
    from partwise.tables.structure.table import Structure

_ONLY_SPANS = frozenset({"fol-qrels", "genomics-run", "genomics-gold"})
"""Formats whose places are offsets."""


@click.command(cls=Command, name="convert")
@file_argument("source", "IN")
@file_argument("target", "OUT")
@click.option("--to", metavar="FORMAT", help="Format of OUT; by default its name decides.")
@click.option("--structure", metavar="F", help="Element trees, to turn elements into spans.")
@lengths_option
@click.option(
    "--inventory", metavar="F", help="Parts with a column id, for rows that name parts by it."
)
@click.option("--spans", is_flag=True, help="Write offsets in the place of elements.")
@click.option(
    "--elements",
    "how",
    type=click.Choice(["exact", "around", "inside", "leaves"]),
    help="Write elements in the place of offsets: of exactly that extent, the smallest around, "
    "the largest inside, or all without children inside.",
)
@click.option(
    "--lossy", is_flag=True, help="Drop what OUT's format cannot hold, and report how much."
)
@click.option(
    "--as",
    "kind",
    type=click.Choice(["run", "qrels"]),
    help="What IN is; by default its content decides.",
)
@order_option
@reading_options
@verbosity_options
def command(source: str, target: str, *, to: str | None, quiet: bool, **options: Any) -> None:
    """Write the run or assessments of IN as OUT, in any format that can hold them.

    Nothing is lost without --lossy: what OUT's format cannot hold is refused with the reason. With
    --structure elements get their offsets; --spans and --elements go from the one to the other.
    IN may be a folder or archive of X-Rai files; X-Rai assessments of several topics are written
    to a folder or a .zip file.
    """
    from partwise.cli._arguments import given_of
    from partwise.cli.convert.notes import about_rows, written_notes
    from partwise.evaluation.checks import fitting
    from partwise.evaluation.lines import lined, places_of

    given, checked = given_of(options)
    table = _read(source, given, options)
    given.columns.refuse_unused()
    table = fitting(table, checked)
    with lined(table):
        done = _converted(table, target, to, given, options)
    with lined(done):
        lost = _write(done, target, to, lossy=options["lossy"])
    said = (
        *written_notes(done, lost, lambda row: places_of(table, [row])[0][1]),
        *about_rows(done, target, to),
    )
    print_notes(said, quiet=quiet)


def _read(source: str, reader: Given, options: dict[str, Any]) -> Run | Qrels:
    from partwise.files.kinds import kind_of
    from partwise.files.source import buffered

    given = buffered(source)
    kind = options["kind"] or kind_of(
        given, encoding=options["encoding"], columns=options["columns"]
    )
    if kind == "run":
        return reader.run(given)
    if kind == "qrels":
        return reader.qrels(given)
    from partwise.errors import FormatError
    from partwise.files.kinds import WORDS

    raise FormatError(source, None, f"{WORDS[kind]}, neither run nor assessments")


def _converted(
    table: Any, target: str, to: str | None, reader: Given, options: dict[str, Any]
) -> Any:
    from partwise.errors import UsageError
    from partwise.files.writing import format_of, is_fol

    name = options["structure"]
    table = _found_by_id(table, reader, options)
    form = format_of(table, target, to)
    spans = options["spans"] or form in _ONLY_SPANS or (to is None and is_fol(target))
    if name is None and (options["spans"] or options["how"] is not None):
        raise UsageError("elements and spans are turned into each other with --structure FILE")
    if options["spans"] and options["how"] is not None:
        raise UsageError("--spans and --elements exclude each other")
    from partwise.evaluation.checks import named_elements
    from partwise.files.reading import read_structure

    structure = None if name is None else read_structure(name)
    table = named_elements(table, structure, lenient=options["lenient"])
    if structure is None and spans and form == "inex-run":
        _need_offsets(table)
    if structure is not None:
        table = _placed(table, structure, form, options, spans=spans)
    return _with_lengths(table, structure, form, options)


def _found_by_id(table: Any, reader: Given, options: dict[str, Any]) -> Any:
    """Give rows whose documents are ids of an inventory the places of these parts."""
    if options["inventory"] is None or "id" in table.extra:  # those were looked up before
        return table
    from partwise.tables.part_ids import with_places

    inventory = reader.inventories(options["inventory"])
    return with_places(table, inventory, missing=options["missing"], docs_are_ids=True)


def _placed(table: Any, structure: Structure, form: str, options: Any, *, spans: bool) -> Any:
    """Turn elements into spans or spans into elements."""
    from partwise.geometry import element_names as places

    if options["how"] is not None:
        return places.as_elements(table, structure, options["how"], lossy=options["lossy"])
    if spans:
        # lines with and without offsets in one file could not be told apart again
        done = places.as_spans(table, structure, whole=not options["spans"])
        return _without_grades(done, form, lossy=options["lossy"])
    if form == "xrai":
        return places.as_points(table, structure)
    if form in ("tsv", "csv", "jsonl", "parquet"):
        return places.with_offsets(table, structure)
    return table


def _with_lengths(table: Any, structure: Structure | None, form: str, options: Any) -> Any:
    """Fill in the lengths of documents, and the extents of whole ones among parts."""
    from dataclasses import replace

    import numpy as np

    from partwise.cli.convert.notes import with_extents
    from partwise.files.options import Reading
    from partwise.files.reading import read_lengths
    from partwise.geometry.assessments import DocumentLengths
    from partwise.messages import Notes
    from partwise.tables.qrels import Qrels

    name, lenient = options["lengths"], options["lenient"]
    how = Reading(lenient=lenient, encoding=options["encoding"])
    lengths = None if name is None else read_lengths(name, reading=how)
    notes = Notes()
    qrels = table if isinstance(table, Qrels) else Qrels.from_columns(topic=[], doc=[], grade=[])
    known = DocumentLengths(qrels, lengths, structure, lenient=lenient, notes=notes).of(table.docs)
    if isinstance(table, Qrels) and lengths is not None:
        given = known[table.doc]
        table = replace(table, length=np.where(given >= 0, given, table.length))
    if form in ("tsv", "csv", "jsonl", "parquet"):
        table = with_extents(table, known)
    return replace(table, notes=(*table.notes, *notes)) if notes else table


def _need_offsets(run: Run) -> None:
    """Refuse elements where only offsets are wanted and nothing says where they lie."""
    import numpy as np

    from partwise.errors import TableError

    bare = (run.start < 0) & ((run.element >= 0) | (run.tree >= 0))
    if bare.any():
        row = int(np.argmax(bare))
        place = run.elements[run.element[row]] if run.element[row] >= 0 else "a tree"
        wish = "has no offsets, and a .fol file holds nothing else. Use --structure FILE"
        raise TableError(row, f"{place} {wish}")


def _without_grades(table: Any, form: str, *, lossy: bool) -> Any:
    """Leave out graded elements where the user allows it and the format has no room for them."""
    from dataclasses import replace

    import numpy as np

    from partwise.files.parsing.losses import DROP, UnwritableError
    from partwise.geometry.element_names import graded_elements
    from partwise.messages import plural
    from partwise.tables.names import EMPTY
    from partwise.tables.qrels import Qrels
    from partwise.tables.rows import taken_rows

    if form not in _ONLY_SPANS or not isinstance(table, Qrels):
        return table
    graded = graded_elements(table)
    if not graded.any():
        return table
    if not lossy:
        problem = "a graded element is no span, and the format holds nothing else"
        raise UnwritableError(int(np.argmax(graded)), problem, hint=DROP)
    kept = taken_rows(table, np.flatnonzero(~graded))
    note = f"{plural(int(graded.sum()), 'graded element')} left out"
    return replace(kept, elements=EMPTY, trees=EMPTY, notes=(*kept.notes, note))


def _write(table: Any, target: str, to: str | None, *, lossy: bool) -> tuple[str, ...]:
    from partwise.files.writing import write_qrels, write_run_quietly
    from partwise.tables.run import Run

    write: Any = write_run_quietly if isinstance(table, Run) else write_qrels
    lost: tuple[str, ...] = write(table, target, format=to, lossy=lossy)
    return lost
