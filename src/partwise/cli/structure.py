"""``partwise structure``: documents to element trees and texts."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from partwise.cli.notes import print_notes
from partwise.cli.options import speaking
from partwise.cli.progress import Progress
from partwise.errors import UsageError, quote

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Self

    from partwise.readers.structure import Batch, Growing

_REFRESH = 0.1
"""Seconds between two looks at the progress bar."""


@click.command(name="structure")
@click.argument("paths", metavar="FILE|DIR...", nargs=-1, required=True)
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
    "--kind",
    type=click.Choice(["xml", "html", "markdown", "text"]),
    help="What the documents are; by default their names say it.",
)
@click.option(
    "--id",
    "ids",
    type=click.Choice(["stem", "name", "path"]),
    default="stem",
    show_default=True,
    help="The document's id: file name without suffix, with it, or the path.",
)
@click.option(
    "--retrievable",
    metavar="TAGS",
    help="Names of the elements that count, separated by commas; roots always do.",
)
@click.option("--words", is_flag=True, help="Count extents in words too (wstart, wend).")
@click.option("--encoding", default="utf-8", show_default=True, metavar="E", help="Of plain text.")
@click.option("--max-elements", type=click.IntRange(1), default=5_000_000, show_default=True)
@click.option("--max-depth", type=click.IntRange(1, 2048), default=256, show_default=True)
@click.option("--max-bytes", type=click.IntRange(1), default=1 << 30, show_default=True)
@click.option("--lenient", is_flag=True, help="Leave bad documents out, and report them.")
@speaking
def command(paths: tuple[str, ...], output: str, *, texts: str | None, **options: Any) -> None:
    """Turn XML, HTML, Markdown and plain text into element trees.

    FILE may be a document, or a zip or tar archive; folders are searched through. The structure is
    what element runs, element assessments and conversions between elements and spans need.
    """
    from partwise.readers.structure import Growing, Options
    from partwise.readers.structure_table import StructureWriter

    growing = Growing(paths, _options(Options, options, texts=texts is not None))
    elements = 0
    with StructureWriter(output) as writer, _TextFolder(texts) as folder:
        for batch in _shown(growing, quiet=options["quiet"]):
            elements += len(batch.structure)
            writer.write(batch.structure)
            folder.write(batch)
        folder.finish()
        writer.finish()
    _report(growing, elements, quiet=options["quiet"])


def _options(make: Any, given: dict[str, Any], *, texts: bool) -> Any:
    import codecs

    from partwise.readers._trees import Limits

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
        texts=texts,
        lenient=given["lenient"],
        limits=Limits(given["max_elements"], given["max_depth"], given["max_bytes"]),
    )


def _shown(growing: Growing, *, quiet: bool) -> Iterator[Batch]:
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


def _report(growing: Growing, elements: int, *, quiet: bool) -> None:
    from partwise.messages import plural

    for problem in growing.problems:
        click.echo(str(problem), err=True)
    if quiet:
        return
    said = plural(growing.documents, "document"), plural(elements, "element")
    click.echo(", ".join(said), err=True)
    print_notes(growing.notes, quiet=quiet)


class _TextFolder:
    """Texts on their way into a folder; they appear there only when all went well."""

    def __init__(self, name: str | None) -> None:
        self._target = None if name is None else Path(name)
        self._waiting: Path | None = None

    def __enter__(self) -> Self:
        if self._target is not None:
            if self._target.exists() and not self._target.is_dir():
                raise UsageError(f"{self._target}: is not a folder")
            parent = self._target.absolute().parent
            parent.mkdir(parents=True, exist_ok=True)
            self._waiting = Path(tempfile.mkdtemp(prefix=".texts-", dir=parent))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._waiting is not None:
            shutil.rmtree(self._waiting, ignore_errors=True)

    def write(self, batch: Batch) -> None:
        """Write the texts of some documents."""
        if self._waiting is None:
            return
        for doc, text in zip(batch.structure.docs, batch.texts, strict=True):
            if doc.startswith("/") or ".." in doc.split("/"):
                raise UsageError(f"document id {quote(doc)} cannot name a file")
            file = self._waiting / f"{doc}.txt"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="")

    def finish(self) -> None:
        """Move all texts to where they belong."""
        if self._waiting is None or self._target is None:
            return
        for folder, _, names in os.walk(self._waiting):
            into = self._target / Path(folder).relative_to(self._waiting)
            into.mkdir(parents=True, exist_ok=True)
            for name in names:
                shutil.move(Path(folder, name), into / name)
