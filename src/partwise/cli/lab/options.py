"""Options that the lab's commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from partwise.cli._option_kinds import setting, stacked
from partwise.cli._output import output_options
from partwise.errors import UsageError, require_extra

F = TypeVar("F", bound=Callable[..., Any])


def lab_output(function: F) -> F:
    """Add --format, --output, --raw, --plot and --seed."""
    return stacked(
        output_options("table", "json", "tsv", "csv", "md", "latex"),
        chart_option("--plot", "Draw a chart: .png, .svg, .pdf or .json."),
        setting("--seed", 0),
    )(function)


def chart_option(name: str, words: str) -> Callable[[F], F]:
    """Return an option that names the file of a chart and is checked before any work."""

    def check(_ctx: click.Context, _parameter: click.Parameter, target: str | None) -> str | None:
        if target is not None and not target.endswith(".json"):
            require_extra("charts", name, "vl_convert")
        return target

    return click.option(name, metavar="FILE", callback=check, help=words)


def numbers(text: str, option: str) -> tuple[int, ...]:
    """Read ``1-17`` or ``5,10,20`` or both mixed."""
    out: list[int] = []
    try:
        for piece in text.split(","):
            first, dash, last = piece.partition("-")
            out += range(int(first), int(last) + 1) if dash else [int(first)]
    except ValueError:
        out = []
    if not out or min(out) < 1:
        raise UsageError(f"{option} {text!r}: expected numbers such as 1-17 or 5,10,20")
    return tuple(sorted(set(out)))
