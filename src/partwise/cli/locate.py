"""``partwise locate``: quotes become verified places."""

from __future__ import annotations

from typing import Any

import click

from partwise.cli._completion import file_argument
from partwise.cli._options import max_errors_option
from partwise.cli._output import Command
from partwise.cli._process import UNMATCHED
from partwise.cli._texts import ROWS, table_options, texts_at

_SEARCH = ("ambiguous", "unit", "trust", "ellipsis")
"""Options that `pw.locate` has under the same name."""


@click.command(cls=Command, name="locate")
@file_argument("file", "FILE")
@click.option(
    "--texts",
    metavar="T",
    required=True,
    help="Source texts: a folder, an archive, a document or a table with doc and text.",
)
@click.option(
    "--as",
    "kind_of_rows",
    type=click.Choice(["qrels", "run", "chunks"]),
    help="What the rows are; by default their columns say it.",
)
@click.option(
    "--ambiguous",
    type=click.Choice(["keep", "first", "all"]),
    default="keep",
    show_default=True,
    help="A quote with several places gets none, the first, or a row for each.",
)
@max_errors_option
@click.option(
    "--ellipsis",
    type=click.Choice(["pieces", "cover", "literal"]),
    help="A quote with omissions: a row for each piece (default), one place from the first piece "
    "to the last (default for runs), or searched for as it stands.",
)
@click.option(
    "--unit",
    type=click.Choice(["codepoint", "utf16", "byte"]),
    help="Unit of given offsets; by default code points, unless the texts prove another.",
)
@click.option(
    "--trust",
    type=click.Choice(["text", "offsets"]),
    default="text",
    show_default=True,
    help="What is right where given offsets do not fit their text.",
)
@table_options("ambiguous or unmatched")
def command(file: str, texts: str, *, output: str | None, **options: Any) -> int:
    """Find the quotes of FILE (column text) in the texts, and say how sure each place is.

    Each row gets doc, start and end, and a status: exact, normalised (same letters), fuzzy
    (within the error limit, or a changed number or negation), ambiguous (several places equally
    good), unmatched. Ambiguous and unmatched rows get no place.
    """
    from partwise.cli._located import emit_located, usual_form
    from partwise.files.source import buffered
    from partwise.texts.locate import locate

    given = buffered(file)
    found = locate(
        given,
        texts_at(texts, options),
        kind=options["kind_of_rows"],
        max_errors=options["max_errors"],
        **{name: options[name] for name in (*_SEARCH, *ROWS)},
    )
    if options["columns"]:
        options["columns"].refuse_unused()
    usual = usual_form(given, options["encoding"])
    emit_located(found, output, options["form"], usual=usual, quiet=options["quiet"])
    return UNMATCHED if options["fail_unmatched"] and found.unplaced else 0
