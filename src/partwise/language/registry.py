"""Registry of measures, gains and user models by name, loaded when first used."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from partwise.errors import PartwiseError, UnknownNameError, quote
from partwise.kernels.text.near import near
from partwise.language.homes import ALIASES, GAINS, MEASURES, USERS

if TYPE_CHECKING:
    from partwise.language.component import Component


_NEARLY_A_NUMBER = re.compile(r"[+-]?\d[\w.]*")
_SHORT_NUMBER = r"(\d+(?:\.\d+)?)([kKmM])"
_GROUPED_NUMBER = r"\d{1,3}(?:_\d{3})+"
_SHORT = {"k": 1_000, "m": 1_000_000}
_BARE_CUTOFFS = r"([^@]*@)\s*(\d[\d.]*(?:\s*,\s*\d[\d.]*)+)\s*"
_LONG = {"R": "Recall", "P": "Precision"}
"""Last letters of our names, and the words for which they stand."""


def unreadable(text: str, column: int) -> str:
    """Error message for a column at which no token begins."""
    match = _NEARLY_A_NUMBER.match(text, column)
    if match is None:
        return f"{quote(text[column])} is not expected in a measure"
    problem = f"{quote(match[0])} is not a number"
    if short := re.fullmatch(_SHORT_NUMBER, match[0]):
        from decimal import Decimal

        number = (Decimal(short[1]) * _SHORT[short[2].lower()]).normalize()
        return f"{problem}; use {number:f}"
    if re.fullmatch(_GROUPED_NUMBER, match[0]):
        return f"{problem}; use {match[0].replace('_', '')}"
    return problem


def bracketed(text: str) -> str:
    """Return ``P@5,10`` as ``P@[5,10]``; an empty text for anything else."""
    match = re.fullmatch(_BARE_CUTOFFS, text)
    return "" if match is None else f"{match[1]}[{''.join(match[2].split())}]"


def several(text: str) -> list[str]:
    """Split a text at the commas between measures; one measure is not split."""
    depth, parts = 0, [""]
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    parts = [part.strip() for part in parts]
    return parts if all(part[:1].isalpha() for part in parts) else [text]


def in_full(names: list[str]) -> dict[str, str]:
    """Lookup of names by their long form in small letters: ``charrecall`` is CharR."""
    return {
        (name[:-1] + _LONG[name[-1]]).lower(): name
        for name in names
        if name[-1] in _LONG and not name[:-1][-1:].isupper()  # RR is no recall
    }


T = TypeVar("T", bound="type[Component]")

_classes: dict[str, type[Component]] = {}
_aliases: dict[str, str] = {}
_homes = {**MEASURES, **GAINS, **USERS, **ALIASES}
_plugins: list[str] = []

ENTRY_POINTS = "partwise.measures"
"""Entry point group through which other packages add measures and user models."""


def register(*, aliases: tuple[str, ...] = ()) -> Callable[[T], T]:
    """Make a class known by its name and aliases."""

    def enter(cls: T) -> T:
        for name in (cls.__name__, *aliases):
            _check_not_reserved(name, cls)
            registered = _classes.get(_aliases.get(name, name))
            if registered is not None and _place(registered) != _place(cls):
                raise PartwiseError(f"{name} is already the name of {_place(registered)}")
        _classes[cls.__name__] = cls
        _aliases.update(dict.fromkeys(aliases, cls.__name__))
        return cls

    return enter


def _check_not_reserved(name: str, cls: type[Component]) -> None:
    """Raise PartwiseError if the name belongs to a class of partwise, imported or not."""
    if name in _homes and _homes[name] != cls.__module__:
        ours = _lookup(name)
        what = "a component" if ours is None else ours.noun
        raise PartwiseError(f"{name} is the name of {what} of partwise. Choose another name")


def _place(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


def find(
    name: str, kind: type[Component], *, text: str | None = None, column: int = 0, owner: str = ""
) -> type[Component]:
    """Return the class of a name, or raise UnknownNameError with the closest ones.

    `owner` is the measure or component inside which the name stands.
    """
    cls = _lookup(name)
    if cls is None and load_plugins():
        cls = _lookup(name)
    if cls is not None and issubclass(cls, kind):
        return cls
    noun = kind.noun.partition(" ")[2]
    if cls is not None:
        message = _of_another_family(cls, kind, owner)
        raise UnknownNameError(noun, name, text=text, column=column, said=message)
    raise UnknownNameError(noun, name, _closest(name, kind), text, column)


def _of_another_family(cls: type[Component], kind: type[Component], owner: str) -> str:
    """Error message for a name of another family than expected."""
    what = f"{cls.__name__} is {cls.noun}"
    if owner:
        members = ", ".join(member.__name__ for member in in_order(kind))
        return f"{what}; {owner} takes {kind.noun}: {members}"
    if cls.inside and kind.noun == "a measure":
        return f"{what}; use it inside a measure: {cls.inside.format(cls.__name__)}"
    return f"{what}, not {kind.noun}"


def _lookup(name: str) -> type[Component] | None:
    if name in _homes and name not in _classes and name not in _aliases:
        import_module(_homes[name])
    return _classes.get(_aliases.get(name, name))


def _import_all() -> None:
    for module in dict.fromkeys(_homes.values()):
        import_module(module)


def _closest(name: str, kind: type[Component]) -> list[str]:
    available = names(kind)
    same = [candidate for candidate in available if candidate.lower() == name.lower()]
    full = in_full(available)
    return (
        same or near(name, available) or [full[candidate] for candidate in near(name.lower(), full)]
    )


def names(kind: type[Component]) -> list[str]:
    """Return all names of a kind, aliases included, in alphabetical order."""
    _import_all()
    class_names = [name for name, cls in _classes.items() if issubclass(cls, kind)]
    alias_names = [alias for alias, name in _aliases.items() if issubclass(_classes[name], kind)]
    return sorted((*class_names, *alias_names), key=lambda name: (name.lower(), name))


def classes(kind: type[Component]) -> list[type[Component]]:
    """Return all registered classes of a kind, by name."""
    _import_all()
    matching = [cls for cls in _classes.values() if issubclass(cls, kind)]
    return sorted(matching, key=lambda cls: (cls.__name__.lower(), cls.__name__))


def in_order(kind: type[Component]) -> list[type[Component]]:
    """Return the classes of a kind as partwise defines them, then those of others by name."""
    places = {name: place for place, name in enumerate(_homes)}
    return sorted(classes(kind), key=lambda cls: places.get(cls.__name__, len(places)))


def measure_names() -> set[str]:
    """Return all names of measures and their aliases, without importing anything."""
    registered = {name for name, cls in _classes.items() if cls.noun == "a measure"}
    alias_names = {alias for alias, name in _aliases.items() if name in registered}
    return {*MEASURES, *ALIASES, *registered, *alias_names}  # only measures have aliases


def same_class(class_names: list[str]) -> bool:
    """Return True if all names refer to one class."""
    return len({_lookup(name) for name in class_names}) == 1


def aliases_of(cls: type[Component]) -> list[str]:
    """Return the other names of a class."""
    return [alias for alias, name in _aliases.items() if name == cls.__name__]


def load_plugins() -> bool:
    """Import the entry points of other packages; return True if any is new."""
    from importlib.metadata import entry_points

    new = [point for point in entry_points(group=ENTRY_POINTS) if point.name not in _plugins]
    for point in new:
        _plugins.append(point.name)
        try:
            point.load()
        except Exception as error:
            message = f"the measures of {point.name!r} ({point.value}) cannot be loaded: {error}"
            raise PartwiseError(message) from error
    return bool(new)


def fetcher(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the lazy ``__getattr__`` of a package; `homes` is name -> module."""

    def fetch(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    return fetch
