"""What a class of the measure language is: its fields, docstring, signature and cutoff."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from partwise.language.docstrings import Docstring
from partwise.language.fields import Field

if TYPE_CHECKING:
    from inspect import Signature

    from partwise.language.component import Component
    from partwise.language.measure import Measure

M = TypeVar("M", bound="Measure")


class Spelled(type):
    """Collects the declared fields, and lets a class take a cutoff: ``iP @ 0.01``."""

    fields: Mapping[str, Field]

    def __new__(
        mcs, name: str, bases: tuple[type, ...], space: dict[str, Any], **options: Any
    ) -> Spelled:
        """Move the declared fields from the class body into `fields`."""
        fields: dict[str, Field] = {}
        for base in reversed(bases):
            fields |= getattr(base, "fields", {})
        for key, value in list(space.items()):
            if isinstance(value, Field):
                facts = {k: v for k, v in vars(value).items() if k != "name"}
                fields[key] = Field(key, **facts)
                del space[key]
        space["fields"] = fields
        if "__doc__" in space:
            space["__doc__"] = Docstring(space["__doc__"])
        return super().__new__(mcs, name, bases, space, **options)

    # pydoc looks past `type` for the docstring of a class, and would find what is not yet a text
    @property
    def __doc__(cls: type[Component]) -> str | None:  # type: ignore[misc, override]
        """The docstring, completed."""
        said: Docstring | None = vars(cls).get("__doc__")
        return None if said is None else said.__get__(None, cls)

    # mypy does not know that classes of this metaclass are components
    @property
    def __signature__(cls: type[Component]) -> Signature:  # type: ignore[misc]
        """What the constructor takes; worked out when `inspect` asks."""
        from partwise.language.signatures import signature_of

        return signature_of(cls)

    # only measures take a cutoff
    def __matmul__(cls: type[M], cutoff: float) -> M:  # type: ignore[misc]
        return cls() @ cutoff
