"""Options of other tools that partwise spells otherwise, refused with its own spelling."""

from __future__ import annotations

import click

_MEASURE = dict.fromkeys(("--metric", "--metrics", "--measures"), "Use -m: -m 'CharR@5'.")
_CUTOFF = dict.fromkeys(
    ("-k", "--k", "--cutoff", "--top-k", "--topk"), "Use a cutoff: -m 'CharR@5'."
)
_WITH_MEASURES = _MEASURE | _CUTOFF
"""What to use in place of an option in commands that take measures."""


def with_advice(error: click.NoSuchOption) -> click.UsageError:
    """Return the error with what to use, where other tools have such an option."""
    known = {} if error.ctx is None else _options(error.ctx.command)
    advice = _WITH_MEASURES.get(error.option_name) if "--measure" in known else None
    form = known["--format"].type if "--format" in known else None
    wanted = error.option_name.removeprefix("--")
    if isinstance(form, click.Choice) and wanted in form.choices:
        advice = f"Use --format {wanted}."
    return error if advice is None else click.UsageError(f"{error.message} {advice}", error.ctx)


def _options(command: click.Command) -> dict[str, click.Parameter]:
    return {name: option for option in command.params for name in option.opts}
