"""What runs share that hold less than their file says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from partwise.tables.columns import freeze


@dataclass(frozen=True, eq=False)
class CompactRun:
    """A run as far as measures see it; its arrays cannot be changed."""

    arrays: ClassVar[tuple[str, ...]]
    """Names of the fields that are arrays."""

    def __post_init__(self) -> None:
        for name in self.arrays:
            object.__setattr__(self, name, freeze(getattr(self, name)))

    @property
    def answered(self) -> list[str]:
        """Topics that the system answered with nothing: a file that has any is read as a `Run`."""
        return []

    def named(self, name: str) -> Self:
        """Return the same run under another name."""
        return replace(self, name=name)  # type: ignore[call-arg]  # every run has one
