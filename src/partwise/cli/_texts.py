"""Options that say how the texts are read that quotes come from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from partwise.cli._option_kinds import choice, flag, stacked
from partwise.cli._options import columns_option, debugging, doc_ids_option, max_bytes_option

if TYPE_CHECKING:
    from partwise.tables.texts import Texts

F = TypeVar("F", bound=Callable[..., Any])


def document_id_option(what: str) -> Callable[[F], F]:
    """Return --id, which says `what` names a document."""
    return click.option(
        "--id",
        "ids",
        type=click.Choice(["stem", "name", "path"]),
        default="stem",
        show_default=True,
        help=f"{what}: file name without suffix, with it, or the path.",
    )


def text_options(function: F) -> F:
    """Add the options that say how texts are read."""
    return stacked(
        document_id_option("A document's id"),
        choice(
            "--kind",
            ["xml", "html", "markdown", "text"],
            "What the documents are; text takes files as they are.",
        ),
        click.option("--encoding", default="utf-8", show_default=True, metavar="E"),
        doc_ids_option(),
        click.option("--lenient", is_flag=True, help="Leave out documents that cannot be read."),
        max_bytes_option("document"),
    )(function)


ROWS = ("doc_ids", "columns", "encoding", "stamp")
"""Options of all that reads rows and texts, in Python under the same name."""


def table_options(unplaced: str) -> Callable[[F], F]:
    """Return the options of commands that write a table of places.

    `unplaced` says when --fail-unmatched fails.
    """
    return stacked(
        click.option(
            "-o", "--output", metavar="OUT", help="Write to a file; default: standard output."
        ),
        columns_option("Columns that have other names: text=quote_text,doc=file."),
        text_options,
        click.option(
            "--fail-unmatched", is_flag=True, help=f"Exit with 1 when a row is {unplaced}."
        ),
        click.option(
            "--format",
            "form",
            type=click.Choice(["tsv", "csv", "jsonl", "parquet", "json"]),
            help="Default: what OUT ends in; else JSON lines for JSON lines, TSV for all others.",
        ),
        click.option(
            "--stamp",
            is_flag=True,
            help="Add a column sha256 by which evaluate notices that a text has changed.",
        ),
        flag("verbose", "Show all notes."),
        debugging,
    )


def texts_at(name: str, options: dict[str, Any]) -> Texts:
    """Read the texts that a command names."""
    from partwise.texts.locate import read_texts

    names = ("ids", "kind", "encoding", "lenient", "max_bytes")
    return read_texts(name, **{option: options[option] for option in names})
