"""``partwise bucket``: split assessments and runs by topic."""

from __future__ import annotations

from typing import Any

import click

from partwise.cli import _options as shared
from partwise.cli._completion import file_argument
from partwise.cli._output import Command


@click.command(cls=Command, name="bucket")
@file_argument("qrels", "QRELS")
@file_argument("runs", "RUN...", nargs=-1, required=True)
@click.option("-o", "--output", metavar="DIR", required=True, help="A new or empty folder.")
@click.option(
    "-n",
    "--buckets",
    type=int,
    metavar="N",
    help="Number of buckets; default: by the size of the input.",
)
@click.option("--resume", is_flag=True, help="Go on where bucketing was ended, or do nothing.")
@shared.bucket_options
@shared.reading_options
@shared.verbosity_options
def command(
    qrels: str,
    runs: tuple[str, ...],
    *,
    output: str,
    buckets: int | None,
    resume: bool,
    **options: Any,
) -> int:
    """Split QRELS and RUNs by topic into buckets that can be evaluated anywhere.

    Every table is read and checked once. `partwise evaluate DIR --bucket I/N`
    evaluates a bucket, `partwise merge DIR` puts the parts together.
    """
    from partwise.cli._job import EvaluationJob
    from partwise.cli._work import bucket_files
    from partwise.evaluation.run_files import run_files

    found = run_files(runs)
    job = EvaluationJob(qrels, found.names, options, found.notes)
    made = bucket_files(job, output, buckets, resume=resume)
    if not options["quiet"]:
        click.echo(made, err=True)
    return 0
