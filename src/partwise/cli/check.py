"""``partwise check``: every problem of files, nothing evaluated."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from partwise.cli._completion import file_argument
from partwise.cli._emit import print_notes
from partwise.cli._options import (
    doc_ids_option,
    order_option,
    reading_options,
    verbosity_options,
)
from partwise.cli._output import Command
from partwise.cli._process import BAD_INPUT

if TYPE_CHECKING:
    from partwise.tables.lengths import Lengths
    from partwise.tables.qrels import Qrels

_KINDS = (
    "run", "qrels", "structure", "lengths", "inventory", "links", "edges", "routes", "topics",
    "results",
)  # fmt: skip


@click.command(cls=Command, name="check")
@file_argument("files", "FILE...", nargs=-1, required=True)
@click.option(
    "--as",
    "kind",
    type=click.Choice(_KINDS),
    metavar="KIND",
    help="What the files are: run, qrels, structure, lengths, inventory, links (edges), routes, "
    "topics or results; by default their content decides.",
)
@click.option(
    "--qrels", metavar="Q", help="Check also whether runs meet these assessments, as evaluate does."
)
@click.option("--lengths", metavar="F", help="Lengths of the documents, for --qrels.")
@doc_ids_option("How evaluate is to compare document ids, for --qrels.")
@order_option
@reading_options
@verbosity_options
def command(files: tuple[str, ...], kind: str | None, *, quiet: bool, **options: Any) -> int:
    """Read FILEs strictly and report every problem with file, line and what to do.

    What evaluate would refuse of a file, check refuses in the same words.
    """
    from partwise.cli._arguments import check_inputs

    check_inputs([*files, options["qrels"]])
    against = _Against(options)
    bad = 0
    for name in _in_folders(files, kind):
        bad += not _check(name, "links" if kind == "edges" else kind, against, quiet=quiet)
    against.given.columns.refuse_unused()
    return BAD_INPUT if bad else 0


def _in_folders(files: tuple[str, ...], kind: str | None) -> list[str]:
    """Let a folder stand for the runs in it, unless it holds X-Rai files or documents."""
    from pathlib import Path

    from partwise.evaluation.run_files import run_files

    names: list[str] = []
    for name in files:
        folder = name != "-" and Path(name).is_dir()
        runs = kind == "run" or (kind is None and not any(Path(name).glob("**/*.xml")))
        names += run_files([name]).names if folder and runs else [name]
    return names


class _Against:
    """The options of the command, and the assessments that runs are to meet."""

    def __init__(self, options: dict[str, Any]) -> None:
        from partwise.cli._arguments import given_of

        self.options = options
        self.given, self.checked = given_of(options)
        self.qrels: Qrels | None = None
        self.lengths: Lengths | None = None
        if options["qrels"] is not None:
            from partwise.evaluation.checking import check_qrels
            from partwise.evaluation.checks import fitting

            self.qrels = fitting(self.given.qrels(options["qrels"]), self.checked)
            check_qrels(self.qrels, lenient=options["lenient"])
            if options["lengths"] is not None:
                self.lengths = self.given.lengths(options["lengths"])


def _check(name: str, kind: str | None, against: _Against, *, quiet: bool) -> bool:
    from partwise.errors import PartwiseError
    from partwise.files.kinds import kind_of
    from partwise.files.source import buffered, probe
    from partwise.messages import visible_lines

    try:
        place = buffered(name)
        probe(place)
        found = kind or kind_of(
            place, encoding=against.options["encoding"], columns=against.options["columns"]
        )
        what, notes = _READERS[found](place, against)
    except (PartwiseError, OSError) as error:
        click.echo(visible_lines(_words(error)), err=True)
        return False
    click.echo(f"{name}: {what}, no problems")
    print_notes(notes, quiet=quiet, on_screen=False, indent="  ")
    return True


def _words(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror or error}"
    return str(error)


_Found = tuple[str, Any]


def _run(place: Any, against: _Against) -> _Found:
    from partwise.evaluation.checking import check_run
    from partwise.evaluation.checks import fitting
    from partwise.messages import plural

    options = against.options
    run = fitting(against.given.run(place), against.checked)
    notes = check_run(
        run,
        against.qrels,
        lengths=against.lengths,
        doc_ids=options["doc_ids"],
        order=options["order"],
        lenient=options["lenient"],
    )
    what = f"a run of {plural(len(run), 'part')} for {plural(len(run.topics), 'topic')}"
    return what, [*notes, *_past_end(run, against)]


def _qrels(place: Any, against: _Against) -> _Found:
    from partwise.evaluation.checking import check_qrels
    from partwise.evaluation.checks import fitting
    from partwise.messages import plural

    qrels = fitting(against.given.qrels(place), against.checked)
    notes = check_qrels(qrels, lenient=against.options["lenient"])
    topics = plural(len(qrels.topics), "topic")
    what = f"assessments with {plural(len(qrels), 'row')} for {topics}"
    return what, [*notes, *_past_end(qrels, against)]


def _past_end(table: Any, against: _Against) -> list[Any]:
    """Say which rows the texts are too short for."""
    if against.checked.texts is None:
        return []
    from partwise.texts.verify import noted_past_end

    return list(noted_past_end(table, against.checked.texts))


def _structure(place: Any, against: _Against) -> _Found:
    from partwise.files.reading import read_structure
    from partwise.messages import plural

    found = read_structure(place, lenient=against.given.reading.lenient)
    sizes = f"{plural(len(found), 'element')} of {plural(len(found.docs), 'document')}"
    return f"a structure with {sizes}", found.notes


def _lengths(place: Any, against: _Against) -> _Found:
    from partwise.files.reading import read_lengths
    from partwise.messages import plural

    found = read_lengths(place, reading=against.given.reading)
    return f"lengths of {plural(len(found), 'document')}", found.notes


def _inventory(place: Any, against: _Against) -> _Found:
    from partwise.geometry.element_names import with_elements
    from partwise.messages import plural

    parts, notes = with_elements(against.given.inventory(place, or_run=False), None)
    sizes = f"{plural(len(parts.doc), 'part')} of {plural(len(parts.docs), 'document')}"
    return f"an inventory of {sizes}", (*parts.notes, *notes)


def _links(place: Any, against: _Against) -> _Found:
    from partwise.errors import PartwiseError
    from partwise.files.formats.links import bare_links, read_links
    from partwise.messages import plural

    del against
    bare = bare_links(place)
    links = read_links(place, kind=None if bare else "reach")
    notes = ["no probabilities: for Links"] if bare else []
    try:
        read_links(place, kind=None if bare else "step")
    except PartwiseError as error:
        notes = [f"not with kind=step: {line}" for line in str(error).splitlines()]
    documents = plural(len(links.docs), "document")
    return f"{plural(links.source.size, 'link')} between places of {documents}", notes


def _routes(place: Any, against: _Against) -> _Found:
    from partwise.files.formats.routes import read_routes
    from partwise.messages import plural

    del against
    routes = read_routes(place)
    return (
        f"{plural(int(routes.last.sum()), 'route')} in {plural(len(routes.docs), 'document')}",
        (),
    )


def _topics(place: Any, against: _Against) -> _Found:
    from partwise.messages import list_some, plural
    from partwise.statistics.comparisons import read_attributes

    del against
    found = read_attributes(os.fspath(place))
    topics = {topic for values in found.values() for topic in values}
    return f"{plural(len(topics), 'topic')} with {list_some(list(found))}", ()


def _results(place: Any, against: _Against) -> _Found:
    from pathlib import Path

    from partwise.files.source import Source
    from partwise.messages import plural
    from partwise.tables.results import Results

    del against
    held = isinstance(place, Source) and place.content is not None  # standard input or a pipe
    found = Results.from_json(place.read() if held else Path(place))
    sizes = (plural(len(found.runs), "run"), plural(len(found.measures), "measure"))
    return f"saved results of {' and '.join(sizes)}", ()


_READERS = {
    "run": _run,
    "qrels": _qrels,
    "structure": _structure,
    "lengths": _lengths,
    "inventory": _inventory,
    "links": _links,
    "routes": _routes,
    "topics": _topics,
    "results": _results,
}
