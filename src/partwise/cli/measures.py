"""``partwise measures``: the catalogue, and one entry of it."""

from __future__ import annotations

import click

from partwise.cli._completion import complete_measures
from partwise.cli._option_kinds import choice
from partwise.cli._options import debugging


@click.command(name="measures")
@click.argument("name", required=False, shell_complete=complete_measures)
@choice("--by", ["family", "question"], "How the list is arranged.", default="family")
@debugging
def command(name: str | None, by: str, *, quiet: bool, debug: bool) -> None:
    """List the measures, gains and user models, or explain the one called NAME."""
    from partwise.report import catalogue

    if name is not None:
        click.echo(catalogue.explain(name), nl=False)
    elif by == "question":
        click.echo(catalogue.by_question(), nl=False)
    else:
        click.echo(catalogue.by_family(), nl=False)
