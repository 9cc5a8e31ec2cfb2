"""Options that say how the texts are read that quotes come from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from partwise.cli._options import choice, doc_ids_option, stacked

if TYPE_CHECKING:
    from partwise.tables.texts import Texts

F = TypeVar("F", bound=Callable[..., Any])


def text_options(function: F) -> F:
    """Add the options that say how texts are read."""
    return stacked(
        click.option(
            "--id",
            "ids",
            type=click.Choice(["stem", "name", "path"]),
            default="stem",
            show_default=True,
            help="A document's id: file name without suffix, with it, or the path.",
        ),
        choice(
            "--kind",
            ["xml", "html", "markdown", "text"],
            "What the documents are; text takes files as they are.",
        ),
        click.option("--encoding", default="utf-8", show_default=True, metavar="E"),
        doc_ids_option(),
        click.option("--lenient", is_flag=True, help="Leave out documents that cannot be read."),
        click.option(
            "--max-bytes",
            type=click.IntRange(1),
            metavar="N",
            help="Most bytes of a document after decompression.",
        ),
    )(function)


def texts_at(name: str, options: dict[str, Any]) -> Texts:
    """Read the texts that a command names."""
    from partwise.texts.store import read_texts

    names = ("ids", "kind", "encoding", "lenient", "max_bytes")
    return read_texts(name, **{option: options[option] for option in names})
