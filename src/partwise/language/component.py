"""Measures and their components as values that print the way they are spelled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, cast, dataclass_transform

import numpy as np
from numpy.typing import NDArray

from partwise.errors import ParameterError, PartwiseError
from partwise.language.classes import Spelled
from partwise.language.cutoffs import AUTO_CUTOFF, asked_for, expected
from partwise.language.fields import REQUIRED, Field, attribute, param, required, spell
from partwise.language.ranges import Bounds, Range
from partwise.language.registry import register
from partwise.language.resources import Content, Resource, digests

if TYPE_CHECKING:
    from partwise.geometry.view import View

__all__ = ["REQUIRED", "Better", "Component", "Measure", "param", "register", "slot"]

Better = Literal["higher", "lower"]


def slot(
    default: Any = REQUIRED,
    *,
    about: str = "",
    family: type[Component] | None = None,
    example: str = "",
    kw_only: bool | None = None,
) -> Any:
    """Declare a nested component in the body of a component's class.

    ``slot(default=F)`` takes any component of F's family and defaults to ``F()``;
    ``slot(default=AUTO, family=Navigation)`` has a default that depends on the data. Type
    checkers know a default only by its name, and by ``kw_only=False`` that the first
    component in a measure may be given without one.
    """
    del kw_only  # at run time the order of the fields says it
    if isinstance(default, type) and issubclass(default, Component):
        family = family or default.family_class()
        return Field("", default(), object, family=family, about=about)
    return Field("", default, object, family=family or Component, example=example, about=about)


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
        for name, value in zip(self._positional(len(given)), given, strict=True):
            if name in named:
                raise ParameterError(self.label(), name, value, "given once")
            named[name] = value
        for name in named:
            if name not in self.fields:
                known = f"one of its parameters ({', '.join(self.fields) or 'none'})"
                raise ParameterError(self.label(), "parameter", name, known)
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

    def _positional(self, count: int) -> list[str]:
        names = list(self.fields)
        if count > len(names):
            most = f"at most {len(names)}"
            raise ParameterError(self.label(), "number of parameters", count, most)
        return names[:count]

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
        cutoff = getattr(self, "cutoff", None)
        return (_rebuild, (type(self), self.settings(), cutoff, self.content))


def _rebuild(
    cls: type[Component],
    settings: dict[str, Any],
    cutoff: float | str | None,
    content: Content | None,
) -> Any:
    made = cls(**settings)
    made = made if content is None else made.holding(content=content)
    return made if cutoff is None else cast("Measure", made) @ cutoff


def _same(value: Any, default: Any) -> bool:
    if isinstance(value, Component) or isinstance(default, Component):
        return bool(value == default)
    return value is default or (type(value) is type(default) and bool(value == default))


@dataclass_transform(
    eq_default=False, kw_only_default=True, field_specifiers=(required, slot, attribute)
)
class Measure(Component):
    """A way to turn what a run returned for a topic into one number.

    Subclasses are small: parameters, facts, and `values`. The facts are class
    attributes: ``better`` and ``bounds`` (direction and range), ``needs``
    (assessments and tables), ``cutoffs`` (int = rank, float = recall level),
    ``family`` and ``question`` (for the catalogue), ``undefined`` (in words).
    A fact that is None or empty is not stated, and nothing is concluded from it.

    ``bounds`` of a class is the range with default parameters. Where some
    parameters lift the upper end, `exceeds` says so of an instance, whose own
    ``bounds`` follow, and ``beyond`` says so in words.
    """

    noun: ClassVar[str] = "a measure"
    better: ClassVar[Better] = "higher"
    bounds: ClassVar[Bounds | None] = None
    beyond: ClassVar[str] = ""
    needs: ClassVar[frozenset[str] | None] = None
    cutoffs: ClassVar[frozenset[type]] = frozenset()
    cutoff_required: ClassVar[bool] = False
    family: ClassVar[str] = "other"
    question: ClassVar[str] = ""
    undefined: ClassVar[str] = ""

    weighs: ClassVar[bool] = False
    """Whether it takes notice of the column ``weight`` of the assessments."""

    knows_copies: ClassVar[bool] = False
    """Whether text counts once that the assessments hold in several copies."""

    at_rank: ClassVar[str] = ""
    """The measure to use at a rank in place of one that takes recall levels only."""

    cutoff: int | float | str | None = attribute(default=None)
    written: str | None = attribute(default=None)
    """The name by which it was called where that was another tool's."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "bounds" in vars(cls):
            cls.bounds = Range(vars(cls)["bounds"])  # type: ignore[assignment]

    def exceeds(self) -> bool:
        """Tell whether these parameters lift values above the upper end of the class's range."""
        return False

    @classmethod
    def unnamed(cls) -> list[str]:
        """Return the first parameter where it is a component: all others have names."""
        return [name for name in [*cls.fields][:1] if cls.fields[name].family is not None]

    def _positional(self, count: int) -> list[str]:
        names = super()._positional(count)
        if count > len(self.unnamed()):
            last = names[-1]
            raise ParameterError(self.label(), last, "an unnamed value", f"given as {last}=...")
        return names

    def __matmul__(self, cutoff: float | str) -> Self:
        if self.cutoff is not None:
            raise ParameterError(self.label(), "cutoff", cutoff, f"given once (it is {self!r})")
        copy = type(self)(**self.settings())
        object.__setattr__(copy, "cutoff", self._checked(cutoff))
        copy.check()
        return copy

    def replace(self, **changes: Any) -> Self:
        """Return a copy with other parameters and the same cutoff."""
        copy = super().replace(**changes)
        return copy if self.cutoff is None else copy @ self.cutoff

    def with_inner(self, changed: Callable[[Measure], Measure]) -> Self:
        """Return a copy with each measure inside it changed."""
        inner = {
            name: changed(one)
            for name in self.fields
            if isinstance(one := getattr(self, name), Measure)
        }
        return self.replace(**inner) if inner else self

    def _checked(self, cutoff: Any) -> int | float | str:
        plain = cutoff.item() if isinstance(cutoff, np.generic) else cutoff
        if plain == AUTO_CUTOFF and int in self.cutoffs:
            return AUTO_CUTOFF
        kind = type(plain)
        if kind not in self.cutoffs:
            raise ParameterError(
                self.label(), "cutoff", cutoff, self.expected_cutoff(), said=self._unfit(plain)
            )
        if (kind is int and plain < 1) or (kind is float and not 0.0 <= plain <= 1.0):
            raise ParameterError(self.label(), "cutoff", cutoff, self.expected_cutoff())
        return cast("int | float", plain)

    def _unfit(self, cutoff: Any) -> str:
        """Say what to do about a cutoff of a kind that the measure does not take."""
        if not self.cutoffs:
            return f"{self!r} has no cutoff"
        if self.at_rank and isinstance(cutoff, int):
            instead = f"{self.at_rank}@{cutoff}"
            return f"{self!r}@{cutoff}: use {instead} ({self.label()} takes a recall level)"
        return ""

    @classmethod
    def expected_cutoff(cls) -> str:
        """Say in words which cutoffs the measure takes."""
        return expected(cls.cutoffs)

    def complete(self) -> Self:
        """Return the measure, or raise ParameterError when it lacks its cutoff."""
        if self.cutoff_required and self.cutoff is None:
            said = f"{self.label()} needs {asked_for(self.cutoffs, repr(self))}"
            raise ParameterError(self.label(), "cutoff", None, self.expected_cutoff(), said=said)
        return self

    @property
    def depth(self) -> int | None:
        """The rank cutoff; one that depends on the topic is replaced before a measure asks."""
        if self.by_topic:
            raise PartwiseError(f"{self!r} has another cutoff for each topic: evaluate it")
        return self.cutoff if isinstance(self.cutoff, int) else None

    @property
    def by_topic(self) -> bool:
        """Whether the inventory decides the rank cutoff of each topic."""
        return self.cutoff == AUTO_CUTOFF

    @property
    def level(self) -> Fraction | None:
        """The recall level as the exact decimal that was written."""
        return Fraction(repr(self.cutoff)) if isinstance(self.cutoff, float) else None

    def __repr__(self) -> str:
        cutoff = self.cutoff if isinstance(self.cutoff, str) else repr(self.cutoff)
        end = "" if self.cutoff is None else f"@{cutoff}"
        return super().__repr__() + end

    def values(self, view: View) -> NDArray[np.float64]:
        """Return one value per judged topic; NaN where the measure is undefined."""
        raise PartwiseError(f"{self.label()} does not define values()")

    def ceiling(self) -> Callable[[View], NDArray[np.float64]] | None:
        """How to find the best value that an inventory allows; None where no way is known."""
        return None

    def aggregate(self) -> str:
        """Return how values of topics become one number: a name of `tables.aggregates`."""
        return "mean"

    def empty_value(self) -> float:
        """Value of an empty run for a topic without anything relevant.

        It stands for an undefined topic under ``undefined="zero"``.
        """
        return 0.0
