"""Where a finding goes: options that say so, and never over what a command reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import click

from partwise.cli._option_kinds import F, flag, stacked
from partwise.errors import UsageError

if TYPE_CHECKING:
    from partwise.report.tables import Document


class Output(NamedTuple):
    """Where a finding goes: a format, or what the file's name says; a file, or the screen."""

    form: str | None
    target: str | None
    quiet: bool

    @property
    def is_json(self) -> bool:
        """Whether it goes out as JSON, which names the digests of its inputs."""
        return self.form == "json" or (self.form is None and (self.target or "").endswith(".json"))

    def emit(self, found: Document) -> None:
        """Write a finding and its notes."""
        from partwise.cli._emit import emit

        emit(found, self.form, self.target, quiet=self.quiet)


def output_options(*formats: str) -> Callable[[F], F]:
    """Add --format, --output and --raw; the command receives them as its argument `out`."""

    def gathered(function: F) -> F:
        @wraps(function)
        def command(*given: Any, form: str | None, output: str | None, **options: Any) -> Any:
            out = Output(form, output, options["quiet"])
            return function(*given, out=out, **options)

        return cast("F", command)

    return stacked(
        click.option("--format", "form", type=click.Choice(formats), help="Default: a table."),
        click.option("-o", "--output", metavar="FILE", help="Write to a file."),
        flag("raw", "In TSV and CSV write cells that begin with = + - @ as they are."),
        gathered,
    )


_WRITTEN = {
    "output": "-o",
    "target": "OUT",
    "oracle": "--oracle",
    "data": "--data",
    "review": "--review",
}
"""Parameters that name what is written, and how they are given."""


class Command(click.Command):
    """A command of ours: an output that is also an input is refused before any work."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        refuse_own_inputs(ctx.params)
        return super().invoke(ctx)


def refuse_own_inputs(given: Mapping[str, Any]) -> None:
    """Refuse to write to a file that is read: what was read would be gone."""
    for name, spelled in _WRITTEN.items():
        target = given.get(name)
        if not isinstance(target, str) or not Path(target).is_file():
            continue
        for word in _words(given):
            if word != "-" and Path(word).is_file() and Path(word).samefile(target):
                raise UsageError(
                    f"{spelled} {target} is also an input, which would be lost. Use another name"
                )


def _words(given: Mapping[str, Any]) -> Iterator[str]:
    """Yield what may name an input, also behind ``RUN=``."""
    for name, value in given.items():
        if name in _WRITTEN:
            continue
        for word in value if isinstance(value, tuple) else (value,):
            if isinstance(word, str):
                yield from {word, word.partition("=")[2] or word}
