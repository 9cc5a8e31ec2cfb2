"""``partwise compare``: whether a difference can be trusted."""

from __future__ import annotations

from typing import Any

import click

from partwise.cli._completion import file_argument
from partwise.cli._option_kinds import choice, repeatable, setting
from partwise.cli._options import job_options, scale_options
from partwise.cli._output import Command, Output, output_options
from partwise.cli._process import GATE_FAILED


@click.command(cls=Command, name="compare")
@file_argument("files", "QRELS BASELINE RUN... | RESULTS.json...", nargs=-1, required=True)
@repeatable("--baseline", "baselines", "NAME", "Run to compare against; default: the first run.")
@setting("--alpha", 0.05, "Significance level.")
@choice(
    "--correction",
    ["holm", "bonferroni", "bh", "none"],
    "Correction that decides what is significant; all are in the JSON.",
    default="holm",
)
@setting("--confidence", 0.95, "Confidence level of the intervals.")
@setting("--tie", 0.0, "Differences up to this size count as ties.")
@click.option(
    "--by", metavar="FILE", help="Also test groups of topics, from a table with a column topic."
)
@repeatable("--attribute", "attributes", "COLUMN", "Column of that table; default: all.")
@click.option(
    "--moved",
    type=int,
    default=0,
    metavar="N",
    help="Show the topics with the largest differences.",
)
@click.option("--per-topic", is_flag=True, help="Show the difference of every topic.")
@click.option("--gate", is_flag=True, help="Exit with 1 when a run is significantly worse.")
@setting("--flips", 10_000, "Number of random sign flips in the permutation test.")
@setting("--resamples", 10_000, "Number of bootstrap resamples.")
@setting("--seed", 0)
@output_options("table", "json", "tsv", "csv", "md", "latex")
@scale_options
@job_options
def command(
    files: tuple[str, ...],
    *,
    measures: tuple[str, ...],
    by: str | None,
    attributes: tuple[str, ...],
    baselines: tuple[str, ...],
    moved: int,
    per_topic: bool,
    gate: bool,
    out: Output,
    **options: Any,
) -> int:
    """Compare runs with a baseline, topic by topic.

    Give assessments, a baseline and runs, or results saved with `partwise evaluate --format json
    --per-topic`. Every difference comes with a bootstrap interval, p-values, corrections for the
    number of comparisons, effect sizes, and the difference that these topics could have shown.
    """
    from partwise.cli._job import saved_or_evaluated
    from partwise.cli._measure_words import measure_words
    from partwise.report.comparison import comparison_document
    from partwise.statistics.compare import compare
    from partwise.statistics.comparisons import read_attributes

    names = ("alpha", "correction", "confidence", "tie", "flips", "resamples", "seed")
    settings = {name: options.pop(name) for name in names}
    results = saved_or_evaluated(
        files,
        measure_words(measures),
        "compare needs assessments, a baseline and at least one run",
        least=2,
        options=options,
    )
    found = compare(
        results,
        list(baselines) or None,
        by=None if by is None else read_attributes(by, attributes),
        **settings,
    )
    out.emit(comparison_document(found, moved, per_topic=per_topic))
    if not gate:
        return 0
    for row in found.regressions:
        p = row.adjusted(found.correction)
        click.echo(
            f"failed: {row.run} is worse than {row.baseline}: {row.measure} "
            f"{row.difference:+.4f} (p = {p:.4g})",
            err=True,
        )
    return GATE_FAILED if found.regressions else 0
