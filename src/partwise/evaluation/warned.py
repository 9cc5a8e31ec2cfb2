"""Evaluation as Python users call it: warnings are also Python's."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from partwise.errors import PartwiseWarning
from partwise.evaluation.evaluate import evaluate as evaluate_quietly
from partwise.messages import WARNING
from partwise.tables.results import Results

P = ParamSpec("P")


def warning(function: Callable[P, Results]) -> Callable[P, Results]:
    """Raise a PartwiseWarning for every warning among the notes of the results."""

    @wraps(function)
    def warned(*given: P.args, **named: P.kwargs) -> Results:
        results = function(*given, **named)
        for text in results.warnings:
            warnings.warn(text.removeprefix(WARNING), PartwiseWarning, stacklevel=2)
        return results

    return warned


evaluate = warning(evaluate_quietly)
