"""``partwise lab reliability``: how far results can be trusted."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from partwise.cli._completion import file_argument
from partwise.cli._option_kinds import choice, setting
from partwise.cli._options import job_options
from partwise.cli._output import Command, Output
from partwise.cli.lab.options import chart_option, lab_output, numbers
from partwise.errors import UsageError

if TYPE_CHECKING:
    from partwise.lab.reliability.variants import Variants


@click.command(cls=Command)
@file_argument("files", "QRELS RUN... | RESULTS.json...", nargs=-1, required=True)
@click.option(
    "--variants",
    "kind",
    type=click.Choice(["assessors", "assessments", "topics"]),
    help="Resample assessors (one a topic), judgements or topics. Default: "
    "assessors where topics have several, else topics.",
)
@click.option(
    "--count", type=int, metavar="N", help="Number of variants drawn, or of combinations tried."
)
@setting("--keep", 0.8, "Fraction of the judgements kept in each sample.")
@choice(
    "--official",
    ["union", "first"],
    "Official assessments: of all assessors together, or of each topic's first.",
    default="union",
)
@click.option("--only-several", is_flag=True, help="Only topics with several assessors.")
@setting("--fuzziness", 0.05, "Treat means closer than this relative difference as tied.")
@click.option("--sizes", metavar="1-17|5,10,20", help="Topic-set sizes; default: up to half.")
@setting("--trials", 100, "Number of random pairs of topic sets.")
@click.option("--extrapolate", metavar="34,50", help="Topic-set sizes to extrapolate to.")
@setting("--error", 0.05, "Swap rate that is acceptable.")
@setting("--top", 1.0, "Fraction of the best runs kept.")
@setting("--resamples", 1_000, "Number of bootstrap resamples.")
@setting("--jobs", 1, "Number of processes.")
@click.option("--all-bins", is_flag=True, help="Draw all differences, not only six.")
@chart_option("--plot-spread", "Draw each run's mean with error bars.")
@chart_option("--plot-tau", "Draw each measure's tau with error bars.")
@lab_output
@job_options
def reliability(
    files: tuple[str, ...],
    *,
    measures: tuple[str, ...],
    all_bins: bool,
    out: Output,
    **options: Any,
) -> int:
    """Tell how far results can be trusted: other assessors, other topics, fewer topics."""
    from partwise.cli._measure_words import measure_words
    from partwise.cli._process import Progress
    from partwise.lab.reliability.estimate import reliability as lab
    from partwise.report.lab.reliability import reliability as document

    names = ("fuzziness", "trials", "error", "top", "resamples")
    settings = {name: options.pop(name) for name in names}
    settings |= {name: options[name] for name in ("seed", "jobs")}
    sizes, beyond = (_numbers(options, name) for name in ("sizes", "extrapolate"))
    targets = [options.pop(name) for name in ("plot", "plot_spread", "plot_tau")]
    words = measure_words(measures)
    with Progress(max(10, len(words)), quiet=options["quiet"]) as progress:
        variants = _variants(files, words, progress, options)
        found = lab(variants, sizes=sizes, beyond=beyond, step=progress.step, **settings)
    from partwise.report.chart_kinds import spread, swaps, taus
    from partwise.report.charts import drawings, save

    rates = partial(swaps, found, all_bins=all_bins)
    charts = (rates, partial(spread, found), partial(taus, found))
    for chart, target in zip(charts, targets, strict=True):
        if target is not None:
            save(chart(), target)
    laid = replace(document(found), others=drawings(rates))
    out.emit(laid)
    return 0


def _numbers(options: dict[str, Any], name: str) -> tuple[int, ...] | None:
    text = options.pop(name)
    return None if text is None else numbers(text, f"--{name}")


def _variants(
    files: tuple[str, ...], words: list[str], progress: Any, options: dict[str, Any]
) -> Variants:
    from partwise.cli._job import saved_or_evaluated
    from partwise.cli.lab.inputs import inputs
    from partwise.evaluation.run_files import with_run_files
    from partwise.evaluation.saved_results import are_saved
    from partwise.lab.reliability import variants as lab

    kind, seed, count = options.pop("kind"), options.pop("seed"), options.pop("count")
    keep, official = options.pop("keep"), options.pop("official")
    jobs, only_several = options.pop("jobs"), options.pop("only_several")
    limit = count or lab.LIMIT
    what = "reliability needs assessments and runs"
    files = with_run_files(files)[0]
    if kind == "topics" or are_saved(files):
        if kind not in (None, "topics"):
            raise UsageError(f"--variants {kind} needs assessments and runs, not saved results")
        results = saved_or_evaluated(files, words, what, options=options)
        return lab.topic_variants(results, count=limit, seed=seed)
    if len(files) < 2:
        raise UsageError(f"{what}, or saved results")
    given = inputs(files[0], files[1:], words, options)
    several = bool((lab.assessor_slots(given.qrels)[1] > 1).any())
    common = {"seed": seed, "step": progress.step, **given.options}
    if kind == "assessors" or (kind is None and several):
        return lab.assessor_variants(
            given.qrels,
            given.runs,
            given.measures,
            official=official,
            only_several=only_several,
            limit=limit,
            **common,
        )
    if kind == "assessments":
        return lab.assessment_variants(
            given.qrels,
            given.runs,
            given.measures,
            count=count or 100,
            keep=keep,
            jobs=jobs,
            **common,
        )
    from partwise.evaluation.evaluate import evaluate

    results = evaluate(given.qrels, given.runs, given.measures, **given.options)
    return lab.topic_variants(results, count=limit, seed=seed)
