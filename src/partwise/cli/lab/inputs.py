"""Assessments and runs as the lab's commands read them: whole, and not yet evaluated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from partwise.cli._job import EvaluationJob
from partwise.cli._options import how_to_read, refuse_unused_columns
from partwise.cli._progress import Progress
from partwise.errors import UsageError
from partwise.evaluation.checks import check_rules
from partwise.evaluation.plan import plan
from partwise.evaluation.run_files import run_files
from partwise.files import reading as api
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.run_order import whole_documents


@dataclass(frozen=True)
class Inputs:
    """Assessments and runs, with everything that `evaluate` wants to know.

    Parameters
    ----------
    qrels : Qrels
        The assessments.
    runs : list of Run
        The runs.
    measures : list
        Measures, complete.
    options : dict
        Further arguments of `evaluate`.
    """

    qrels: Qrels
    runs: list[Run]
    measures: list[Any]
    options: dict[str, Any]


def inputs(
    qrels: str, runs: tuple[str, ...], words: list[str], *, quiet: bool, options: dict[str, Any]
) -> Inputs:
    """Read assessments and runs as whole tables, without evaluating them."""
    runs = run_files(runs).names
    if [qrels, *runs].count("-") > 1:
        raise UsageError("standard input (-) can be read only once")
    work = EvaluationJob(qrels, runs, quiet=quiet, options=options)
    get = options.get
    structure, lengths = work.structure(), work.lengths()
    with Progress(1 + len(runs), quiet=quiet) as progress:
        progress.step(f"reading {qrels}")
        judged = work.assessments(structure)
        tables = []
        for name in runs:
            progress.step(f"reading {name}")
            run = api.read_run(
                name,
                format=get("format_run"),
                **how_to_read(options),
                fol=get("fol", "length"),
                order=get("order"),
            )
            task = options.get("task")
            if task is not None:
                check_rules(run, structure, task, lenient=get("lenient", False))
            whole = get("whole_documents", False)
            tables.append(whole_documents(run, get("order")) if whole else run)
        refuse_unused_columns(options)
    chosen = plan(judged, words, preset=get("preset"), nav=get("nav"), undefined=get("undefined"))
    further = {
        "structure": structure,
        "lengths": lengths,
        "inventory": work.inventory(),
        "topics": get("topics", "all"),
        "undefined": chosen.undefined,
        "order": get("order"),
        "doc_ids": get("doc_ids"),
        "lenient": get("lenient", False),
    }
    return Inputs(judged, tables, list(chosen.measures), further)
