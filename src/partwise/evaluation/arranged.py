"""Runs as the tool of a preset, or the program of a convention, takes them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from partwise.errors import FormatError
from partwise.evaluation.lines import line_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from partwise.evaluation.plan import Plan
    from partwise.language.measure import Measure
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run
    from partwise.tables.structure.table import Structure


def arranged(run: Run, qrels: Qrels, structure: Structure | None, planned: Plan) -> Run:
    """Return the run as the plan's rules take it; FormatError for what they refuse."""
    rules = planned.rules
    if rules is not None and rules.check is not None:
        rules.check(run, qrels)
    if rules is None:
        return run
    if rules.arrange is not None:
        run = rules.arrange(run, qrels, planned.quirks)
    if "refuse" in planned.quirks:
        _refuse(run, structure, rules.task or _task(planned.measures))
    return run


def _task(measures: Iterable[Measure]) -> str:
    """Name the task to which measures belong."""
    from partwise.gains.documents import BEP

    listed = list(measures)
    if any(isinstance(getattr(one, "gain", None), BEP) for one in listed):
        return "best-in-context"
    in_context = any(one.family == "in context" for one in listed)
    return "relevant-in-context" if in_context else "focused"


def _refuse(run: Run, structure: Structure | None, task: str) -> None:
    """Refuse what inex_eval refuses, and overlap that escapes it."""
    from partwise.evaluation.tasks import check_task

    unplaced = np.flatnonzero(run.start < 0)
    hint = "inex_eval refuses such runs. Use --quirks off, or those to keep without refuse"
    if unplaced.size:
        row = int(unplaced[0])
        problem = "a result without offset and length (8 columns)"
        raise FormatError(run.source or run.name, line_of(run, row), problem, hint)
    tasks = [task] if task != "best-in-context" else ["relevant-in-context", task]
    for one in tasks:
        check_task(run, structure, one, partial(line_of, run), order="file", hint=hint)
