"""The signature of a component's constructor, for `inspect`, `help` and editors."""

from __future__ import annotations

from functools import reduce
from inspect import Parameter, Signature
from operator import or_
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

from partwise.language.fields import REQUIRED, Auto
from partwise.language.slots import Nested, NestedOrAuto

if TYPE_CHECKING:
    from partwise.language.component import Component

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
        if required and any(one.default is not Parameter.empty for one in parameters):
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
