"""``partwise evaluate``: score runs against assessments."""

from __future__ import annotations

from typing import Any

import click

from partwise.cli import _options as shared
from partwise.cli._completion import file_argument

GATE_FAILED = 1


@click.command(name="evaluate")
@file_argument("qrels", "QRELS")
@file_argument("runs", "RUN...", nargs=-1, required=True)
@shared.evaluation_options
@shared.topics_file_option
@shared.equivalent_option
@click.option("--per-topic", is_flag=True, help="Values of every topic, not only means.")
@shared.output_options("table", "tsv", "csv", "json", "jsonl", "md", "latex", "parquet")
@shared.repeatable(
    "--fail-under", "gates", "'MEASURE=x'", "Exit with 1 when a run's mean is worse than x."
)
@shared.reading_options
@shared.verbosity_options
def command(
    qrels: str,
    runs: tuple[str, ...],
    *,
    measures: tuple[str, ...],
    per_topic: bool,
    gates: tuple[str, ...],
    out: shared.Output,
    **options: Any,
) -> int:
    """Score RUNs against the assessments QRELS; `-` is standard input.

    Without -m or --preset the measures follow from the assessments: highlighted
    spans get the preset rag, graded documents trec, elements graded by e and s
    xcg, elements or trees with one grade navigation.
    """
    from partwise.cli._gates import failures, parse_gates
    from partwise.cli._job import EvaluationJob
    from partwise.cli._measure_words import measure_words
    from partwise.evaluation.run_files import run_files
    from partwise.report.results import document

    words = measure_words(measures)
    asked = {name: options.get(name) for name in ("nav", "preset", "budget_unit")}
    thresholds = parse_gates(gates, **asked)
    found = run_files(runs)
    work = EvaluationJob(qrels, found.names, options, found.notes)
    extra = [gate.measure for gate in thresholds if gate.measure is not None]
    results = work.results(words, extra=extra)
    out.emit(document(results, per_topic=per_topic))
    failed = failures(results, thresholds)
    for line in failed:
        click.echo(line, err=True)
    return GATE_FAILED if failed else 0
