"""``partwise evaluate``: score runs against assessments."""

from __future__ import annotations

from typing import Any

import click

from partwise.cli import _options as shared
from partwise.cli._completion import file_argument
from partwise.cli._output import Command, Output, output_options


@click.command(cls=Command, name="evaluate")
@file_argument("qrels", "QRELS")
@file_argument("runs", "RUN...", nargs=-1)
@shared.evaluation_options
@shared.topics_file_option
@shared.per_topic_option
@output_options("table", "tsv", "csv", "json", "jsonl", "md", "latex", "parquet")
@shared.gates_option
@click.option("--bucket", metavar="I/N", help="Evaluate one bucket of N and write its part file.")
@shared.scale_options
@shared.reading_options
@shared.verbosity_options
def command(
    qrels: str,
    runs: tuple[str, ...],
    *,
    measures: tuple[str, ...],
    per_topic: bool,
    gates: tuple[str, ...],
    out: Output,
    bucket: str | None,
    **options: Any,
) -> int:
    """Score RUNs against the assessments QRELS; `-` is standard input.

    Without -m or --preset the measures follow from the assessments: highlighted
    spans get the preset rag, graded documents trec, elements graded by e and s
    xcg, elements or trees with one grade navigation.

    QRELS alone may be a folder of buckets that partwise bucket made.
    """
    from partwise.cli._gates import emitted, parse_gates
    from partwise.cli._job import EvaluationJob, asks_for_spreading
    from partwise.cli._measure_words import measure_words
    from partwise.evaluation.run_files import run_files
    from partwise.files.digests import collecting

    words = measure_words(measures)
    asked = {name: options.get(name) for name in ("nav", "preset", "budget_unit")}
    thresholds = parse_gates(gates, **asked)
    extra = [gate.measure for gate in thresholds if gate.measure is not None]
    folder = not runs and _is_bucket_folder(qrels)
    if not runs and not folder:
        _refuse_unfinished(qrels)
        raise click.MissingParameter(param_hint="'RUN...'", param_type="argument")
    found = run_files(runs)
    work = EvaluationJob(qrels, found.names, options, found.notes)
    if folder or bucket is not None:
        from partwise.cli import _work

        request = _work.request_of(words, extra, options)
        if folder:
            _work.check_no_reading_options()
        if bucket is not None:
            place = _work.write_part(work, bucket, request, out.target)
            if not options["quiet"]:
                click.echo(place, err=True)
            return 0
        results = _work.evaluate_folder(qrels, request, options)
        return emitted(results, thresholds, out, per_topic=per_topic)
    if asks_for_spreading(options):
        from partwise.cli._work import Distribution, request_of

        distribution = Distribution(options, out.target)
        results = distribution.results(work, request_of(words, extra, options))
        return emitted(results, thresholds, out, per_topic=per_topic)
    with collecting(wanted=out.is_json):
        results = work.results(words, extra=extra)
    return emitted(results, thresholds, out, per_topic=per_topic)


def _is_bucket_folder(place: str) -> bool:
    from pathlib import Path

    if not Path(place).is_dir():
        return False
    from partwise.work.folder import is_bucket_folder

    return is_bucket_folder(place)


def _refuse_unfinished(place: str) -> None:
    from pathlib import Path

    from partwise.errors import FormatError
    from partwise.work.folder import is_unfinished

    if is_unfinished(Path(place)):
        hint = "Use partwise bucket --resume"
        raise FormatError(place, None, "these buckets are not finished", hint)
