"""Conventions: rules of other programs under which measures and runs are read.

``inex`` follows inex_eval 1.0, ``trec_eval9`` and ``trec_eval10`` change IPrec only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeVar, get_args

from partwise.errors import UsageError
from partwise.evaluation.quirks import Quirks
from partwise.language.component import Component
from partwise.language.measure import Measure

Convention = Literal["partwise", "inex", "trec_eval9", "trec_eval10"]
CONVENTIONS: tuple[str, ...] = get_args(Convention)

C = TypeVar("C", bound=Component)

INEX: Mapping[str, str] = {
    "lines": "scores order the run",
    "short-runs": "gP divides by k",
    "run-topics": "the mean is over all judged topics",
    "no-bep": "the first relevant character stands in for a best entry point",
    "floor": "recall levels are compared exactly",
    "refuse": "overlapping parts and documents that return are kept",
    "outside": "an offset X or -1 is refused",
    "no-clip": "parts are truncated at the end of their document",
}
"""Rules of inex_eval 1.0, and what is done without each."""

_PARAMETERS = {
    "short-runs": ("short", "last"),
    "no-bep": ("missing", "zero"),
    "floor": ("levels", "floor"),
}
"""Rules that are parameters of measures and gains."""


def check_convention(name: str | None) -> None:
    """Refuse a name that is none."""
    if name is not None and name not in CONVENTIONS:
        raise UsageError(f"convention must be {', '.join(CONVENTIONS)}, not {name!r}")


def adapted(measure: Measure, convention: str, quirks: Quirks) -> Measure:
    """Return a measure as a convention spells it; parameters that were given stay."""
    if convention == "inex":
        wanted = dict(_PARAMETERS[name] for name in _PARAMETERS if name in quirks)
    else:
        wanted = {} if convention == "partwise" else {"levels": convention}
    return _with(measure, wanted) if wanted else measure


def _with(component: C, wanted: Mapping[str, str]) -> C:
    changes: dict[str, object] = {}
    for name, field in component.fields.items():
        value = getattr(component, name)
        if isinstance(value, Component):
            inner = _with(value, wanted)
            if inner != value:
                changes[name] = inner
        elif name in wanted and wanted[name] in field.choices and value == field.default:
            changes[name] = wanted[name]
    return component.replace(**changes) if changes else component
