"""What results were evaluated from, for as long as somebody holds it.

``res.plot("budget")`` needs the runs, which results do not hold: a loop over many runs would keep
all of them in memory. Results know what `evaluate` was given by weak references; names of files and
small things are kept as they are.
"""

from __future__ import annotations

import inspect
import os
import weakref
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Any, ParamSpec

from partwise.evaluation.options import Rules, Work
from partwise.files.options import Reading
from partwise.language.component import Component
from partwise.tables.results import Results

P = ParamSpec("P")

_NAME = "_given"
_KEPT = (
    *(str, bytes, os.PathLike, bool, int, float, Component, type, type(None)),
    *(Reading, Rules, Work),
)
"""Kinds of arguments that are small, and kept."""


class _LostError(LookupError):
    """An argument that is gone, or that can be read only once."""


def remembering(function: Callable[P, Results]) -> Callable[P, Results]:
    """Let results know what they were evaluated from."""
    signature = inspect.signature(function)

    @wraps(function)
    def evaluated(*given: P.args, **named: P.kwargs) -> Results:
        found = function(*given, **named)
        bound = signature.bind(*given, **named).arguments
        try:
            held = {name: _held(value) for name, value in bound.items()}
        except _LostError:
            return found
        object.__setattr__(found, _NAME, held)
        return found

    return evaluated


def recalled(results: Results) -> dict[str, Any] | None:
    """Return assessments, runs, measures and options of an evaluation; None if they are gone."""
    held: dict[str, Callable[[], Any]] | None = getattr(results, _NAME, None)
    if held is None:
        return None
    try:
        options = {name: get() for name, get in held.items()}
    except _LostError:
        return None
    main = {name: options.pop(name, None) for name in ("qrels", "runs", "measures")}
    return main | {"options": options}


def _held(value: Any) -> Callable[[], Any]:
    """Return how an argument is had again."""
    if isinstance(value, _KEPT):
        return lambda: value
    if isinstance(value, Iterator):
        raise _LostError
    if isinstance(value, list | tuple):
        items = [_held(item) for item in value]
        return lambda: [get() for get in items]
    if isinstance(value, Mapping):
        pairs = {key: _held(item) for key, item in value.items()}
        return lambda: {key: get() for key, get in pairs.items()}
    try:
        return _alive(weakref.ref(value))
    except TypeError:
        raise _LostError from None


def _alive(reference: weakref.ref[Any]) -> Callable[[], Any]:
    def get() -> Any:
        value = reference()
        if value is None:
            raise _LostError
        return value

    return get
