"""Records: data classes that are cheap to make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

_Record = TypeVar("_Record")


@dataclass_transform(frozen_default=True, eq_default=False)
def record(cls: type[_Record], /) -> type[_Record]:
    """Make a data class whose instances are equal to themselves only and are never changed.

    That they are not is left to type checkers: ``dataclass(frozen=True)`` compiles up to six
    methods for each class, and a command that needs fifty classes would wait for that at every
    start. Classes that users see are frozen data classes.
    """
    return dataclass(eq=False, repr=False)(cls)
