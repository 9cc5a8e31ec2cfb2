"""Instances of every registered measure: as it comes, and with each parameter changed."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import partwise.gains
import partwise.measures
import partwise.users
from partwise.errors import PartwiseError
from partwise.language.component import Component
from partwise.language.fields import AUTO, REQUIRED, Field
from partwise.language.measure import Measure
from partwise.language.parser import parse
from partwise.language.registry import classes

for room in (partwise.measures, partwise.gains, partwise.users):
    for module in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
        importlib.import_module(module.name)


FROM_DATA = {"r": 1, "elements": 1000, "budget": 30}
"""Whole numbers for parameters whose default depends on the data."""


def complete(measure: Measure) -> Measure:
    """Give a measure the cutoff it cannot do without."""
    for cutoff in (None, 3, 0.5):
        try:
            return (measure if cutoff is None else measure @ cutoff).complete()
        except PartwiseError:
            continue
    raise AssertionError(f"no cutoff suits {measure!r}")


def others(field: Field) -> Iterator[Any]:
    """Values of a parameter other than its default."""
    if field.family is not None:
        for cls in classes(field.family):
            try:
                yield cls()
            except PartwiseError:
                continue
    elif field.choices:
        yield from (choice for choice in field.choices if choice != field.default)
    elif field.kind is bool:
        yield not field.default
    elif field.kind is int:
        yield FROM_DATA.get(field.name, 5) if field.default in (None, AUTO) else field.default + 1
    elif field.kind is float:
        yield 0.5


def variants(measure: Measure) -> Iterator[Measure]:
    """Change one parameter at a time."""
    for name, field in measure.fields.items():
        for value in others(field):
            try:
                yield measure.replace(**{name: value}).complete()
            except PartwiseError:
                continue
    for cutoff in (2, 0.25):
        try:
            yield (type(measure)(**measure.settings()) @ cutoff).complete()
        except PartwiseError:
            continue


def plainest(cls: type[Measure]) -> Measure:
    """Build a measure with nothing but what it cannot do without."""
    needed = [field.example for field in cls.fields.values() if field.default is REQUIRED]
    return parse(f"{cls.label()}({', '.join(needed)})") if needed else cls()


def ours(cls: type[Component]) -> bool:
    """Leave out what other tests register."""
    return cls.__module__.startswith("partwise.")


MEASURES: list[Measure] = [
    complete(plainest(cls)) for cls in classes(Measure) if issubclass(cls, Measure) and ours(cls)
]
VARIANTS: list[Measure] = list(
    dict.fromkeys(variant for measure in MEASURES for variant in variants(measure))
)
