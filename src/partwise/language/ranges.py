"""The range of a measure's values, which may depend on its parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from partwise.language.measure import Measure

Bounds = tuple[float, float]


class Range:
    """The range of a measure: of the class as declared, of an instance as it `exceeds` that."""

    def __init__(self, declared: Bounds | None) -> None:
        self.declared = declared

    def __get__(self, measure: Measure | None, cls: type[Measure]) -> Bounds | None:
        if measure is None or self.declared is None or not measure.exceeds():
            return self.declared
        return (self.declared[0], float("inf"))
