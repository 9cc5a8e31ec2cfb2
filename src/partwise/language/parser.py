"""From text to measures. Nothing is ever evaluated as code.

Grammar::

    measures  = component [ "@" ( cutoff | "[" cutoff { "," cutoff } "]" ) ]
    cutoff    = number | number ".." number | "auto"
    component = name [ "(" [ argument { "," argument } ] ")" ]
    argument  = [ name "=" ] value
    value     = number | string | word | component [ "@" cutoff ] | tuple | list | table
    table     = "{" [ value ":" value { "," value ":" value } ] "}"

A word is bare text such as ``worst`` or ``noisy-or``; where a component is
expected, a word is a component without parameters. A list for a parameter that
takes a single value, a list of cutoffs and a range stand for several measures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import Any

from partwise.errors import MeasureSyntaxError, ParameterError, quote
from partwise.language.component import Component
from partwise.language.fields import REQUIRED, Field
from partwise.language.measure import Measure
from partwise.language.registry import find
from partwise.language.resources import changed
from partwise.language.spellings import hint_for, ours, translated, without_level
from partwise.language.tokens import (
    CONSTANTS,
    Argument,
    Call,
    Cutoff,
    Reader,
    check_number,
    number,
    plain,
)


def parse(text: str) -> Measure:
    """Read one measure.

    Examples
    --------
    ``parse("AgP(F(beta=0.25))@10")``, ``parse("iP@0.01")``
    """
    found = parse_all(text)
    if len(found) > 1:
        raise MeasureSyntaxError(text, 0, f"one measure is expected, and this is {len(found):,}")
    return found[0]


def parse_all(text: str) -> list[Measure]:
    """Read one measure, or all those for which lists and ranges stand.

    Examples
    --------
    ``parse_all("P@[5,10]")``, ``parse_all("iP@0.0..1.0")``, ``parse_all("F(beta=[0.25,1])@10")``
    """
    rest, level = without_level(text)
    hint_for(rest)
    reader = Reader(rest)
    written = reader.call()
    call, cutoffs = _renamed(written, reader)
    if level is not None:
        call = replace(call, arguments=(*call.arguments, ("rel", level, len(rest))))
    cutoffs += reader.cutoffs()
    reader.end()
    calls = _alternatives(call, Measure, text)
    check_number(text, 0, len(calls) * max(len(cutoffs), 1))
    bare: list[Measure] = [_build(one, Measure, text) for one in calls]
    found = [_cut(m, c, text) for m in bare for c in cutoffs] if cutoffs else bare
    for measure in found:
        if written.name != call.name:
            object.__setattr__(measure, "written", written.name)
    return [_complete(measure, text) for measure in found]


def parse_component(text: str, family: type[Component]) -> Any:
    """Read one component of a family, such as a user model."""
    reader = Reader(text)
    call = reader.call()
    reader.end()
    return _build(call, family, text)


def parse_components(
    text: str, family: type[Component], left_open: Mapping[str, str] | None = None
) -> list[Any]:
    """Read one component, or all those for which its lists stand.

    `left_open` names, by component, a first parameter that need not be given. It is
    `REQUIRED` then: whoever asks for such components must fill it.

    Examples
    --------
    ``parse_components("T2I([100, 300])", Navigation)``
    """
    reader = Reader(text)
    call = reader.call()
    reader.end()
    names = left_open or {}
    calls = _alternatives(_opened(call, names), family, text)
    check_number(text, 0, len(calls))
    return [_closed(_build(one, family, text), names) for one in calls]


_OPEN = "\0"
"""Stands for a value that was left open; no file has this name and no user can write it."""


def _opened(value: Any, names: Mapping[str, str]) -> Any:
    """Mark parameters that were left open, also in components inside."""
    if isinstance(value, list):
        return [_opened(one, names) for one in value]
    if not isinstance(value, Call):
        return value
    inside = tuple((name, _opened(one, names), column) for name, one, column in value.arguments)
    wanted = names.get(value.name)
    if wanted is not None and not any(name in (None, wanted) for name, _, _ in inside):
        inside = (*inside, (wanted, _OPEN, value.column))
    return replace(value, arguments=inside)


def _closed(component: Component, names: Mapping[str, str]) -> Component:
    """Put `REQUIRED` where a parameter was marked as open: such a parameter is not printed."""
    held = changed(component, lambda inner: _closed(inner, names))
    wanted = names.get(component.label())
    if wanted is not None and getattr(component, wanted) == _OPEN:
        held[wanted] = REQUIRED
    return component.holding(**held) if held else component


def _renamed(call: Call, reader: Reader) -> tuple[Call, list[Cutoff]]:
    """Turn another tool's name into ours; some of them hold a cutoff."""
    renamed = _meant(call)
    if renamed.cutoff is None:
        return renamed, []
    return replace(renamed, cutoff=None), [renamed.cutoff, *reader.more_cutoffs()]


