"""From what a user wrote to complete measures."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import partwise.evaluation.registered  # noqa: F401  makes all names known
from partwise.errors import UsageError
from partwise.evaluation.presets.named import default_preset
from partwise.evaluation.presets.named import preset as preset_named
from partwise.language.component import Measure
from partwise.language.parser import parse as parse_measure
from partwise.language.parser import parse_all, parse_component
from partwise.language.tokens import MOST

if TYPE_CHECKING:
    from partwise.tables.qrels import Qrels

Undefined = Literal["skip", "zero"]


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
    spelled = [parse_all(item) if isinstance(item, str) else [_built(item)] for item in given]
    found: dict[str, Measure] = {}
    for measure in itertools.chain.from_iterable(spelled):
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


def _built(item: Any) -> Measure:
    """Return the measure for which a class or a measure stands."""
    if isinstance(item, type) and issubclass(item, Measure):
        item = item()
    if isinstance(item, Measure):
        return item.complete()
    raise UsageError(f"{item!r} is not a measure; write it as text or build it from its class")


@dataclass(frozen=True)
class Plan:
    """What is evaluated, and how topics count."""

    measures: list[Measure]
    undefined: Undefined
    preset: str | None = None

    def with_measures(self, extra: Iterable[Measure]) -> Plan:
        """Return the plan with further measures, where they are missing."""
        more = list(extra)
        return replace(self, measures=resolve([*self.measures, *more])) if more else self


def plan(
    qrels: Qrels,
    measures: Iterable[Any] | str | Plan | None = None,
    *,
    preset: str | None = None,
    nav: Any = None,
    undefined: Undefined | None = None,
) -> Plan:
    """Choose the measures: those given, else the preset, else what the assessments suggest.

    A plan that was made before stands.
    """
    if isinstance(measures, Plan):
        return measures
    given = [measures] if isinstance(measures, str | Measure | type) else list(measures or ())
    chosen = name = None
    if preset is not None or not given:
        name = preset or default_preset(qrels)
        chosen = preset_named(name)
        given = [*chosen.measures, *given]
    policy = undefined or (chosen.undefined if chosen is not None else "skip")
    if policy not in ("skip", "zero"):
        raise UsageError(f"undefined must be skip or zero, not {policy!r}")
    return Plan(resolve(given, nav=nav), policy, name)  # type: ignore[arg-type]
