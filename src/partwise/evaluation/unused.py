"""Settings that no measure takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from partwise.language.fields import AUTO
from partwise.language.measure import Measure
from partwise.messages import Note, list_some


def unused(measures: Iterable[Measure], nav: Any, unit: str | None) -> list[Note]:
    """Say which of a user model and a unit of budgets were given for nothing."""
    asked = [one for measure in measures for one in _with_inner(measure)]
    notes = []
    if nav is not None and not any("nav" in one.fields for one in asked):
        notes.append(Note(f"no measure takes a user model: {nav} changes nothing"))
    elif nav is not None and (without := [one for one in asked if _goes_without(one)]):
        from partwise.users.combined import NoNav

        names, example = list_some([repr(one) for one in without]), without[0].replace(nav=NoNav())
        said = f"{names}: no user model unless it is written out ({example!r})"
        notes.append(Note(f"{said}; {nav} changes nothing there"))
    if unit is not None and not any(map(has_budget, asked)):
        notes.append(Note(f"no measure has a budget; --budget-unit {unit} changes nothing"))
    return notes


def _goes_without(measure: Measure) -> bool:
    """Tell whether a measure takes a user model, and has none where none is named."""
    return "nav" in measure.fields and getattr(measure, "nav", AUTO) is None


def has_budget(measure: Measure) -> bool:
    """Tell whether a measure stops at a budget."""
    return "unit" in measure.fields and getattr(measure, "budget", None) is not None


def _with_inner(measure: Measure) -> Iterator[Measure]:
    """Yield a measure and those inside it: a ceiling has the settings of what it bounds."""
    yield measure
    for name in measure.fields:
        if isinstance(one := getattr(measure, name), Measure):
            yield from _with_inner(one)
