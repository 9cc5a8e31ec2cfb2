"""``partwise check``: every problem of files, nothing evaluated."""

from __future__ import annotations

from typing import Any

import click

from partwise.cli.notes import print_notes
from partwise.cli.options import how_to_read, reading, refuse_unused_columns, speaking
from partwise.messages import visible_lines

BAD_INPUT = 2


@click.command(name="check")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--as",
    "kind",
    type=click.Choice(["run", "qrels"]),
    help="What the files are; by default their content decides.",
)
@reading
@speaking
def command(files: tuple[str, ...], kind: str | None, *, quiet: bool, **options: Any) -> int:
    """Read FILEs strictly and report every problem with file, line and what to do."""
    if files.count("-") > 1:
        from partwise.errors import UsageError

        raise UsageError("standard input (-) can be read only once")
    bad = 0
    for name in files:
        bad += not _check(name, kind, options, quiet=quiet)
    refuse_unused_columns(options)
    return BAD_INPUT if bad else 0


def _check(name: str, kind: str | None, options: dict[str, Any], *, quiet: bool) -> bool:
    from partwise.errors import PartwiseError
    from partwise.evaluation.notes import order_notes
    from partwise.messages import plural
    from partwise.readers.api import kind_of, once, probe, read_qrels, read_run

    shared = how_to_read(options)
    try:
        place = once(name)
        probe(place)
        found = kind or kind_of(place, encoding=options["encoding"], columns=options["columns"])
        if found == "run":
            form = options["format_run"]
            run = read_run(place, format=form, fol=options["fol"], **shared)
            what = f"a run of {plural(len(run), 'part')} for {plural(len(run.topics), 'topic')}"
            notes = (*order_notes(run), *run.notes)
        elif found == "qrels":
            qrels = read_qrels(place, format=options["format_qrels"], **shared)
            topics = plural(len(qrels.topics), "topic")
            what = f"assessments with {plural(len(qrels), 'row')} for {topics}"
            notes = qrels.notes
        else:
            click.echo(f"{name}: {found}; not checked further")
            return True
    except (PartwiseError, OSError) as error:
        click.echo(visible_lines(str(error)), err=True)
        return False
    click.echo(f"{name}: {what}, no problems")
    print_notes(notes, quiet=quiet, on_screen=False, indent="  ")
    return True
