"""Work of the lab, spread over processes without changing a bit of the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from partwise._typing import Step
from partwise.errors import ParameterError
from partwise.work.engines.base import Engine, Serial, engine

Task = TypeVar("Task")
Answer = TypeVar("Answer")


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
    tell = step or (lambda _: None)
    workers: Engine = Serial() if min(jobs, len(tasks)) < 2 else engine("processes", jobs)
    answers: dict[int, Answer] = {}
    tell(what)
    for number, answer in workers.completed(function, [(task,) for task in tasks]):
        answers[number] = answer
        tell(what)
    return [answers[number] for number in range(len(tasks))]
