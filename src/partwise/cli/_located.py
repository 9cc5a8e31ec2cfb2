"""Writing tables of located rows: the table to a file or standard output, the rest beside it."""

from __future__ import annotations

import os
import sys
from pathlib import PurePath
from typing import TYPE_CHECKING, Protocol

import click

from partwise.cli._option_kinds import asked
from partwise.errors import FormatError, TableError, UsageError
from partwise.files.atomic import write_bytes
from partwise.files.formats.table_text import table_bytes
from partwise.files.source import Source
from partwise.messages import visible, warnings_of
from partwise.report.notes import lines
from partwise.spelling import spelt
from partwise.texts.rows import table_format

if TYPE_CHECKING:
    import polars as pl

_FORMATS = ("tsv", "csv", "jsonl", "parquet", "json")


class Sheet(Protocol):
    """A table with a summary."""

    @property
    def table(self) -> pl.DataFrame:
        """The rows."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known."""

    @property
    def summary(self) -> str:
        """One line."""

    def to_json(self) -> str:
        """Return everything."""


def emit_located(
    found: Sheet, target: str | None, form: str | None, *, usual: str, quiet: bool
) -> None:
    """Write a table; notes and the summary go to standard error.

    Neither `form` nor a target's suffix leaves the `usual` format.
    """
    suffix = None if target is None or target == "-" else _from_suffix(target, form)
    chosen = form or suffix or usual
    try:
        json = chosen == "json"
        content = found.to_json().encode() if json else table_bytes(found.table, chosen)
    except TableError as bad:
        instead = "--format jsonl" if form or suffix is None else "-o FILE.jsonl"
        hint = f"Use {instead}" if chosen == "tsv" else None
        raise FormatError(target or "standard output", None, bad.problem, hint) from None
    if target is None or target == "-":
        sys.stdout.buffer.write(content)
        sys.stdout.flush()
    else:
        write_bytes(target, content)
    told = warnings_of(found.notes) if quiet else found.notes
    for line in lines(told, verbose=asked("verbose")):
        click.echo(visible(line), err=True)
    click.echo(visible(found.summary), err=True)


def usual_form(given: str | os.PathLike[str], encoding: str) -> str:
    """Return the format in which a table leaves as it came: JSON lines, else TSV."""
    if not isinstance(given, Source):
        return "tsv"
    came = table_format(Source(given, encoding=encoding))
    return came if came == "jsonl" else "tsv"


def _from_suffix(target: str, form: str | None) -> str:
    suffix = PurePath(os.fspath(target)).suffix[1:].lower()
    if form is None and suffix not in _FORMATS:
        known = ", ".join(f".{name}" for name in _FORMATS)
        raise UsageError(f"{target}: {spelt('use a name that ends in')} {known}, or --format")
    return suffix
