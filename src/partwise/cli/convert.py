"""``partwise convert``: runs and assessments from one format to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from partwise.cli.notes import print_notes
from partwise.cli.options import how_to_read, reading, refuse_unused_columns, speaking

if TYPE_CHECKING:
    from partwise.messages import Note
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run

_ONLY_SPANS = frozenset({"fol-qrels", "genomics-run", "genomics-gold"})
"""Formats whose places are offsets."""


@click.command(name="convert")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--to", metavar="FORMAT", help="Format of OUT; by default its name decides.")
@click.option("--structure", metavar="F", help="Element trees, to turn elements into spans.")
@click.option("--spans", is_flag=True, help="Write offsets in the place of elements.")
@click.option(
    "--elements",
    "how",
    type=click.Choice(["exact", "around", "inside", "leaves"]),
    help="Write elements in the place of offsets: of exactly that extent, the smallest around, "
    "the largest inside, or all without children inside.",
)
@click.option("--lossy", is_flag=True, help="Leave out what OUT cannot hold.")
@click.option(
    "--as",
    "kind",
    type=click.Choice(["run", "qrels"]),
    help="What IN is; by default its content decides.",
)
@click.option(
    "--order", type=click.Choice(["score", "rank", "file"]), help="What orders an XML submission."
)
@reading
@speaking
def command(source: str, target: str, *, to: str | None, quiet: bool, **options: Any) -> None:
    """Write the run or assessments of IN as OUT, in any format that can hold them.

    Nothing is lost without --lossy: what OUT's format cannot hold is refused with the reason. With
    --structure elements get their offsets; --spans and --elements go from the one to the other.
    IN may be a folder or archive of X-Rai files; X-Rai assessments of several topics are written
    to a folder or a .zip file.
    """
    from partwise.cli.convert_lines import followed, lined, unfollowed

    table = _read(source, options)
    refuse_unused_columns(options)
    with lined(table, options):
        done, rows = unfollowed(_converted(followed(table), target, to, options))
    with lined(done, options, rows):
        _write(done, target, to, lossy=options["lossy"])
    print_notes((*done.notes, *_about_rows(done, target, to)), quiet=quiet)


def _about_rows(table: Run | Qrels, target: str, to: str | None) -> list[Note]:
    """Say what of the rows OUT does not show: whole documents, topics answered with nothing."""
    from partwise.messages import Note
    from partwise.readers.registry import format_named
    from partwise.readers.writing import format_of
    from partwise.tables.run import Run

    idle = table.answered if isinstance(table, Run) else []
    if not format_named(format_of(table, target, to)).is_table:
        said = "{n:topic} answered with nothing left out ({topics})"
        return [Note(said, n=len(idle), topics=idle)] if idle else []
    bare = (table.start < 0) & (table.element < 0) & (table.tree < 0)
    if not isinstance(table, Run):
        bare &= ~(table.grade <= 0)
    if bare.all() or not bare.any():  # a table without places says it by itself
        return []
    said = "{n:row} {n:is a whole document|are whole documents}; read the file with "
    return [Note(said + "--missing document", n=int(bare.sum()))]


def _read(source: str, options: dict[str, Any]) -> Run | Qrels:
    from partwise.readers import api

    shared = how_to_read(options)
    given = api.once(source)
    kind = options["kind"] or api.kind_of(
        given, encoding=options["encoding"], columns=options["columns"]
    )
    if kind == "run":
        more = {"fol": options["fol"], "order": options["order"]}
        return api.read_run(given, format=options["format_run"], **shared, **more)
    if kind == "qrels":
        return api.read_qrels(given, format=options["format_qrels"], **shared)
    from partwise.errors import FormatError

    raise FormatError(source, None, f"{kind}, neither run nor assessments")


def _converted(table: Any, target: str, to: str | None, options: dict[str, Any]) -> Any:
    from partwise.errors import UsageError
    from partwise.readers.writing import format_of, is_fol

    name = options["structure"]
    form = format_of(table, target, to)
    spans = options["spans"] or form in _ONLY_SPANS or (to is None and is_fol(target))
    if name is None:
        if options["spans"] or options["how"] is not None:
            raise UsageError("elements and spans are turned into each other with --structure FILE")
        if spans and form == "inex-run":
            _need_offsets(table)
        return table
    if options["spans"] and options["how"] is not None:
        raise UsageError("--spans and --elements exclude each other")
    from partwise.geometry import places_convert as places
    from partwise.readers.api import read_structure

    structure = read_structure(name)
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


def _need_offsets(run: Run) -> None:
    """Refuse elements where only offsets are wanted and nothing says where they lie."""
    import numpy as np

    from partwise.errors import TableError

    bare = (run.start < 0) & ((run.element >= 0) | (run.tree >= 0))
    if bare.any():
        row = int(np.argmax(bare))
        place = run.elements[run.element[row]] if run.element[row] >= 0 else "a tree"
        wish = "has no offsets, and a .fol file holds nothing else. Give --structure FILE"
        raise TableError(row, f"{place} {wish}")


def _without_grades(table: Any, form: str, *, lossy: bool) -> Any:
    """Leave out graded elements where the user allows it and the format has no room for them."""
    from dataclasses import replace

    import numpy as np

    from partwise.geometry.places_convert import graded_elements, taken_rows
    from partwise.messages import plural
    from partwise.readers._writing import UnwritableError
    from partwise.tables.names import EMPTY
    from partwise.tables.qrels import Qrels

    if form not in _ONLY_SPANS or not isinstance(table, Qrels):
        return table
    graded = graded_elements(table)
    if not graded.any():
        return table
    if not lossy:
        problem = "a graded element is no span, and the format holds nothing else"
        raise UnwritableError(int(np.argmax(graded)), problem, avoidable=True)
    kept = taken_rows(table, np.flatnonzero(~graded))
    note = f"{plural(int(graded.sum()), 'graded element')} left out"
    return replace(kept, elements=EMPTY, trees=EMPTY, notes=(*kept.notes, note))


def _write(table: Any, target: str, to: str | None, *, lossy: bool) -> None:
    from partwise.readers.writing import write_qrels, write_run
    from partwise.tables.run import Run

    write: Any = write_run if isinstance(table, Run) else write_qrels
    write(table, target, format=to, lossy=lossy)
