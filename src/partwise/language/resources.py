"""Files that components name, and what they hold.

A component only says which file it needs and how it is read. Evaluation reads it, once,
and the component carries what was found wherever it goes, into another process too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from partwise._record import record
from partwise.errors import PartwiseError

if TYPE_CHECKING:
    from partwise.language.component import Component

C = TypeVar("C", bound="Component")


@dataclass(frozen=True)
class Resource:
    """A file, and how it is read: ``read(file, **dict(options))``."""

    file: str
    read: Callable[..., Any]
    options: tuple[tuple[str, Any], ...] = ()


@record
class Content:
    """What a file held: its table, and a digest that tells it from another."""

    table: Any
    digest: str


def nested(component: Component) -> Iterator[tuple[str, Component]]:
    """Yield the components inside one, with the names of their parameters."""
    for name, field in component.fields.items():
        value = getattr(component, name)
        if field.many:
            yield from ((name, one) for one in value)
        elif field.family is not None and hasattr(value, "fields"):
            yield name, value


def changed(component: Component, change: Callable[[Any], Any]) -> dict[str, Any]:
    """Return the parameters that hold components, with each of these changed, where any is."""
    held: dict[str, Any] = {}
    for name, _ in nested(component):
        value = getattr(component, name)
        several = value if isinstance(value, tuple) else (value,)
        new = tuple(change(one) for one in several)
        if any(one is not was for one, was in zip(new, several, strict=True)):
            held[name] = new if isinstance(value, tuple) else new[0]
    return held


def contents(component: Component) -> Iterator[Content]:
    """Yield what a component and those inside it have read."""
    if component.content is not None:
        yield component.content
    for _, inner in nested(component):
        yield from contents(inner)


def digests(component: Component) -> Iterator[str]:
    """Yield the digests of what a component and those inside it have read."""
    for content in contents(component):
        yield content.digest


def with_contents(component: C, content_of: Callable[[Resource], Content]) -> C:
    """Return a component with what its files and those of components inside hold.

    What was read before is kept; `content_of` is asked for the rest.
    """
    held = changed(component, lambda inner: with_contents(inner, content_of))
    wanted = component.resource() if component.content is None else None
    if wanted is not None:
        held["content"] = content_of(wanted)
    return component.holding(**held) if held else component


def table_of(component: Component) -> Any:
    """Return the table of the file that a component names."""
    if component.content is None:
        raise PartwiseError(
            f"the file of {component!r} has not been read. Use evaluate(), which reads it"
        )
    return component.content.table
