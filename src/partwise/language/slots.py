"""What type checkers are told of a nested component: it may be given as a class.

``AgP(F)`` and ``AgP(F())`` are the same measure, and ``gain`` of it is always a component. A
descriptor is what lets the two types differ; it stands in annotations only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from partwise.language.fields import Auto

if TYPE_CHECKING:
    from partwise.language.component import Component

C = TypeVar("C", bound="Component")


class Nested(Protocol[C]):
    """A component."""

    def __get__(self, instance: Any, owner: Any = None) -> C: ...

    def __set__(self, instance: Any, value: C | type[C]) -> None: ...


class NestedOrAuto(Protocol[C]):
    """A component, or one that is chosen from the data."""

    def __get__(self, instance: Any, owner: Any = None) -> C | Auto: ...

    def __set__(self, instance: Any, value: C | type[C] | Auto) -> None: ...


class NestedOrNone(Protocol[C]):
    """A component, or none."""

    def __get__(self, instance: Any, owner: Any = None) -> C | None: ...

    def __set__(self, instance: Any, value: C | type[C] | None) -> None: ...
