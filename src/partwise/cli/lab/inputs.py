"""Assessments and runs as the lab's commands read them: whole, and not yet evaluated."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from partwise.cli._job import EvaluationJob
from partwise.evaluation.equivalent import with_texts
from partwise.evaluation.lines import with_lines
from partwise.evaluation.run_files import run_files
from partwise.tables.doc_ids import matched
from partwise.tables.problems import RowsError
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

if TYPE_CHECKING:
    from partwise.cli._job import Tables


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
