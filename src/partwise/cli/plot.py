"""``partwise plot``: charts for papers and talks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from partwise.cli import _options as shared
from partwise.cli._option_kinds import choice, setting, stacked
from partwise.cli._output import Command
from partwise.errors import UsageError

if TYPE_CHECKING:
    from partwise.report.plots import Source

_NO_RUNS = "insertions"
"""The one kind that simulates its runs."""

_looks = stacked(
    click.option("-o", "--output", metavar="FILE", help="The chart: .svg, .png, .pdf or .json."),
    click.option("--title", metavar="T", help="Title instead of the chart's own."),
    click.option("--width", type=click.IntRange(1), metavar="N", help="Width of the plot."),
    click.option("--height", type=click.IntRange(1), metavar="N", help="Height of the plot."),
    # --scale is that of the assessments
    setting("--png-scale", 2.0, "Pixels of a PNG for each pixel of the chart."),
    choice(
        "--theme",
        ["light", "dark", "print"],
        "Colours; print is black, runs differ in dash and mark.",
        default="light",
    ),
    click.option("--baseline", metavar="NAME", help="Run to compare with; default: the first run."),
    click.option(
        "--budget", type=click.IntRange(1), metavar="N", help="Reading budget in characters."
    ),
    click.option(
        "--ranks",
        type=click.IntRange(1),
        default=20,
        show_default=True,
        metavar="N",
        help="Last rank of curves by rank.",
    ),
    setting("--seed", 0),
)


@click.command(cls=Command, name="plot")
@click.argument("kind", metavar="KIND", required=False)
@click.argument("files", metavar="QRELS RUN... | RESULTS.json...", nargs=-1)
@_looks
@shared.job_options
def command(
    kind: str | None,
    files: tuple[str, ...],
    *,
    measures: tuple[str, ...],
    output: str | None,
    png_scale: float,
    **options: Any,
) -> int:
    """Draw a chart of the given KIND; without one, list the kinds and what each needs.

    Give assessments and runs, or results saved with `partwise evaluate --format json --per-topic`
    where they suffice.
    """
    from partwise.cli._emit import print_notes
    from partwise.cli._measure_words import measure_words
    from partwise.report.plots import kind_of, listing

    if kind is None:
        click.echo(listing(), nl=False)
        return 0
    kind_of(kind)
    if output is None:
        raise UsageError(f"where does the chart go? Use -o {kind}.svg (or .png, .pdf, .json)")
    from partwise.report.plots import PlotOptions, chart_of, check_target

    check_target(output)
    names = ("title", "width", "height", "theme", "baseline", "budget", "ranks", "seed")
    wishes = PlotOptions(**{name: options.pop(name) for name in names})
    made = chart_of(kind, _source(kind, files, measure_words(measures), options), wishes)
    made.save(output, scale=png_scale)
    print_notes(made.notes, quiet=options["quiet"])
    return 0


def _source(kind: str, files: tuple[str, ...], words: list[str], options: dict[str, Any]) -> Source:
    """Read saved results, or everything that is to be drawn."""
    from partwise.cli._job import saved_or_evaluated
    from partwise.cli.lab import inputs
    from partwise.evaluation.run_files import with_run_files
    from partwise.evaluation.saved_results import are_saved
    from partwise.report.plot_kinds import LINES
    from partwise.report.plots import Source

    names = with_run_files(files)[0]
    if names and are_saved(names):
        return Source(prior_results=saved_or_evaluated(files, words, "", options=options))
    if len(names) < (1 if kind == _NO_RUNS else 2):
        raise UsageError("plot needs assessments and at least one run, or saved results")
    if kind in LINES:  # a curve has no cutoff, which a plan would ask for
        given = inputs(names[0], names[1:], [], options)
        return Source(given.qrels, given.runs, words or None, given.options)
    given = inputs(names[0], names[1:], words, options)
    return Source(given.qrels, given.runs or None, given.measures, given.options)
