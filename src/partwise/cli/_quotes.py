"""Options that say how quotes are located, and how the texts are read."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from partwise.cli._options import stacked

if TYPE_CHECKING:
    from partwise.tables.texts import Texts

F = TypeVar("F", bound=Callable[..., Any])

_SHARE = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*(%?)")


def _share(context: click.Context, option: click.Parameter, value: str | None) -> float | None:
    """Read a share: ``10%`` or ``0.1``."""
    if value is None:
        return None
    found = _SHARE.fullmatch(value.strip())
    share = -1.0 if found is None else float(found[1]) / (100 if found[2] else 1)
    if not 0 <= share < 1:
        said = f"{value!r} is not a share below 100% (10% or 0.1)"
        raise click.BadParameter(said, context, option)
    return share


def search_options(function: F) -> F:
    """Add the options that say how quotes are searched for."""
    return stacked(
        click.option(
            "--max-errors",
            callback=_share,
            metavar="10%",
            help="Most errors of a quote, as a share of its letters; default 10%.",
        ),
        click.option("--loose", is_flag=True, help="Allow errors of 30%."),
    )(function)


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
        click.option(
            "--kind",
            type=click.Choice(["xml", "html", "markdown", "text"]),
            help="What the documents are; text takes files as they are.",
        ),
        click.option("--encoding", default="utf-8", show_default=True, metavar="E"),
        click.option(
            "--doc-ids",
            type=click.Choice(["exact", "name", "stem", "casefold"]),
            help="Compare document ids exactly, without folder (name), "
            "without folder and suffix (stem), or regardless of case (casefold).",
        ),
        click.option("--lenient", is_flag=True, help="Leave out documents that cannot be read."),
        click.option(
            "--max-bytes",
            type=click.IntRange(1),
            metavar="N",
            help="Most bytes of a document after decompression.",
        ),
    )(function)


stamp_option = click.option(
    "--stamp",
    is_flag=True,
    help="Add a column sha256 by which evaluate notices that a text has changed.",
)


def errors_allowed(options: dict[str, Any]) -> float:
    """Return the share of errors that the options allow."""
    from partwise.errors import UsageError
    from partwise.texts.locate import LOOSE, STRICT

    given, loose = options.get("max_errors"), options.get("loose")
    if given is not None and loose:
        raise UsageError("--max-errors and --loose contradict each other. Use one of them")
    share: float = STRICT if given is None else given
    return LOOSE if loose else share


def texts_at(name: str, options: dict[str, Any]) -> Texts:
    """Read the texts that a command names."""
    from partwise.texts.store import read_texts

    return read_texts(
        name,
        ids=options["ids"],
        kind=options["kind"],
        encoding=options["encoding"],
        lenient=options["lenient"],
        max_bytes=options["max_bytes"],
    )
