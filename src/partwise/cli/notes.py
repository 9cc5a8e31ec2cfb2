"""Notes as people see them: merged, warnings first, on standard error or below a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from partwise.messages import lines

_VERBOSE = "partwise.verbose"


def remember_verbose(context: click.Context, _: click.Parameter, value: Any) -> None:
    """Keep the answer to --verbose where `print_notes` finds it, whatever the command."""
    context.meta[_VERBOSE] = bool(value)


def print_notes(
    notes: Iterable[str], *, quiet: bool, on_screen: bool = False, indent: str = ""
) -> None:
    """Print notes to standard error, or below the table that stands on the screen."""
    context = click.get_current_context(silent=True)
    verbose = context is not None and bool(context.meta.get(_VERBOSE))
    shown = [] if quiet else lines(notes, verbose=verbose)
    if shown and on_screen:
        click.echo()
    for line in shown:
        click.echo(f"{indent}{line}", err=not on_screen)
