"""``partwise formats``: the grammar of each format."""

from __future__ import annotations

from collections.abc import Iterable

import click

from partwise.cli._options import debugging

_ALIASES = {"edges": "links"}


@click.command(name="formats")
@click.argument("name", required=False)
@debugging
def command(name: str | None, *, quiet: bool, debug: bool) -> None:
    """List the formats that can be read, or show the grammar of the one called NAME."""
    from partwise.errors import UnknownNameError
    from partwise.files.registry import grammars
    from partwise.kernels.text.near import near

    known = grammars()
    if name is None:
        width = max(map(len, known)) + 2
        for key, grammar in known.items():
            click.echo(f"{key.ljust(width)}{grammar.strip().splitlines()[0].rstrip('.')}")
        return
    name = _ALIASES.get(name, name)
    found = [name] if name in known else _holding(name, known)
    if len(found) != 1:
        raise UnknownNameError("format", name, found[:3] or near(name, known))
    click.echo(known[found[0]].strip())


def _holding(part: str, names: Iterable[str]) -> list[str]:
    """Return the names that begin with a part of a name, else those that hold it."""
    begin = [name for name in names if name.startswith(part)]
    return begin or [name for name in names if part in name]
