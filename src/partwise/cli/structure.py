"""``partwise structure``: documents to element trees and texts."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from partwise.cli._completion import file_argument
from partwise.cli._emit import print_notes
from partwise.cli._options import verbosity_options
from partwise.cli._output import Command
from partwise.cli._process import Progress
from partwise.cli._texts import document_id_option
from partwise.errors import UsageError, quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from partwise.files.documents.read import Batch, StructureBuilder

_REFRESH = 0.1
"""Seconds between two looks at the progress bar."""


@click.command(cls=Command, name="structure")
@file_argument("paths", "FILE|DIR...", nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    help="Where the structure goes: a name in .parquet, .tsv, .csv or .jsonl.",
)
@click.option(
    "--texts", metavar="DIR", help="Also write the texts that offsets point into, one file each."
)
@click.option(
    "--links",
    metavar="FILE",
    help="Also write the links of HTML and Markdown, for --nav \"Links('FILE')\".",
)
@click.option(
    "--kind",
    type=click.Choice(["xml", "html", "markdown", "text"]),
    help="What the documents are; by default their names say it.",
)
@document_id_option("The document's id")
@click.option(
    "--retrievable",
    metavar="TAGS",
    help="Elements to keep, separated by commas; roots are always kept.",
)
@click.option("--words", is_flag=True, help="Count extents in words too (wstart, wend).")
@click.option(
    "--encoding", default="utf-8", show_default=True, metavar="E", help="Encoding of plain text."
)
@click.option("--max-elements", type=click.IntRange(1), default=5_000_000, show_default=True)
@click.option("--max-depth", type=click.IntRange(1, 2048), default=256, show_default=True)
@click.option("--max-bytes", type=click.IntRange(1), default=1 << 30, show_default=True)
@click.option("--lenient", is_flag=True, help="Leave bad documents out, and report them.")
@verbosity_options
def command(
    paths: tuple[str, ...], output: str, *, texts: str | None, links: str | None, **options: Any
) -> None:
    """Turn XML, HTML, Markdown and plain text into element trees.

    FILE may be a document, or a zip or tar archive; folders are searched through. The structure is
    what element runs, element assessments and conversions between elements and spans need.
    """
    from partwise.files.documents.links import links_file
    from partwise.files.documents.read import Options, StructureBuilder, text_folder
    from partwise.files.documents.table import TableWriter

    wanted = {"texts": texts is not None, "links": links is not None}
    growing = StructureBuilder(paths, _options(Options, options | wanted))
    elements = 0
    with TableWriter(output) as writer, links_file(links, output, texts) as write_links:
        with text_folder(texts, output) as write_texts:
            for batch in _shown(growing, quiet=options["quiet"]):
                elements += len(batch.structure)
                writer.write(batch.structure.to_frame())
                write_texts(batch)
            write_links(growing.links)
            writer.join()
        writer.finish()
    _report(growing, elements, quiet=options["quiet"])


def _options(make: Any, given: dict[str, Any]) -> Any:
    import codecs

    from partwise.files.documents.builder import Limits

    try:
        encoding = codecs.lookup(given["encoding"]).name
    except LookupError:
        raise UsageError(f"unknown encoding {quote(given['encoding'])}") from None
    tags = (given["retrievable"] or "").split(",")
    return make(
        kind=given["kind"],
        ids=given["ids"],
        encoding=encoding,
        retrievable=frozenset(tag.strip() for tag in tags if tag.strip()),
        words=given["words"],
        texts=given["texts"],
        links=given["links"],
        lenient=given["lenient"],
        limits=Limits(given["max_elements"], given["max_depth"], given["max_bytes"]),
    )


def _shown(growing: StructureBuilder, *, quiet: bool) -> Iterator[Batch]:
    """Show how far the documents are while a terminal is watching."""
    with Progress(growing.expected if not quiet else 0, quiet=quiet) as progress:
        shown = time.monotonic()

        def seen(place: str) -> None:
            nonlocal shown
            if progress.active and time.monotonic() - shown > _REFRESH:
                progress.done = growing.documents
                progress.step(f"reading {place}")
                shown = time.monotonic()

        growing.seen = seen
        yield from growing


def _report(growing: StructureBuilder, elements: int, *, quiet: bool) -> None:
    from partwise.messages import plural

    for problem in growing.problems:
        click.echo(str(problem), err=True)
    documents = plural(growing.documents, "document")
    if len(growing.kinds) > 1:  # a note beside the documents may have been read as one of them
        kinds = (f"{count:,} {kind}" for kind, count in growing.kinds.most_common())
        documents += f" ({', '.join(kinds)})"
    if not quiet:
        click.echo(f"{documents}, {plural(elements, 'element')}", err=True)
    print_notes(growing.notes, quiet=quiet)
