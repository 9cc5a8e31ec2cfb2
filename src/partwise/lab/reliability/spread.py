"""Work of the lab, spread over processes without changing a bit of the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from partwise.engines.base import Answer, Step, Task, answers
from partwise.engines.choose import engine
from partwise.errors import ParameterError


def spread(
    function: Callable[[Task], Answer],
    tasks: Sequence[Task],
    *,
    jobs: int = 1,
    step: Step | None = None,
    what: str = "working",
) -> list[Answer]:
    """Return ``[function(task) for task in tasks]``, over `jobs` processes.

    A task carries its own seed, so an answer does not depend on who computes it or when.
    """
    if jobs < 1:
        raise ParameterError("lab", "jobs", jobs, "at least 1")
    return answers(engine(jobs), function, tasks, step=step, what=what)
