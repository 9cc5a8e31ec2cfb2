"""Parameters of components: declaration, checks, slots and documentation."""

from __future__ import annotations

import inspect
import keyword
import math
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeVar

import numpy as np

from partwise.errors import ParameterError

if TYPE_CHECKING:
    from partwise.language.component import Component


class Auto(Enum):
    """The type of `AUTO`."""

    AUTO = "auto"

    def __bool__(self) -> Literal[False]:
        return False  # so that `given or chosen` reads as it does with None

    def __repr__(self) -> str:
        return "AUTO"


AUTO: Final = Auto.AUTO
"""Default of a parameter whose value the data decide. None stands for none."""


class _Required:
    def __repr__(self) -> str:
        return "required"


REQUIRED: Any = _Required()
"""Default of a parameter that must be given."""

FROM_DATA = "default: chosen from the data"
"""Description of a default that depends on the data."""

NONE = "default: none"
"""Description of the default None."""

LARGEST = 2**63 - 1
"""Upper end of every whole number: that of 64 bits."""

_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_RESERVED = frozenset({"True", "False", "None", "true", "false"})


@dataclass(frozen=True)
class Field:
    """Declaration of one parameter of a component."""

    name: str
    """The keyword."""
    default: Any
    """`REQUIRED` when it must be given; `AUTO` when the data decide; None when there is none."""
    kind: type
    """float, int, str, bool, or object for a value that `check` judges alone."""
    low: float | None = None
    high: float | None = None
    above: float | None = None
    """Inclusive bounds; `above` is an exclusive lower bound."""
    choices: tuple[Any, ...] = ()
    """The only values allowed, when not empty."""
    check: Callable[[Any], Any] | None = None
    """Takes the value, returns the one to keep, raises ValueError(what was expected)."""
    family: type | None = None
    """For a slot: the base class of the components it takes."""
    without: str = NONE
    """Description of the default None, such as ``default: all``."""
    example: str = ""
    """An argument as it may be written, for a parameter that must be given."""
    spelled: bool = False
    """True if the value is printed even when it is the default."""
    accepts: str = ""
    """Accepted values in words, for parameters with `check`."""
    about: str = ""
    """Description of the parameter, inserted into docstrings."""
    many: bool = False
    """For a slot that comes first: all components without a name belong to it, as a tuple."""
    form: str = ""
    """The type in words, where `kind` does not name it: ``int or float``, ``table``."""

    def accept(self, owner: str, value: Any) -> Any:
        """Return the value in its normal form, or raise ParameterError."""
        if value is self.default and (value is None or value is AUTO):
            return value
        if self.many:
            several = value if isinstance(value, tuple | list) else (value,)
            return tuple(self._component(owner, component) for component in several)
        if self.family is not None:
            return self._component(owner, value)
        plain = value.item() if isinstance(value, np.generic) else value
        if self.kind is int and isinstance(plain, int) and plain > LARGEST:
            raise ParameterError(owner, self.name, value, self._with_upper_end)
        if not self._fits_kind(plain):
            raise ParameterError(owner, self.name, value, self.expected)
        if self.kind is float:
            plain = float(plain)
        if not self._in_range(plain):
            raise ParameterError(owner, self.name, value, self.expected)
        if self.check is not None:
            try:
                plain = self.check(plain)
            except ValueError as error:
                raise ParameterError(owner, self.name, value, str(error)) from None
        return plain

    def _component(self, owner: str, value: Any) -> Any:
        family = self.family or object
        if isinstance(value, type) and issubclass(value, family):
            return value()
        if not isinstance(value, family):
            raise ParameterError(owner, self.name, value, self.expected)
        return value

    def _fits_kind(self, value: Any) -> bool:
        if self.kind is float:
            real = isinstance(value, (int, float)) and not isinstance(value, bool)
            return real and is_finite(value)
        if self.kind is int:
            return isinstance(value, int) and not isinstance(value, bool)
        return isinstance(value, self.kind)

    def _in_range(self, value: Any) -> bool:
        if self.choices and value not in self.choices:
            return False
        if self.low is not None and value < self.low:
            return False
        if self.high is not None and value > self.high:
            return False
        return self.above is None or value > self.above

    def takes(self, value: Any) -> bool:
        """Return True if `accept` takes the value."""
        try:
            self.accept("", value)
        except ParameterError:
            return False
        return True

    @property
    def default_words(self) -> str:
        """Description of the default."""
        if self.default is REQUIRED:
            return "required"
        if self.default is AUTO:
            return FROM_DATA
        return self.without if self.default is None else f"default {spell(self.default)}"

    def missing(self, owner: str) -> ParameterError:
        """Return the error for a parameter that must be given and is not."""
        what = f"a {self.name}" if len(self.name) > 1 and not self.many else self.name
        example = self.example or f"{self.name}=..."
        message = f"{owner} needs {what}: {owner}({example})"
        return ParameterError(owner, self.name, None, self.expected, said=message)

    @property
    def _with_upper_end(self) -> str:
        """Accepted range of a whole number that is above 2^63 - 1."""
        if self.high is not None:
            return self.expected
        low = "" if self.low is None else f" from {spell(self.low)}"
        return f"a whole number{low} to {LARGEST}" if low else f"a whole number up to {LARGEST}"

    @property
    def expected(self) -> str:
        """Accepted values in words, for error messages."""
        if self.family is not None:
            return str(getattr(self.family, "noun", self.family.__name__))
        if self.choices:
            spelled = [spell(choice) for choice in self.choices]
            return (
                spelled[0] if len(spelled) == 1 else f"{', '.join(spelled[:-1])} or {spelled[-1]}"
            )
        noun = {float: "a number", int: "a whole number", str: "text", bool: "True or False"}
        noun_phrase = self.accepts or noun.get(self.kind, "a value")
        if self.low is not None and self.high is not None:
            return f"{noun_phrase} from {spell(self.low)} to {spell(self.high)}"
        if self.above is not None:
            top = "" if self.high is None else f" and at most {spell(self.high)}"
            return f"{noun_phrase} above {spell(self.above)}{top}"
        if self.low is not None:
            return f"{noun_phrase} of at least {spell(self.low)}"
        return noun_phrase


