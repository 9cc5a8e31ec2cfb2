"""Measures in words: what a value of each says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from partwise.errors import PartwiseError
from partwise.evaluation.plan import parse
from partwise.language.measure import Measure
from partwise.tables.results import Results


@dataclass(frozen=True)
class Phrase:
    """A measure in words.

    Parameters
    ----------
    where : str
        Where the reader looks, ``Within 4,000 characters``; empty: everywhere.
    verb, what : str
        Around the value: ``finds`` 84.4 % ``of the relevant text``.
    noun : str
        What the value is a share of: ``relevant text found``.
    """

    where: str
    verb: str
    what: str
    noun: str

    @property
    def says(self) -> str:
        """The phrase with ``{v}`` for the value."""
        return f"{self.verb} {{v}} {self.what}{self._where}"

    @property
    def about(self) -> str:
        """What a page is about, in a few words."""
        return f"{self.noun}{self._where}"

    @property
    def _where(self) -> str:
        return f" {self.where[0].lower()}{self.where[1:]}" if self.where else ""


def _where(measure: Any) -> str:
    """Say how far a measure reads."""
    budget = getattr(measure, "budget", None)
    if budget is not None:
        return f"Within {budget:,} {measure.unit}"
    if measure.by_topic:
        return "In as many parts as concern the answer"
    if measure.depth is not None:
        return f"In the first {measure.depth:,} parts" if measure.depth > 1 else "In the first part"
    return ""


def _recall(measure: Any) -> Phrase | None:
    if measure.tolerance:
        return None
    return Phrase(_where(measure), "finds", "of the relevant text", "relevant text found")


def _precision(measure: Any) -> Phrase | None:
    if measure.tolerance or measure.repeats == "free":
        return None
    return Phrase(_where(measure), "shows", "relevant text", "share of relevant text")


def _hit(measure: Any) -> Phrase:
    return Phrase(_where(measure), "has a hit for", "of the topics", "topics with a hit")


_PHRASES: dict[str, Callable[[Any], Phrase | None]] = {
    "CharR": _recall,
    "CharP": _precision,
    "Hit": _hit,
}


_ANY = (float("-inf"), float("inf"))


@dataclass(frozen=True)
class Described:
    """A measure of the results."""

    name: str
    """Its spelling, or what a tool calls the value."""
    better: str
    """Its direction."""
    bounds: tuple[float, float]
    """Its range."""
    phrase: Phrase | None
    """What a value says."""
    budget: int | None = None
    """Characters that it lets a reader read."""
    in_points: bool = False
    """Whether differences are points of a share: not where they are of logarithms."""

    @property
    def is_share(self) -> bool:
        """Whether values lie between 0 and 1 and are shown in per cent."""
        return self.bounds == (0.0, 1.0)


def described(name: str, better: str) -> Described:
    """Describe a measure by its spelling; one that nobody knows here has no bounds."""
    try:
        measure: Measure = parse(name)
    except PartwiseError:
        return Described(name, better, _ANY, None)
    make = _PHRASES.get(type(measure).__name__)
    budget = getattr(measure, "budget", None)
    characters = getattr(measure, "unit", "") == "characters"
    bounds = _ANY if measure.bounds is None else measure.bounds
    return Described(
        name,
        better,
        (float(bounds[0]), float(bounds[1])),
        None if make is None else make(measure),
        budget if characters else None,
        in_points=(float(bounds[0]), float(bounds[1])) == (0.0, 1.0),
    )


def measures_of(results: Results) -> tuple[Described, ...]:
    """Describe the measures of results, under the names that a tool gives their values."""
    labels = results.labels or (None,) * len(results.measures)
    columns = zip(results.measures, results.better, labels, strict=True)
    found = []
    for measure, better, label in columns:
        one = described(measure, better)
        plain = measure not in results.rescaled
        name = measure if label is None else label.name
        found.append(replace(one, name=name, in_points=one.in_points and plain))
    return tuple(found)
