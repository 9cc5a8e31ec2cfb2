"""Components of the measure language: classes with parameters that print as they are spelled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from inspect import Parameter, Signature
from operator import or_
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Self,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from partwise._record import record
from partwise.errors import ParameterError, PartwiseError
from partwise.language.fields import (
    REQUIRED,
    Auto,
    Docstring,
    Field,
    Nested,
    NestedOrAuto,
    attribute,
    param,
    required,
    spell,
)
from partwise.language.registry import register

if TYPE_CHECKING:
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
        docstring: Docstring | None = vars(cls).get("__doc__")
        return None if docstring is None else docstring.__get__(None, cls)

    # mypy does not know that classes of this metaclass are components
    @property
    def __signature__(cls: type[Component]) -> Signature:  # type: ignore[misc]
        """Signature of the constructor, computed when `inspect` reads it."""
        return signature_of(cls)

    # only measures take a cutoff
    def __matmul__(cls: type[M], cutoff: float) -> M:  # type: ignore[misc]
        return cls() @ cutoff


_POSITIONAL = Parameter.POSITIONAL_OR_KEYWORD


def signature_of(cls: type[Component]) -> Signature:
    """Return names, types and defaults in the order of the declarations."""
    types, unnamed = _types(cls), cls.unnamed()
    parameters: list[Parameter] = []
    for field in cls.fields.values():
        if field.many:
            parameters.append(Parameter(field.name, Parameter.VAR_POSITIONAL))
            unnamed = []
            continue
        required = field.default is REQUIRED
        if required and any(earlier.default is not Parameter.empty for earlier in parameters):
            unnamed = []  # after a parameter with a default, one that must be given has a name
        parameters.append(
            Parameter(
                field.name,
                _POSITIONAL if field.name in unnamed else Parameter.KEYWORD_ONLY,
                default=Parameter.empty if required else field.default,
                annotation=types.get(field.name, Parameter.empty),
            )
        )
    return Signature(parameters)


def _types(cls: type) -> dict[str, Any]:
    """Return the declared types; as written where a name in them is not known here."""
    try:
        return {name: _plain(hint) for name, hint in get_type_hints(cls).items()}
    except NameError:
        lines = [vars(base).get("__annotations__", {}) for base in reversed(cls.__mro__)]
        return reduce(or_, lines, {})


def _plain(hint: Any) -> Any:
    """Return the type of the attribute where its declaration also admits classes."""
    if get_origin(hint) is Nested:
        return get_args(hint)[0]
    if get_origin(hint) is NestedOrAuto:
        return get_args(hint)[0] | Auto
    return hint


# A component only says which file it needs and how it is read. Evaluation reads it, once,
# and the component carries what was found wherever it goes, into another process too.

C = TypeVar("C", bound="Component")


@dataclass(frozen=True)
class Resource:
    """A file, and how it is read: ``read(file, **dict(options))``."""

    file: str
    read: Callable[..., Any]
    options: tuple[tuple[str, Any], ...] = ()


@record
class Content:
    """Content of a resource file: its table, and a digest for equality and hashes."""

    table: Any
    digest: str


def nested(component: Component) -> Iterator[tuple[str, Component]]:
    """Yield the components inside one, with the names of their parameters."""
    for name, field in component.fields.items():
        value = getattr(component, name)
        if field.many:
            yield from ((name, inner) for inner in value)
        elif field.family is not None and hasattr(value, "fields"):
            yield name, value


def changed(component: Component, change: Callable[[Any], Any]) -> dict[str, Any]:
    """Apply `change` to nested components; return the parameters whose value changed."""
    replaced: dict[str, Any] = {}
    for name, _ in nested(component):
        value = getattr(component, name)
        several = value if isinstance(value, tuple) else (value,)
        new = tuple(change(inner) for inner in several)
        if any(result is not was for result, was in zip(new, several, strict=True)):
            replaced[name] = new if isinstance(value, tuple) else new[0]
    return replaced


def digests(component: Component) -> Iterator[str]:
    """Yield the content digests of a component and of nested ones."""
    if component.content is not None:
        yield component.content.digest
    for _, inner in nested(component):
        yield from digests(inner)


def with_contents(component: C, content_of: Callable[[Resource], Content]) -> C:
    """Return a component with the contents of its file and of nested components' files.

    Content that was read before stays. `content_of` is called with each remaining `Resource`.
    """
    replaced = changed(component, lambda inner: with_contents(inner, content_of))
    resource = component.resource() if component.content is None else None
    if resource is not None:
        replaced["content"] = content_of(resource)
    return component.holding(**replaced) if replaced else component


def table_of(component: Component) -> Any:
    """Return the table of the file that a component names."""
    if component.content is None:
        raise PartwiseError(
            f"the file of {component!r} has not been read. Use evaluate(), which reads it"
        )
    return component.content.table


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
    """Content of the file that a parameter names; None until it is read."""

    def __init__(self, *values: Any, **named: Any) -> None:
        for name, value in zip(self._positional(values), values, strict=True):
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

    def _positional(self, values: Sequence[Any]) -> list[str]:
        names = list(self.fields)
        if len(values) > len(names):
            expected = f"at most {len(names)}"
            raise ParameterError(self.label(), "number of parameters", len(values), expected)
        return names[: len(values)]

    def _unknown(self, name: str, value: Any) -> ParameterError:
        """Return the error about a parameter that it does not have."""
        del value
        expected = f"one of its parameters ({', '.join(self.fields) or 'none'})"
        return ParameterError(self.label(), "parameter", name, expected)

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
        """Return the key of equality: class, spelling, and digests of files."""
        return (type(self), repr(self), *digests(self))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{self.label()} cannot be changed; use replace({name}=...)")

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), self.settings(), self.content))


def _rebuild(cls: type[Component], settings: dict[str, Any], content: Content | None) -> Any:
    component = cls(**settings)
    return component if content is None else component.holding(content=content)


def _same(value: Any, default: Any) -> bool:
    if isinstance(value, Component) or isinstance(default, Component):
        return bool(value == default)
    return value is default or (type(value) is type(default) and bool(value == default))
