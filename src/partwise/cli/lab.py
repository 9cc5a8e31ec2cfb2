"""``partwise lab``: meta-evaluation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from partwise.cli import _options as shared
from partwise.cli._completion import file_argument
from partwise.cli._emit import print_notes
from partwise.cli._job import EvaluationJob
from partwise.cli._option_kinds import choice, repeatable, setting, stacked
from partwise.cli._options import job_options
from partwise.cli._output import Command, Output, output_options
from partwise.errors import UsageError, require_extra
from partwise.evaluation.equivalent import with_texts
from partwise.evaluation.lines import with_lines
from partwise.evaluation.run_files import run_files
from partwise.tables.doc_ids import matched
from partwise.tables.problems import RowsError
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

if TYPE_CHECKING:
    from partwise.cli._job import Tables
    from partwise.lab.correlate import Signs
    from partwise.lab.variants import Variants


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


class Inputs(NamedTuple):
    """Assessments, runs and measures, with the further arguments of `evaluate`."""

    qrels: Qrels
    runs: list[Run]
    measures: list[Any]
    options: dict[str, Any]


def inputs(qrels: str, runs: tuple[str, ...], words: list[str], options: dict[str, Any]) -> Inputs:
    """Read assessments and runs as whole tables, without evaluating them."""
    job = EvaluationJob(qrels, run_files(runs).names, options)
    read = job.tables()
    planned = job.plan(read.qrels, words)
    further = job.further(read, planned)
    further["rules"] = planned.rules_in_force(further["rules"])
    if job.checked.texts is not None:
        read, further = _fitted(job, read, further)
    return Inputs(read.qrels, read.runs, list(planned.measures), further)


def _fitted(
    job: EvaluationJob, read: Tables, further: dict[str, Any]
) -> tuple[Tables, dict[str, Any]]:
    """Fit tables to their texts once: they may be evaluated hundreds of times."""
    checked, how = job.checked, further["reading"].doc_ids
    structure = matched(read.structure, how)
    listed = further["inventory"] or {}
    try:
        judged = checked.of(matched(read.qrels, how))
        judged = with_texts(judged, further["rules"].equivalent, checked.texts, structure)
        runs = [checked.of(matched(run, how, merging=True)) for run in read.runs]
        inventories = {
            name: checked.of(matched(table, how, merging=True)) for name, table in listed.items()
        }
    except RowsError as error:
        raise with_lines(error, read.qrels, *read.runs, *listed.values()) from None
    lengths = matched(read.lengths, how) if read.lengths is not None else checked.lengths
    fitted = read._replace(structure=structure, lengths=lengths, qrels=judged, runs=runs)
    known = {"structure": structure, "lengths": lengths, "inventory": inventories or None}
    reading = replace(further["reading"], doc_ids=None if how is None else "exact")
    return fitted, {**further, **known, "reading": reading}


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
    from partwise.lab.reliability import reliability as lab
    from partwise.report.lab import reliability as document

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
    from partwise.evaluation.run_files import with_run_files
    from partwise.evaluation.saved_results import are_saved
    from partwise.lab import variants as lab

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


@click.group(name="lab")
def command() -> None:
    """Meta-evaluation: how valid is a measure, how reliable is a difference?"""  # noqa: D400


@command.command(cls=Command)
@file_argument("qrels", "QRELS")
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    required=True,
    help="Folder for the runs: new, empty, or with simulated runs, which are replaced.",
)
@shared.structure_option
@shared.lengths_option
@click.option(
    "--count",
    "counts",
    multiple=True,
    type=int,
    metavar="N",
    help="Non-relevant results to insert; may be repeated. Default: 1 to 1000 as in XCG.",
)
@click.option("--quant", metavar="Q", help="Quantisation that orders elements.")
@shared.assessor_option
@shared.scale_option("Scale of e and s.")
@setting("--seed", 0)
@shared.reading_options
@shared.verbosity_options
def simulate(
    qrels: str,
    *,
    output: str,
    counts: tuple[int, ...],
    quant: str | None,
    seed: int,
    **options: Any,
) -> int:
    """Write runs whose order of merit is known, as NAME.tsv, and a manifest.json.

    From highlighted text: the S x R space (assessed passages, smallest elements around them, whole
    documents, largest and childless elements inside them; four rankings), the ideal run, its
    reverse, entry points, random parts. From graded elements: ideal, reverse, leaves and full
    recall-base. Non-relevant results are inserted into the ideal run. DIR changes only when all is
    done; a folder with other files is refused.
    """
    from partwise.cli._job import EvaluationJob
    from partwise.lab.collections import COUNTS
    from partwise.lab.simulate import check_folder
    from partwise.lab.simulate import simulate as simulated
    from partwise.messages import plural

    check_folder(output)
    read = EvaluationJob(qrels, (), options).tables()
    made = simulated(
        read.qrels,
        structure=read.structure,
        lengths=read.lengths,
        counts=counts or COUNTS,
        quant=quant,
        seed=seed,
    )
    written = made.write(output)
    print_notes(made.notes, quiet=options["quiet"])
    if not options["quiet"]:
        said = plural(len(written) - 1, "run")
        click.echo(f"{said} and manifest.json written to {output}", err=True)
    return 0


@command.command(cls=Command)
@file_argument("files", "QRELS | RESULTS.json...", nargs=-1, required=True)
@click.option("--per-order", is_flag=True, help="A table for each measure, with topics and p.")
@lab_output
@shared.job_options
def fidelity(
    files: tuple[str, ...],
    *,
    measures: tuple[str, ...],
    per_order: bool,
    plot: str | None,
    seed: int,
    out: Output,
    **options: Any,
) -> int:
    """Tell which expected orders of simulated runs a measure keeps, topic by topic.

    Use assessments, from which runs are simulated here, or saved results of simulated runs. An
    order is kept (a strict win, no loss), blind (equal on every topic), mixed or violated (a loss,
    no win).
    """
    from partwise.cli._job import refuse_equivalent
    from partwise.cli._measure_words import measure_words
    from partwise.evaluation.saved_results import read_saved
    from partwise.lab import fidelity as lab
    from partwise.report.chart_kinds import insertions
    from partwise.report.charts import drawings, save
    from partwise.report.lab import fidelity as document
    from partwise.statistics.merging import merge

    saved = read_saved(files)
    if saved is not None:
        refuse_equivalent(options)
        found = lab.fidelity_of(merge(saved, files, lenient=options.get("lenient", False)))
    elif len(files) > 1:
        raise UsageError("fidelity simulates its runs; use assessments only, or saved results")
    else:
        given = inputs(files[0], (), measure_words(measures), options)
        found = lab.fidelity(given.qrels, given.measures, seed=seed, **given.options)
    if plot is not None:
        save(insertions(found), plot)
    laid = replace(document(found, per_order=per_order), others=drawings(lambda: insertions(found)))
    out.emit(laid)
    return 0


@command.command(cls=Command)
@file_argument("files", "QRELS RUN... | RESULTS.json...", nargs=-1, required=True)
@repeatable(
    "--against", "against", "MEASURE", "Reference measure: a column of its own, others as rows."
)
@choice(
    "--signs",
    ["better", "raw"],
    "Rank the better run first, or the one with the larger number.",
    default="better",
)
@click.option(
    "--stability",
    is_flag=True,
    help="Compare the models of one measure: lists as parameters, GR(nav=T2I([100, 300]))@10.",
)
@setting("--bar", 0.9, "Tau from which two measures agree.")
@setting("--alpha", 0.05, "Significance level.")
@lab_output
@shared.scale_options
@shared.job_options
def correlate(
    files: tuple[str, ...],
    *,
    measures: tuple[str, ...],
    against: tuple[str, ...],
    signs: Signs,
    stability: bool,
    bar: float,
    alpha: float,
    plot: str | None,
    seed: int,
    out: Output,
    **options: Any,
) -> int:
    """Tell which measures rank the runs alike: Kendall's tau, tau_AP and weighted tau."""
    from partwise.cli._job import saved_or_evaluated
    from partwise.cli._measure_words import measure_words
    from partwise.errors import UnknownNameError
    from partwise.evaluation.plan import resolve
    from partwise.kernels.text.near import near
    from partwise.lab.correlate import correlate as lab
    from partwise.report.chart_kinds import heat
    from partwise.report.charts import drawings, save
    from partwise.report.lab import correlation

    nav = options.get("nav")
    if stability:
        return _stability(files, measure_words(measures), out, options)
    references = [repr(measure) for measure in resolve(against, nav=nav)] if against else []
    words = measure_words(measures)
    if words and len(resolve([*words, *references], nav=nav)) == 1:
        raise UsageError("correlate compares measures; use at least two (-m, --against)")
    what = "correlate needs assessments and runs"
    words = [*words, *references] if words else words
    results = saved_or_evaluated(files, words, what, options=options)
    found = lab(results, signs=signs, bar=bar, alpha=alpha, seed=seed)
    for name in references:
        if name not in found.measures:
            raise UnknownNameError(
                "measure", name, near(name, found.measures), available=found.measures[:10]
            )
    if plot is not None:
        save(heat(found), plot)
    laid = replace(correlation(found, references), others=drawings(lambda: heat(found)))
    out.emit(laid)
    return 0


