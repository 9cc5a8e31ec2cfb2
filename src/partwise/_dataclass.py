"""Data classes as those of the standard library, of which a command can afford a hundred.

`dataclasses.dataclass` writes and compiles up to six functions for each class, most of which no
command ever calls: a seventh of the time until the first file is opened. Here classes share all
of them but the constructor.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]


class _Factory:
    """Stands, in a signature, for a value that is made where none was given."""

    def __repr__(self) -> str:
        return "<factory>"


_MADE = _Factory()


def _light(
    cls: type | None = None,
    /,
    *,
    frozen: bool = False,
    eq: bool = True,
    repr: bool = True,  # noqa: A002  as it is called there
    kw_only: bool = False,
    slots: bool = False,
) -> Any:
    """Do what `dataclasses.dataclass` does with these options."""

    def light(cls: type) -> type:
        # what is frozen can only be derived from what says that it is frozen, and then they
        # compile what refuses a value; the constructor of what is not frozen needs nothing of ours
        derived = any("__dataclass_fields__" in vars(base) for base in cls.__mro__[1:])
        told = dataclasses.dataclass(
            init=not frozen,
            repr=False,
            eq=False,
            frozen=frozen and derived,
            kw_only=kw_only,
            slots=slots,
        )
        made: Any = told(cls)
        made.__dataclass_params__.frozen = frozen
        methods: dict[str, Any] = {}
        if frozen:
            methods |= {"__init__": _constructor(made), "__setattr__": _set, "__delattr__": _delete}
        if frozen and slots:
            methods |= {"__getstate__": _state, "__setstate__": _set_state}
        if repr:
            methods["__repr__"] = _repr
        if eq:
            methods |= {"__eq__": _equal, "__hash__": _hash if frozen else None}
        for name, method in methods.items():
            # Python itself puts the hash None into a class that says when two are equal
            if vars(made).get(name) is None:
                setattr(made, name, method)
        return made

    return light if cls is None else light(cls)


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _light


# -- the constructor ------------------------------------------------------------------------------


def _constructor(cls: type) -> Callable[..., None]:
    """Compile what sets the fields that cannot be set otherwise."""
    own = [one for one in fields(cls) if one.init]
    named = [one for one in own if one.kw_only]
    parameters = ["self", *(_parameter(one) for one in own if not one.kw_only)]
    if named:
        parameters += ["*", *map(_parameter, named)]
    lines = [f" set_(self, {one.name!r}, {_value(one)})" for one in own]
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    known: dict[str, Any] = {"set_": object.__setattr__, "made_": _MADE}
    for one in own:
        known[f"default_{one.name}"] = one.default
        known[f"make_{one.name}"] = one.default_factory
    exec("\n".join([f"def __init__({', '.join(parameters)}):", *(lines or [" pass"])]), known)
    found: Callable[..., None] = known["__init__"]
    found.__qualname__, found.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    found.__annotations__ = {one.name: one.type for one in own} | {"return": None}
    return found


def _parameter(one: Field[Any]) -> str:
    if one.default is not MISSING:
        return f"{one.name}=default_{one.name}"
    return one.name if one.default_factory is MISSING else f"{one.name}=made_"


def _value(one: Field[Any]) -> str:
    if one.default_factory is MISSING:
        return one.name
    return f"make_{one.name}() if {one.name} is made_ else {one.name}"


# -- what all classes share -----------------------------------------------------------------------


def _set(self: Any, name: str, value: Any) -> None:
    _refuse(self, name, "assign to")
    object.__setattr__(self, name, value)


def _delete(self: Any, name: str) -> None:
    _refuse(self, name, "delete")
    object.__delattr__(self, name)


def _refuse(self: Any, name: str, what: str) -> None:
    """Let only subclasses that are no data classes have attributes besides the fields."""
    kind = type(self)
    if "__dataclass_fields__" in vars(kind) or name in kind.__dataclass_fields__:
        message = f"cannot {what} field {name!r}"
        raise FrozenInstanceError(message)


@recursive_repr()
def _repr(self: Any) -> str:
    said = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__qualname__}({said})"


def _compared(self: Any) -> tuple[Any, ...]:
    return tuple(getattr(self, one.name) for one in fields(self) if one.compare)


def _equal(self: Any, other: object) -> Any:
    return _compared(self) == _compared(other) if type(other) is type(self) else NotImplemented


def _hash(self: Any) -> int:
    return hash(_compared(self))


def _state(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)
