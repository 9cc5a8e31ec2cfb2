"""``partwise report``: one offline page with the reading view."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

from partwise.cli import _options as shared
from partwise.cli._completion import file_argument
from partwise.cli._option_kinds import choice, setting, stacked
from partwise.cli._output import Command
from partwise.errors import UsageError

if TYPE_CHECKING:
    from partwise.report.material import Material

_OF_THE_TERMINAL = ("quiet", "verbose", "debug")
"""Options that change what is said, not the page."""

_FILES = frozenset(
    {"files", "structure", "lengths", "texts", "topics_file", "inventory", "output", "data"}
)
"""Parameters that name files: the page shows their names, and no folder."""

_what_is_shown = stacked(
    click.option(
        "-o", "--output", metavar="FILE", default="report.html", show_default=True, help="The page."
    ),
    click.option(
        "--topics-file",
        metavar="F",
        help="Questions: columns topic and text; other columns make groups of topics.",
    ),
    click.option("--baseline", metavar="NAME", help="Run to compare with; default: the first run."),
    click.option(
        "--budget",
        type=click.IntRange(1),
        metavar="N",
        help="Reading budget in characters. Default: those of the first measure that says it, "
        "or 4000.",
    ),
    click.option("--title", metavar="T", help="Title of the page."),
    click.option(
        "--sample",
        type=click.IntRange(1),
        default=2000,
        show_default=True,
        metavar="N",
        help="Maximum number of topics in the page; means and tests use all.",
    ),
    choice(
        "--embed",
        ["auto", "all", "none"],
        "Texts in the page: as far as it stays below 10 MB, all, or none.",
        default="auto",
    ),
    click.option("--data", metavar="FILE", help="Also write the page's data as JSON."),
)
_how_sure = stacked(
    setting("--alpha", 0.05, "Significance level."),
    choice(
        "--correction",
        ["holm", "bonferroni", "bh", "none"],
        "Correction that decides what is significant.",
        default="holm",
    ),
    setting("--confidence", 0.95, "Confidence level of the intervals."),
    setting("--resamples", 10_000, "Number of bootstrap resamples."),
    setting("--seed", 0),
)


@click.command(cls=Command, name="report")
@file_argument("files", "QRELS RUN... | RESULTS.json...", nargs=-1, required=True)
@_what_is_shown
@_how_sure
@shared.evaluation_options
@shared.reading_options
@shared.verbosity_options
def command(
    files: tuple[str, ...],
    *,
    measures: tuple[str, ...],
    output: str,
    baseline: str | None,
    title: str | None,
    sample: int,
    embed: Any,
    data: str | None,
    alpha: float,
    correction: str,
    confidence: float,
    resamples: int,
    seed: int,
    **options: Any,
) -> int:
    """Write one offline page: which run is better, whether it matters, and where it fails.

    Give assessments and runs, or results saved with `partwise evaluate --format json --per-topic`
    (a page without curves, budget and reading view). With --texts the page shows each document
    with what was judged and what two runs retrieved, in the order in which a reader meets it.
    """
    from partwise.cli._emit import print_notes
    from partwise.cli._measure_words import measure_words
    from partwise.report.findings import Choices, Findings
    from partwise.report.page import check_page, page, write
    from partwise.statistics.paired_tests import Settings

    check_page(sample, embed, options["budget"])
    tests = Settings(alpha, correction, confidence, resamples=resamples, seed=seed)
    material = _material(files, measure_words(measures), options)
    choices = Choices(baseline, title, sample, tests, _again(click.get_current_context()))
    made = page(Findings(material, choices), output, embed=embed)
    size = write(made, output, data)
    print_notes(made.notes, quiet=options["quiet"])
    if not options["quiet"]:
        beside = f", texts in {PurePath(output).stem}.files" if made.files else ""
        click.echo(f"{output}: {size:,} bytes{beside}. open {shlex.quote(output)}", err=True)
    return 0


def _material(files: tuple[str, ...], words: list[str], options: dict[str, Any]) -> Material:
    """Read saved results, or everything that is evaluated."""
    from partwise.cli._job import saved_or_evaluated
    from partwise.evaluation.run_files import with_run_files
    from partwise.evaluation.saved_results import are_saved
    from partwise.report.material import saved_material

    names, notes = with_run_files(files)
    if are_saved(names):
        results = saved_or_evaluated(files, words, "", options=options)
        beside = {name: options[name] for name in ("texts", "inventory")}
        return saved_material(results, options["topics_file"], options["budget"], **beside)
    if len(names) < 2:
        raise UsageError("report needs assessments and at least one run, or saved results")
    return _gathered(names, words, options, notes)


def _gathered(
    names: tuple[str, ...], words: list[str], options: dict[str, Any], notes: list[str]
) -> Material:
    from partwise.cli._job import EvaluationJob
    from partwise.files.topics import read_topic_texts
    from partwise.report.material import gather

    job = EvaluationJob(names[0], names[1:], options, notes)
    asked = options["topics_file"]
    known = None if asked is None else read_topic_texts(asked, encoding=options["encoding"])
    read = job.tables()
    planned = job.plan(read.qrels, words)
    further = job.further(read, planned)
    further["reading"] = replace(further["reading"], unit=options["unit"], trust=options["trust"])
    return gather(
        read.qrels,
        read.runs,
        planned,
        texts=_texts(options),
        topics_file=known,
        budget=options["budget"],
        notes=notes,
        **further,
    )


def _texts(options: dict[str, Any]) -> Any:
    """Read the documents under their own names; they are reduced with the tables."""
    from partwise.texts.locate import read_texts

    if options["texts"] is None:
        return None
    how = {name: options[name] for name in ("encoding", "lenient")}
    return read_texts(options["texts"], **how)


def _again(context: click.Context) -> str:
    """Return the command that makes the page again, files without their folders."""
    words: list[str] = []
    for parameter in context.command.params:
        name = parameter.name or ""
        source = context.get_parameter_source(name)
        if source is not click.core.ParameterSource.COMMANDLINE or name in _OF_THE_TERMINAL:
            continue
        value = context.params[name]
        listed = value if isinstance(value, tuple) else (value,)
        if isinstance(parameter, click.Argument):
            words = [*(_shown(name, one) for one in listed), *words]
        elif isinstance(parameter, click.Option):
            flag = max(parameter.opts, key=len)
            words += [flag] if value is True else _pairs(flag, name, listed)
    return shlex.join(["partwise", "report", *words])


def _pairs(flag: str, name: str, values: tuple[Any, ...]) -> list[str]:
    return [word for value in values for word in (flag, _shown(name, value))]


def _shown(name: str, value: Any) -> str:
    if isinstance(value, dict):  # --columns
        return ",".join(f"{ours}={theirs}" for ours, theirs in value.items())
    text = str(value)
    if name == "measures" and text.startswith("@"):
        return f"@{PurePath(text[1:]).name}"
    if name not in _FILES:
        return text
    before, sign, after = text.partition("=")
    if sign and name == "inventory" and "/" not in before:
        return f"{before}={PurePath(after).name}"
    return PurePath(text).name or text