def _meant(call: Call) -> Call:
    """Turn another tool's name and arguments into ours."""
    spelling = ours(call.name)
    if spelling is None:
        name, arguments = translated(call.name, call.arguments)
        return replace(call, name=name, arguments=arguments)
    implied: list[Argument] = [(key, value, call.column) for key, value in spelling.arguments]
    if spelling.of:
        inside = Call(spelling.of, (), called=False, column=call.column)
        implied.insert(0, (None, inside, call.column))
    name, arguments = translated(spelling.name, (*implied, *call.arguments))
    cutoff = call.cutoff
    if spelling.cutoff is not None:
        cutoff = number(spelling.cutoff), call.column
    return replace(call, name=name, arguments=arguments, cutoff=cutoff)


def _cut(measure: Measure, cutoff: Cutoff, text: str) -> Measure:
    try:
        return measure @ cutoff[0]
    except ParameterError as error:
        raise _at(text, cutoff[1], error) from error


def _complete(measure: Measure, text: str) -> Measure:
    try:
        return measure.complete()
    except ParameterError as error:
        raise _at(text, len(text), error) from error


def _alternatives(call: Call, family: type[Component], text: str, owner: str = "") -> list[Call]:
    """List the calls for which a call with lists stands."""
    if not any(isinstance(value, list | Call) for _, value, _ in call.arguments):
        return [call]
    call = _meant(call) if family is Measure else call
    cls = find(call.name, family, text=text, column=call.column, owner=owner)
    fields = list(cls.fields.values())
    options: list[list[Argument]] = []
    count = 1
    for position, (name, value, column) in enumerate(call.arguments):
        field = cls.fields.get(name) if name is not None else _nth(fields, position)
        meant = [value] if field is None else _values(value, field, text, call.name)
        options.append([(name, one, column) for one in meant])
        count *= len(meant)
        check_number(text, column, count)
    return [replace(call, arguments=chosen) for chosen in product(*options)]


def _values(value: Any, field: Field, text: str, owner: str) -> list[Any]:
    """List the values for which an argument stands."""
    if isinstance(value, list):
        if field.takes(plain(value, text) if field.family is None else value):
            return [value]
        if not value:
            raise MeasureSyntaxError(text, 0, f"{field.name} is an empty list")
        return [one for item in value for one in _values(item, field, text, owner)]
    if isinstance(value, Call) and field.family is not None and not _constant(value):
        return list(_alternatives(value, field.family, text, owner))
    return [value]


def _constant(call: Call) -> bool:
    return call.name in CONSTANTS and not call.called


def _build(call: Call, family: type[Component], text: str, owner: str = "") -> Any:
    call = _meant(call) if family is Measure else call
    cls = find(call.name, family, text=text, column=call.column, owner=owner)
    given: list[Any] = []
    named: dict[str, Any] = {}
    fields = list(cls.fields.values())
    for position, (name, value, column) in enumerate(call.arguments):
        if name is None and named:
            raise MeasureSyntaxError(text, column, "an argument without a name must come first")
        field = cls.fields.get(name) if name is not None else _nth(fields, position)
        if name is not None and field is None:
            known = ", ".join(cls.fields) or "none"
            problem = f"{call.name} has no parameter {quote(name)} (it has: {known})"
            raise MeasureSyntaxError(text, column, problem)
        if name in named:
            raise MeasureSyntaxError(text, column, f"{name} is given twice")
        meant = _resolve(value, field, text, call.name)
        if name is None:
            given.append(meant)
        else:
            named[name] = meant
    try:
        made = cls(*given, **named)
    except ParameterError as error:
        raise _at(text, _column_of(error, call), error) from error
    if call.cutoff is None:
        return made
    if not isinstance(made, Measure):
        problem = f"{call.name} is no measure and has no cutoff"
        raise MeasureSyntaxError(text, call.cutoff[1], problem)
    return _cut(made, call.cutoff, text)


def _nth(fields: list[Field], position: int) -> Field | None:
    if fields and fields[0].many:
        return fields[0]
    return fields[position] if position < len(fields) else None


def _column_of(error: ParameterError, call: Call) -> int:
    for name, _, column in call.arguments:
        if name == error.name:
            return column
    return call.column


def _resolve(value: Any, field: Field | None, text: str, owner: str) -> Any:
    """Decide whether a word is text, a constant or a component."""
    takes_component = field is not None and field.family is not None
    if isinstance(value, Call) and takes_component and not _constant(value):
        return _build(value, field.family, text, owner)  # type: ignore[union-attr, arg-type]
    return plain(value, text)


def _at(text: str, column: int, error: ParameterError) -> MeasureSyntaxError:
    return MeasureSyntaxError(text, column, str(error))
