"""Options that say how quotes are located."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

_SHARE = r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*(%?)"


def _share(context: click.Context, option: click.Parameter, value: str | None) -> float | None:
    """Read a share: ``10%`` or ``0.1``."""
    if value is None:
        return None
    found = re.fullmatch(_SHARE, value.strip())
    share = -1.0 if found is None else float(found[1]) / (100 if found[2] else 1)
    if not 0 <= share < 1:
        said = f"{value!r} is not a share below 100% (10% or 0.1)"
        raise click.BadParameter(said, context, option)
    return share


def search_options(function: F) -> F:
    """Add the options that say how quotes are searched for."""
    loose = click.option("--loose", is_flag=True, help="Allow errors of 30%.")
    most = click.option(
        "--max-errors",
        callback=_share,
        metavar="10%",
        help="Maximum errors of a quote, as a share of its letters; default 10%.",
    )
    return most(loose(function))


def errors_allowed(get: Callable[[str], Any]) -> float:
    """Return the share of errors that the options allow; `get` returns an option."""
    from partwise.errors import UsageError
    from partwise.files.options import STRICT
    from partwise.texts.verification import LOOSE

    given, loose = get("max_errors"), get("loose")
    if given is not None and loose:
        raise UsageError("--max-errors and --loose contradict each other. Use one of them")
    share: float = STRICT if given is None else given
    return LOOSE if loose else share
