"""Evaluation as Python users call it: warnings are also Python's."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from functools import wraps
from typing import ParamSpec, Protocol, TypeVar

from partwise.errors import PartwiseWarning
from partwise.evaluation.evaluate import evaluate as evaluate_quietly
from partwise.evaluation.remembered import remembering
from partwise.messages import WARNING

P = ParamSpec("P")


class _Noted(Protocol):
    @property
    def warnings(self) -> Iterable[str]: ...


Found = TypeVar("Found", bound=_Noted)


def warning(function: Callable[P, Found]) -> Callable[P, Found]:
    """Raise a PartwiseWarning for every warning among the notes of what is found."""

    @wraps(function)
    def warned(*given: P.args, **named: P.kwargs) -> Found:
        found = function(*given, **named)
        for text in found.warnings:
            warnings.warn(text.removeprefix(WARNING), PartwiseWarning, stacklevel=2)
        return found

    return warned


evaluate = warning(remembering(evaluate_quietly))
