"""``partwise merge``: put the parts of an evaluation together."""

from __future__ import annotations

from typing import Any

import click

from partwise.cli import _options as shared
from partwise.cli._completion import file_argument
from partwise.cli._output import Command, Output, output_options


@click.command(cls=Command, name="merge")
@file_argument("parts", "DIR | PART...", nargs=-1, required=True)
@shared.per_topic_option
@output_options("table", "tsv", "csv", "json", "jsonl", "md", "latex", "parquet")
@shared.gates_option
@shared.verbosity_options
def command(
    parts: tuple[str, ...],
    *,
    per_topic: bool,
    gates: tuple[str, ...],
    out: Output,
    **_: Any,
) -> int:
    """Write what `partwise evaluate` would have written, from the parts of all buckets."""
    from partwise.cli._gates import show
    from partwise.work.api import merge

    return show(merge(*parts), gates, out, per_topic=per_topic)
