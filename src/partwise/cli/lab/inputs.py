"""Assessments and runs as the lab's commands read them: whole, and not yet evaluated."""

from __future__ import annotations

from typing import Any, NamedTuple

from partwise.cli._job import EvaluationJob
from partwise.evaluation.run_files import run_files
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run


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
    job.files.refuse_unused_columns()
    planned = job.plan(read.qrels, words)
    further = {**job.further(read.structure, read.lengths, planned), **planned.policy}
    return Inputs(read.qrels, read.runs, list(planned.measures), further)