def _stability(
    files: tuple[str, ...], words: list[str], out: Output, options: dict[str, Any]
) -> int:
    """Compare the order of the runs under the models for which each measure stands."""
    from partwise.cli._job import saved_or_evaluated
    from partwise.evaluation.plan import resolve
    from partwise.lab.stability import families_of, stability
    from partwise.report.lab import stability as document

    nav = options.get("nav")
    families = {word: [repr(measure) for measure in resolve([word], nav=nav)] for word in words}
    families_of(families)  # before anything is evaluated
    what = "correlate --stability needs assessments and runs"
    results = saved_or_evaluated(files, words, what, options=options)
    out.emit(document(stability(results, families)))
    return 0


@command.command(cls=Command)
@file_argument("qrels", "QRELS")
@shared.structure_option
@shared.lengths_option
@output_options("table", "json", "tsv", "csv", "md", "latex")
@shared.reading_options
@shared.verbosity_options
def agreement(qrels: str, *, out: Output, **options: Any) -> int:
    """Tell how far assessors agree: on documents, elements, characters and exact spans.

    QRELS need the column assessor. Jaccard, Cohen's kappa and Krippendorff's alpha, over the pairs
    of assessors of each topic and then over topics.
    """
    from partwise.cli._job import EvaluationJob
    from partwise.lab.agreement import agreement as lab
    from partwise.report.lab import agreement as document

    read = EvaluationJob(qrels, (), options).tables()
    found = lab(read.qrels, structure=read.structure, lengths=read.lengths)
    out.emit(document(found))
    return 0


command.add_command(reliability)
