"""``partwise lab``: meta-evaluation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from partwise.cli import _options as shared
from partwise.cli._completion import file_argument
from partwise.cli._emit import print_notes
from partwise.cli._option_kinds import choice, repeatable, setting
from partwise.cli._output import Command, Output, output_options
from partwise.cli.lab.options import lab_output
from partwise.cli.lab.reliability import reliability
from partwise.errors import UsageError

if TYPE_CHECKING:
    from partwise.lab.correlate import Signs


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
    from partwise.lab.simulate.folders import check_folder
    from partwise.lab.simulate.insertions import COUNTS
    from partwise.lab.simulate.runs import simulate as simulated
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
    from partwise.cli.lab.inputs import inputs
    from partwise.evaluation.saved_results import read_saved
    from partwise.lab import fidelity as lab
    from partwise.report.chart_kinds import insertions
    from partwise.report.charts import drawings, save
    from partwise.report.lab.fidelity import fidelity as document
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
    from partwise.report.lab.correlation import correlation

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
    from partwise.report.lab.stability import stability as document

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
    from partwise.report.lab.agreement import agreement as document

    read = EvaluationJob(qrels, (), options).tables()
    found = lab(read.qrels, structure=read.structure, lengths=read.lengths)
    out.emit(document(found))
    return 0


command.add_command(reliability)
