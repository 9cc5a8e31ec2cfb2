"""Components of measures as values that print the way they are spelled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self, dataclass_transform

from partwise.errors import ParameterError
from partwise.language.classes import Spelled
from partwise.language.fields import REQUIRED, Field, attribute, param, required, spell
from partwise.language.registry import register
from partwise.language.resources import Content, Resource, digests

__all__ = ["REQUIRED", "Component", "param", "register", "slot"]


def slot(
    default: Any = REQUIRED,
    *,
    about: str = "",
    family: type[Component] | None = None,
    example: str = "",
    kw_only: bool | None = None,
    many: bool = False,
) -> Any:
    """Declare a nested component in the body of a component's class.

    ``slot(default=F)`` takes any component of F's family and defaults to ``F()``;
    ``slot(default=AUTO, family=Navigation)`` has a default that depends on the data. Type
    checkers know a default only by its name, and by ``kw_only=False`` that the first
    component in a measure may be given without one. ``many=True`` takes all components that have
    no name.
    """
    del kw_only  # at run time the order of the fields says it
    if isinstance(default, type) and issubclass(default, Component):
        family = family or default.family_class()
        return Field("", default(), object, family=family, about=about)
    kind = family or Component
    return Field("", default, object, family=kind, example=example, about=about, many=many)


@dataclass_transform(eq_default=False, field_specifiers=(required, slot, attribute))
class Component(metaclass=Spelled):
    """Base of everything the measure language can name.

    A direct subclass is a *family* (measures, document gains, efforts, user
    models); what a slot accepts is a family. ``noun`` is what messages call
    one of its members.
    """

    fields: ClassVar[Mapping[str, Field]]
    noun: ClassVar[str] = "a component"
    inside: ClassVar[str] = ""
    """Measures in which a component may stand, with braces for its name."""

    content: Content | None = attribute(default=None)
    """What the file that it names holds; None until it is read."""

    def __init__(self, *given: Any, **named: Any) -> None:
        for name, value in zip(self._positional(given), given, strict=True):
            if name in named:
                raise ParameterError(self.label(), name, value, "given once")
            named[name] = value
        for name, value in named.items():
            if name not in self.fields:
                raise self._unknown(name, value)
        for name, field in self.fields.items():
            value = named.get(name, field.default)
            if value is REQUIRED:
                raise field.missing(self.label())
            object.__setattr__(self, name, field.accept(self.label(), value))
        self.check()

    @classmethod
    def unnamed(cls) -> list[str]:
        """Return the parameters that may be given without their names."""
        return list(cls.fields)

    def _positional(self, given: Sequence[Any]) -> list[str]:
        names = list(self.fields)
        if len(given) > len(names):
            most = f"at most {len(names)}"
            raise ParameterError(self.label(), "number of parameters", len(given), most)
        return names[: len(given)]

    def _unknown(self, name: str, value: Any) -> ParameterError:
        """Return the error about a parameter that it does not have."""
        del value
        known = f"one of its parameters ({', '.join(self.fields) or 'none'})"
        return ParameterError(self.label(), "parameter", name, known)

    @classmethod
    def label(cls) -> str:
        """Return the name under which the component is spelled."""
        return cls.__name__

    @classmethod
    def family_class(cls) -> type[Component]:
        """Return the direct subclass of Component that this one belongs to."""
        line = [base for base in cls.__mro__ if issubclass(base, Component)]
        return line[-2] if len(line) > 1 else Component

    def check(self) -> None:
        """Check parameters against each other; raise ParameterError."""

    def resource(self) -> Resource | None:
        """Return the file that the component names, if it does."""
        return None

    def holding(self, **attributes: Any) -> Self:
        """Return a copy with other attributes: the content of its file, components inside."""
        copy = object.__new__(type(self))
        vars(copy).update(vars(self), **attributes)
        return copy

    def settings(self) -> dict[str, Any]:
        """Return the parameters that are printed: those that differ from their defaults."""
        return {
            name: value
            for name, field in self.fields.items()
            if not _same(value := getattr(self, name), field.default) or field.spelled
        }

    def replace(self, **changes: Any) -> Self:
        """Return a copy with other parameters."""
        return type(self)(**{**self.settings(), **changes})

    def _arguments(self) -> Iterator[str]:
        for position, (name, value) in enumerate(self.settings().items()):
            if self.fields[name].many:
                yield from map(spell, value)
                continue
            bare = position == 0 and self.fields[name].family is not None and self._is_first(name)
            yield spell(value) if bare else f"{name}={spell(value)}"

    def _is_first(self, name: str) -> bool:
        return next(iter(self.fields)) == name

    def __repr__(self) -> str:
        arguments = ", ".join(self._arguments())
        return f"{self.label()}({arguments})" if arguments else self.label()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Component) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[object, ...]:
        """Return what makes a component: its kind, its spelling, and what the files held."""
        return (type(self), repr(self), *digests(self))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{self.label()} cannot be changed; use replace({name}=...)")

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), self.settings(), self.content))


def _rebuild(cls: type[Component], settings: dict[str, Any], content: Content | None) -> Any:
    made = cls(**settings)
    return made if content is None else made.holding(content=content)


def _same(value: Any, default: Any) -> bool:
    if isinstance(value, Component) or isinstance(default, Component):
        return bool(value == default)
    return value is default or (type(value) is type(default) and bool(value == default))
