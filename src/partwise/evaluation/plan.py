"""From what a user wrote to complete measures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import partwise.evaluation.registered  # noqa: F401  makes all names known
from partwise.errors import UsageError
from partwise.language.component import Measure
from partwise.language.parser import parse as parse_measure
from partwise.language.parser import parse_all, parse_component
from partwise.language.tokens import MOST


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

    Lists and ranges in a text stand for several measures: ``P@[5,10]``, ``CharR@1..5``.
    `nav` fills the parameter of that name wherever a measure leaves it open.
    """
    model = _model(nav) if isinstance(nav, str) else nav
    found: dict[str, Measure] = {}
    for item in given:
        for measure in _measures(item):
            filled = measure if model is None else _reading_as(measure, model)
            found.setdefault(repr(filled), filled)
    if not found:
        raise UsageError("no measure is given")
    if len(found) > MOST:
        raise UsageError(f"{len(found):,} measures; at most {MOST:,} are allowed")
    return list(found.values())


def _model(text: str) -> Any:
    from partwise.users.base import Navigation

    return parse_component(text, Navigation)


def _reading_as(measure: Measure, model: Any) -> Measure:
    from partwise.users.base import with_default

    return with_default(measure, "nav", model)


def _measures(item: Any) -> list[Measure]:
    """Return the measures for which a text, a class or a measure stands."""
    if isinstance(item, str):
        return parse_all(item)
    if isinstance(item, type) and issubclass(item, Measure):
        item = item()
    if isinstance(item, Measure):
        return [item.complete()]
    raise UsageError(f"{item!r} is not a measure; write it as text or build it from its class")
