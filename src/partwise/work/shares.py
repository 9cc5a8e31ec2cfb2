"""Shares: run files divided among worker processes by whole topics.

A share is a stretch of a file that begins and ends between topics. Workers read and evaluate
shares; what they give is concatenated, so that values and notes are those of one process.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from partwise.errors import PartwiseError
from partwise.evaluation.evaluate import Evaluation
from partwise.evaluation.options import Request, Work
from partwise.evaluation.partial_results import PartialResults
from partwise.evaluation.plan import plan
from partwise.evaluation.run_evaluator import GroupResults
from partwise.evaluation.run_files import RunFile
from partwise.messages import Note
from partwise.spelling import given, is_on_command_line, on_command_line
from partwise.tables.run import Run
from partwise.work.engines.base import TaskFailedError, engine

LEAST_BYTES = 1 << 25
"""Bytes of runs that are worth a process of their own."""


class ShareFailedError(PartwiseError):
    """A share whose workers died too often."""


class _Share(NamedTuple):
    """One of several shares of a run file."""

    run: int
    number: int
    of: int


def evaluate_shares(evaluation: Evaluation, runs: Any, jobs: int) -> Iterator[PartialResults]:
    """Evaluate runs in several processes; yield the results of each run in their order.

    Parameters
    ----------
    evaluation : Evaluation
        What runs are evaluated against.
    runs
        As `evaluate` takes them.
    jobs : int
        Number of processes.
    """
    listed = list(evaluation.given.runs(runs))
    sizes = [_size(run) for run in listed]
    workers = min(jobs, sum(sizes) // LEAST_BYTES)
    if workers < 2:
        if jobs > 1:
            words = "{option}: one process evaluated everything, as there is too little to share"
            evaluation.collected.notes.extend([Note(words, option=given("jobs", str(jobs)))])
        for run in listed:
            yield evaluation.evaluator.evaluate(run, evaluation.collected.named_apart)
        return
    size = max(sum(sizes) / (2 * workers), LEAST_BYTES)
    tasks = [share for number, of in enumerate(sizes) for share in _shares(number, of, size)]
    found = _answers(evaluation, listed, tasks, workers)
    for number, run in enumerate(listed):
        parts = [found[task] for task in tasks if task.run == number]
        yield evaluation.evaluator.join(run, parts, evaluation.collected.named_apart)


def _size(run: Run | RunFile) -> int:
    """Bytes of a file that can be shared, else 0."""
    if isinstance(run, Run) or run.needs_all_rows or not Path(run.path).is_file():
        return 0
    return Path(run.path).stat().st_size if run.groups(all_columns=True).can_be_shared else 0


def _shares(run: int, n_bytes: int, size: float) -> list[_Share]:
    """Divide a file into shares of about `size` bytes; none of one that cannot be shared."""
    of = max(round(n_bytes / size), min(n_bytes, 1))
    return [_Share(run, number, of) for number in range(of)]


def _answers(
    evaluation: Evaluation, runs: list[Run | RunFile], tasks: list[_Share], workers: int
) -> dict[_Share, GroupResults | None]:
    """Let workers evaluate shares; None for one that has to be evaluated with the whole run."""
    files = {at: run for at, run in enumerate(runs) if isinstance(run, RunFile)}
    planned = evaluation.planned
    sent = pickle.dumps(
        {
            "qrels": evaluation.qrels,
            "rules": evaluation.request.rules,
            "tables": evaluation.read,
            "reading": evaluation.reading,
            "plan": (planned.request, planned.extra),
            "files": {at: replace(file, prepare=_as_it_is) for at, file in files.items()},
            "memory": evaluation.evaluator.memory,
            "command_line": is_on_command_line(),
        }
    )
    found: dict[_Share, GroupResults | None] = {}
    processes = engine("processes", workers)
    try:
        for at, answer in processes.completed(evaluate_share, [(sent, *task) for task in tasks]):
            found[tasks[at]], used = pickle.loads(answer)
            files[tasks[at].run].used_columns.update(used)
    except TaskFailedError as bad:
        task = tasks[bad.task]
        name = getattr(runs[task.run], "path", "a run")
        said = (
            f"share {task.number + 1} of {task.of} of {name} failed {bad.tries} times: {bad.reason}"
        )
        raise ShareFailedError(said) from None
    return found


def _as_it_is(run: Run) -> Run:
    return run


def evaluate_share(sent: bytes, run: int, number: int, of: int) -> bytes:
    """Evaluate one share of a run in a worker process."""
    evaluation, files, command_line = _received(sent)
    with on_command_line(really=command_line):
        file = evaluation.given.run_file(files[run])
        groups = file.groups(all_columns=evaluation.evaluator.all_columns)
        results = evaluation.evaluator.share(file.prepared(groups.share(number, of)))
    return pickle.dumps((results, file.used_columns))


@lru_cache(1)
def _received(sent: bytes) -> tuple[Evaluation, dict[int, RunFile], bool]:
    """Prepare what was sent; once for all shares of a process."""
    work = pickle.loads(sent)
    with on_command_line(really=work["command_line"]):
        request, extra = work["plan"]
        planned = plan(work["qrels"], **request).with_measures(extra)
        how = Request(planned, request["preset"], work["rules"])
        evaluation = Evaluation(work["qrels"], how, work["tables"], work["reading"], Work())
        evaluation.evaluator.memory = work["memory"]
    return evaluation, work["files"], work["command_line"]
