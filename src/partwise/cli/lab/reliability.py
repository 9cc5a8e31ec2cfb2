"""``partwise lab reliability``: how far results can be trusted."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from partwise.cli._options import (
    evaluation_options,
    measure_words,
    reading_options,
    verbosity_options,
)
from partwise.cli.lab.options import chart_option, lab_output, numbers
from partwise.errors import UsageError

if TYPE_CHECKING:
    from partwise.lab.reliability.variants import Variants


@click.command()
@click.argument("files", metavar="QRELS RUN... | RESULTS.json...", nargs=-1, required=True)
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
@click.option(
    "--keep",
    type=float,
    default=0.8,
    show_default=True,
    help="Fraction of the judgements kept in each sample.",
)
@click.option(
    "--official",
    type=click.Choice(["union", "first"]),
    default="union",
    show_default=True,
    help="Official assessments: of all assessors together, or of each topic's first.",
)
@click.option("--only-several", is_flag=True, help="Only topics with several assessors.")
@click.option(
    "--fuzziness",
    type=float,
    default=0.05,
    show_default=True,
    help="Treat means closer than this relative difference as tied.",
)
@click.option("--sizes", metavar="1-17|5,10,20", help="Topic-set sizes; default: up to half.")
@click.option(
    "--trials",
    type=int,
    default=100,
    show_default=True,
    help="Number of random pairs of topic sets.",
)
@click.option("--extrapolate", metavar="34,50", help="Topic-set sizes to extrapolate to.")
@click.option(
    "--error", type=float, default=0.05, show_default=True, help="Swap rate that is acceptable."
)
@click.option(
    "--top", type=float, default=1.0, show_default=True, help="Fraction of the best runs kept."
)
@click.option(
    "--resamples", type=int, default=1_000, show_default=True, help="Number of bootstrap resamples."
)
@click.option("--jobs", type=int, default=1, show_default=True, help="Number of processes.")
@click.option("--all-bins", is_flag=True, help="Draw all differences, not only six.")
@chart_option("--plot-spread", "Draw each run's mean with error bars.")
@chart_option("--plot-tau", "Draw each measure's tau with error bars.")
@lab_output
@evaluation_options
@reading_options
@verbosity_options
def reliability(
    files: tuple[str, ...],
    *,
    measures: tuple[str, ...],
    sizes: str | None,
    extrapolate: str | None,
    form: str | None,
    output: str | None,
    plot: str | None,
    plot_spread: str | None,
    plot_tau: str | None,
    all_bins: bool,
    quiet: bool,
    **options: Any,
) -> int:
    """Tell how far results can be trusted: other assessors, other topics, fewer topics."""
    from partwise.cli._emit import emit
    from partwise.cli._progress import Progress
    from partwise.lab.reliability.estimate import reliability as lab
    from partwise.report.lab.reliability import reliability as document
    from partwise.report.nav_once import nav_once

    names = ("fuzziness", "trials", "error", "top", "resamples")
    settings = {name: options.pop(name) for name in names}
    seed, jobs = options["seed"], options["jobs"]
    words = measure_words(measures)
    with Progress(max(10, len(words)), quiet=quiet) as progress:
        variants = _variants(files, words, progress, quiet=quiet, options=options)
        found = lab(
            variants,
            sizes=None if sizes is None else numbers(sizes, "--sizes"),
            beyond=None if extrapolate is None else numbers(extrapolate, "--extrapolate"),
            seed=seed,
            jobs=jobs,
            step=progress.step,
            **settings,
        )
    from partwise.report.charts.files import drawings, save, spread, swaps, taus

    rates = partial(swaps, found, all_bins=all_bins)
    bars = ((partial(spread, found), plot_spread), (partial(taus, found), plot_tau))
    for chart, target in ((rates, plot), *bars):
        if target is not None:
            save(chart(), target)
    laid = replace(document(found), others=drawings(rates))
    official = variants.official
    laid = nav_once(laid, official.measures, options.get("nav") or official.options.get("nav"))
    emit(laid, form, output, quiet=quiet)
    return 0


def _variants(
    files: tuple[str, ...], words: list[str], progress: Any, *, quiet: bool, options: dict[str, Any]
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
        results = saved_or_evaluated(files, words, what, quiet=quiet, options=options)
        return lab.topic_variants(results, count=limit, seed=seed)
    if len(files) < 2:
        raise UsageError(f"{what}, or saved results")
    given = inputs(files[0], files[1:], words, quiet=quiet, options=options)
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
