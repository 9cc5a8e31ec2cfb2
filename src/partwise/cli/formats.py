"""``partwise formats``: the grammar of each format."""

from __future__ import annotations

import click

from partwise.cli.options import debugging


@click.command(name="formats")
@click.argument("name", required=False)
@debugging
def command(name: str | None, *, quiet: bool, debug: bool) -> None:
    """List the formats that can be read, or show the grammar of the one called NAME."""
    from partwise.errors import UnknownNameError
    from partwise.readers.api import formats

    known = formats()
    if name is None:
        width = max(map(len, known)) + 2
        for key, grammar in known.items():
            click.echo(f"{key.ljust(width)}{grammar.strip().splitlines()[0].rstrip('.')}")
        return
    if name not in known:
        import difflib

        raise UnknownNameError(
            "format", name, difflib.get_close_matches(name, known, n=3, cutoff=0.4)
        )
    click.echo(known[name].strip())
