"""Notes as people see them: merged, warnings first, on standard error or below a table."""

from __future__ import annotations

from collections.abc import Iterable

import click

from partwise.cli._flags import asked
from partwise.messages import lines, visible


def print_notes(
    notes: Iterable[str], *, quiet: bool, on_screen: bool = False, indent: str = ""
) -> None:
    """Print notes to standard error, or below the table that stands on the screen."""
    shown = [] if quiet else lines(notes, verbose=asked("verbose"))
    if shown and on_screen:
        click.echo()
    for line in shown:
        click.echo(f"{indent}{visible(line)}", err=not on_screen)