def is_finite(value: float) -> bool:
    """Return True if a number is finite as a float64."""
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def param(
    default: Any = REQUIRED,
    *,
    about: str = "",
    kind: type | None = None,
    low: float | None = None,
    high: float | None = None,
    above: float | None = None,
    choices: tuple[Any, ...] = (),
    check: Callable[[Any], Any] | None = None,
    without: str = NONE,
    example: str = "",
    spelled: bool = False,
    accepts: str = "",
    form: str = "",
) -> Any:
    """Declare a parameter in the body of a component's class; see `Field`."""
    if kind is None:
        open_ends = (None, AUTO, REQUIRED)
        sample = choices[0] if choices and default in open_ends else default
        kind = object if sample in open_ends else type(sample)
    return Field(
        "",
        default,
        kind,
        low=low,
        high=high,
        above=above,
        choices=choices,
        check=check,
        without=without,
        example=example,
        spelled=spelled,
        accepts=accepts,
        about=about,
        form=form,
    )


def required(
    *,
    kind: type,
    about: str = "",
    low: float | None = None,
    high: float | None = None,
    example: str = "",
) -> Any:
    """Declare a parameter that must be given; type checkers know it by this function."""
    return param(kind=kind, about=about, low=low, high=high, example=example)


def attribute(*, default: Any, init: Literal[False] = False) -> Any:
    """Declare an attribute of instances that is no parameter: the constructor does not take it."""
    del init  # read by type checkers
    return default


def spell(value: Any) -> str:  # noqa: PLR0911
    """Write a parameter value as the measure language reads it."""
    if isinstance(value, bool) or value is None:
        return repr(value)
    if isinstance(value, float):
        whole = math.isfinite(value) and value == int(value) and abs(value) < 1e15
        return str(int(value)) if whole else repr(value)
    if isinstance(value, str):
        bare = _BARE.fullmatch(value) and value not in _RESERVED and not keyword.iskeyword(value)
        return value if bare else repr(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{spell(k)}: {spell(v)}" for k, v in value.items()) + "}"
    if isinstance(value, tuple):
        inner = ", ".join(map(spell, value))
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, list):
        return "[" + ", ".join(map(spell, value)) + "]"
    return repr(value)


