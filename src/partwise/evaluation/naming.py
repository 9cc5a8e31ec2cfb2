"""From what a user wrote to complete measures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import partwise.evaluation.registered  # noqa: F401  makes all names known
from partwise.errors import UsageError
from partwise.language.parsing import parse as parse_measure
from partwise.language.parsing import parse_component
from partwise.language.spelling import Measure


def parse(text: str) -> Measure:
    """Read one measure as it is spelled.

    Examples
    --------
    >>> parse("AgP(F(beta=0.25))@10")
    AgP(F(beta=0.25))@10
    """
    return parse_measure(text)


def resolve(given: Iterable[Any], *, nav: Any = None) -> list[Measure]:
    """Turn texts, classes and measures into complete measures, each once, in order.

    `nav` fills the parameter of that name wherever a measure leaves it open.
    """
    model = _model(nav) if isinstance(nav, str) else nav
    found: dict[str, Measure] = {}
    for item in given:
        measure = _one(item)
        if model is not None:
            measure = _reading_as(measure, model)
        found.setdefault(repr(measure), measure)
    if not found:
        raise UsageError("no measure is given")
    return list(found.values())


def _model(text: str) -> Any:
    from partwise.users.navigation import Navigation

    return parse_component(text, Navigation)


def _reading_as(measure: Measure, model: Any) -> Measure:
    from partwise.users.navigation import with_default

    return with_default(measure, "nav", model)


def _one(item: Any) -> Measure:
    if isinstance(item, str):
        return parse_measure(item)
    if isinstance(item, type) and issubclass(item, Measure):
        item = item()
    if isinstance(item, Measure):
        return item.complete()
    raise UsageError(f"{item!r} is not a measure; write it as text or build it from its class")
