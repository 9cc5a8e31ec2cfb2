"""Measures: a component with a cutoff, bounds, and values by topic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, cast, dataclass_transform

import numpy as np
from numpy.typing import NDArray

from partwise.errors import ParameterError, PartwiseError
from partwise.language.component import Component, slot
from partwise.language.fields import attribute, required

if TYPE_CHECKING:
    from fractions import Fraction

    from partwise.geometry.view import View


_WORDS: dict[type, tuple[str, str, str]] = {
    int: ("a rank", " (whole number of at least 1)", "10"),
    float: ("a recall level", " from 0.0 to 1.0, written with a decimal point", "0.1"),
}
"""Name, range and example of each kind."""

CUTOFF_NAMES = ("k", "cutoff", "rank", "level")
"""Names under which a cutoff is mistaken for a parameter."""

AUTO_CUTOFF = "auto"
"""A rank for each topic: as many parts as the inventory has that concern relevant text."""


def expected(kinds: frozenset[type]) -> str:
    """Return a description of the accepted cutoffs, for error messages."""
    descriptions = [name + limits for kind, (name, limits, _) in _WORDS.items() if kind in kinds]
    return " or ".join(descriptions) or "left out: this measure has none"


def required_cutoff(kinds: frozenset[type], measure: str) -> str:
    """Return a description of a required cutoff with an example: ``a rank: P@10``."""
    accepted = [description for kind, description in _WORDS.items() if kind in kinds]
    needed = " or ".join(name for name, _, _ in accepted)
    examples = " or ".join(f"{measure}@{example}" for _, _, example in accepted)
    return f"{needed}: {examples}"


Bounds = tuple[float, float]


class Range:
    """Descriptor of ``bounds``: as declared; without upper end for an instance that `exceeds`."""

    def __init__(self, declared: Bounds | None) -> None:
        self.declared = declared

    def __get__(self, measure: Measure | None, cls: type[Measure]) -> Bounds | None:
        if measure is None or self.declared is None or not measure.exceeds():
            return self.declared
        return (self.declared[0], float("inf"))


Better = Literal["higher", "lower"]


@dataclass_transform(
    eq_default=False, kw_only_default=True, field_specifiers=(required, slot, attribute)
)
class Measure(Component):
    """Evaluation measure: one number per topic from the results of a run.

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
    """True if the column ``weight`` of the assessments changes the value."""

    knows_copies: ClassVar[bool] = False
    """True if duplicates of a text in the assessments count once."""

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
        """Return True if the parameters allow values above the upper bound of the class."""
        return False

    @classmethod
    def unnamed(cls) -> list[str]:
        """Return the first parameter where it is a component: all others have names."""
        return [name for name in [*cls.fields][:1] if cls.fields[name].family is not None]

    def _positional(self, values: Sequence[Any]) -> list[str]:
        unnamed = len(values) > len(self.unnamed())
        if unnamed and type(values[-1]) in self.cutoffs:
            unnamed_fields = [*self.fields][len(values) - 1 : len(values)]
            first = "".join(f"{name} must be given as {name}=..., and " for name in unnamed_fields)
            raise self._misplaced(values[-1], first)
        names = super()._positional(values)
        if unnamed:
            last = names[-1]
            raise ParameterError(self.label(), last, "an unnamed value", f"given as {last}=...")
        return names

    def _unknown(self, name: str, value: Any) -> ParameterError:
        if name in CUTOFF_NAMES and type(value) in self.cutoffs:
            return self._misplaced(value)
        return super()._unknown(name, value)

    def _misplaced(self, cutoff: float, first: str = "") -> ParameterError:
        """Return the error about a cutoff among the parameters."""
        module = "pw." if type(self).__module__.startswith("partwise.") else ""
        name, kinds = self.label(), self.expected_cutoff()
        where = f"{name}@{cutoff}, in Python {module}{name} @ {cutoff}"
        message = f"{name}: {first}a cutoff stands behind the measure: {where}"
        return ParameterError(name, "cutoff", cutoff, kinds, said=message)

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
            name: changed(inner_measure)
            for name in self.fields
            if isinstance(inner_measure := getattr(self, name), Measure)
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
        """Error message for a cutoff of a kind that the measure does not take."""
        if not self.cutoffs:
            return f"{self!r} has no cutoff"
        if self.at_rank and isinstance(cutoff, int):
            instead = f"{self.at_rank}@{cutoff}"
            return f"{self!r}@{cutoff}: use {instead} ({self.label()} takes a recall level)"
        return ""

    @classmethod
    def expected_cutoff(cls) -> str:
        """Return a description of the accepted cutoffs, for error messages."""
        return expected(cls.cutoffs)

    def complete(self) -> Self:
        """Return the measure, or raise ParameterError when it lacks its cutoff."""
        if self.cutoff_required and self.cutoff is None:
            message = f"{self.label()} needs {required_cutoff(self.cutoffs, repr(self))}"
            raise ParameterError(self.label(), "cutoff", None, self.expected_cutoff(), said=message)
        return self

    @property
    def depth(self) -> int | None:
        """The rank cutoff; one that depends on the topic is replaced before a measure asks."""
        if self.by_topic:
            raise PartwiseError(f"{self!r} has another cutoff for each topic: evaluate it")
        return self.cutoff if isinstance(self.cutoff, int) else None

    @property
    def by_topic(self) -> bool:
        """True if the rank cutoff is ``auto``: one per topic, from the inventory."""
        return self.cutoff == AUTO_CUTOFF

    @property
    def level(self) -> Fraction | None:
        """The recall level as the exact decimal that was written."""
        if not isinstance(self.cutoff, float):
            return None
        from fractions import Fraction

        return Fraction(repr(self.cutoff))

    def __repr__(self) -> str:
        cutoff = self.cutoff if isinstance(self.cutoff, str) else repr(self.cutoff)
        end = "" if self.cutoff is None else f"@{cutoff}"
        return super().__repr__() + end

    def __reduce__(self) -> tuple[Any, ...]:
        return (_at_cutoff, (super().__reduce__(), self.cutoff))

    def values(self, view: View) -> NDArray[np.float64]:
        """Return one value per judged topic; NaN where the measure is undefined."""
        raise PartwiseError(f"{self.label()} does not define values()")

    def ceiling(self) -> Callable[[View], NDArray[np.float64]] | None:
        """Return the function for the best value that an inventory allows; None without one."""
        return None

    def aggregate(self) -> str:
        """Return how values of topics become one number: a name of `tables.aggregates`."""
        return "mean"

    def empty_value(self) -> float:
        """Value of an empty run for a topic without anything relevant.

        It stands for an undefined topic under ``undefined="zero"``.
        """
        return 0.0


def _at_cutoff(bare: tuple[Callable[..., Measure], Any], cutoff: float | str | None) -> Measure:
    rebuild, arguments = bare
    measure = rebuild(*arguments)
    return measure if cutoff is None else measure @ cutoff