_WIDTH = 96
_SECTION = r"(?m)^\w[\w ]*\n-{3,}$"
_SHARED = ("Notes", "Examples", "References")
_WRITTEN = r"(?m)^Parameters\n-{3,}$"


class Docstring:
    """The docstring of a component, completed when it is read: most programs never read it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __get__(self, instance: object, owner: type[Component]) -> str:
        return with_parameters(with_sections(owner), owner.fields.values())


def with_sections(cls: type) -> str:
    """Return a docstring with the notes, examples and references of its bases.

    A section of the class itself replaces the inherited one.
    """
    docstrings = [vars(base).get("__doc__") for base in cls.__mro__]
    own_text, *others = (
        inspect.cleandoc(doc.text) for doc in docstrings if isinstance(doc, Docstring)
    )
    inherited_sections = [_sections(text) for text in others]
    sections = _sections(own_text)
    inherited = {
        title: next(
            base_sections[title] for base_sections in inherited_sections if title in base_sections
        )
        for title in _SHARED
        if title not in sections
        and any(title in base_sections for base_sections in inherited_sections)
    }
    if not inherited:
        return own_text
    sections |= inherited
    ordered = [sections.pop(title) for title in _SHARED if title in sections]
    return "\n\n".join([*sections.values(), *ordered])


def _sections(text: str) -> dict[str, str]:
    """Split a docstring at its headings; what stands before the first has none."""
    heads = [match.start() for match in re.finditer(_SECTION, text)]
    blocks = [text[a:b].strip() for a, b in pairwise([0, *heads, len(text)])]
    return {block.split("\n", 1)[0] if n else "": block for n, block in enumerate(blocks)}


def with_parameters(text: str, fields: Iterable[Field]) -> str:
    """Insert a Parameters section before the first section of a docstring."""
    text = inspect.cleandoc(text)
    described = [field for field in fields if field.about]
    if not described or re.search(_WRITTEN, text):
        return text
    lines = ["Parameters", "----------"]
    for about, alike in groupby(described, key=lambda field: field.about):
        lines.append(_heading(list(alike)))
        lines += textwrap.wrap(about, _WIDTH, initial_indent=" " * 4, subsequent_indent=" " * 4)
    section = "\n".join(lines)
    first = re.search(_SECTION, text)
    if first is None:
        return f"{text}\n\n{section}"
    return f"{text[: first.start()]}{section}\n\n{text[first.start() :]}"


def _heading(fields: list[Field]) -> str:
    """Name a parameter with its type, or several that are described elsewhere: ``As in PRUM.``."""
    if len(fields) > 1:
        return ", ".join(field.name for field in fields)
    (field,) = fields
    return f"{field.name} : {_type(field)}{_default(field)}"


def _type(field: Field) -> str:
    """Name the type as docstrings do."""
    if field.family is not None:
        return field.family.__name__
    if field.choices:
        return "{" + ", ".join(map(repr, field.choices)) + "}"
    return field.form or field.kind.__name__


def _default(field: Field) -> str:
    """Default of a parameter as numpydoc writes it: ``, default 1`` or ``, optional``."""
    default = field.default
    if default is REQUIRED:
        return ""
    if default is None:
        description = field.without.removeprefix("default: ")
        stated = description != field.without and not description.startswith("none")
        return f", default {description}" if stated else ", optional"
    if default is AUTO or default == {}:
        return ", optional"
    if field.family is not None:
        return f", default {default!r}{'' if repr(default).endswith(')') else '()'}"
    return f", default {spell(default)}"


# ``AgP(F)`` and ``AgP(F())`` are the same measure, and ``gain`` of it is always a component. A
# descriptor is what lets the two types differ; it stands in annotations only.

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
