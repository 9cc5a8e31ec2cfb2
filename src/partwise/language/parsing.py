"""From text to measures. Nothing is ever evaluated as code.

Grammar::

    measure   = component [ "@" number ]
    component = name [ "(" [ argument { "," argument } ] ")" ]
    argument  = [ name "=" ] value
    value     = number | string | word | component | tuple | list | table
    table     = "{" [ value ":" value { "," value ":" value } ] "}"

A word is bare text such as ``worst`` or ``noisy-or``; where a component is
expected, a word is a component without parameters.
"""

from __future__ import annotations

import re
from ast import literal_eval
from dataclasses import dataclass
from typing import Any

from partwise.errors import MeasureSyntaxError, ParameterError, quote
from partwise.language.fields import Field
from partwise.language.registry import find
from partwise.language.spelling import Component, Measure

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.]))
    | (?P<word>[^\W\d][\w.-]*)
    | (?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
    | (?P<sign>[()\[\]{},:=@])
    )""",
    re.VERBOSE,
)
_LONGEST = 10_000
_DEEPEST = 50
_CONSTANTS = {"True": True, "true": True, "False": False, "false": False, "None": None}


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    column: int


@dataclass(frozen=True)
class _Call:
    """A name with arguments that waits to learn what it stands for."""

    name: str
    arguments: tuple[tuple[str | None, Any, int], ...]
    called: bool
    column: int


def parse(text: str) -> Measure:
    """Read one measure.

    Examples
    --------
    ``parse("AgP(F(beta=0.25))@10")``, ``parse("iP@0.01")``
    """
    reader = _Reader(text)
    call = reader.call()
    cutoff = reader.cutoff()
    reader.end()
    measure: Measure = _build(call, Measure, text)
    try:
        made = measure if cutoff is None else measure @ cutoff[0]
        return made.complete()
    except ParameterError as error:
        raise _at(text, cutoff[1] if cutoff else len(text), error) from error


def parse_component(text: str, family: type[Component]) -> Any:
    """Read one component of a family, such as a user model."""
    reader = _Reader(text)
    call = reader.call()
    reader.end()
    return _build(call, family, text)


def _build(call: _Call, family: type[Component], text: str) -> Any:
    cls = find(call.name, family, text=text, column=call.column)
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
        meant = _resolve(value, field, text)
        if name is None:
            given.append(meant)
        else:
            named[name] = meant
    try:
        return cls(*given, **named)
    except ParameterError as error:
        raise _at(text, _column_of(error, call), error) from error


def _nth(fields: list[Field], position: int) -> Field | None:
    return fields[position] if position < len(fields) else None


def _column_of(error: ParameterError, call: _Call) -> int:
    for name, _, column in call.arguments:
        if name == error.name:
            return column
    return call.column


def _resolve(value: Any, field: Field | None, text: str) -> Any:
    """Decide whether a word is text, a constant or a component."""
    if not isinstance(value, _Call):
        return value
    wants_component = field is not None and field.family is not None
    if value.name in _CONSTANTS and not value.called:
        return _CONSTANTS[value.name]
    if wants_component and field is not None and field.family is not None:
        return _build(value, field.family, text)
    if value.called:
        problem = f"{quote(value.name)} with parentheses is not expected here"
        raise MeasureSyntaxError(text, value.column, problem)
    return value.name


def _at(text: str, column: int, error: ParameterError) -> MeasureSyntaxError:
    return MeasureSyntaxError(text, column, str(error))


class _Reader:
    """One pass over the tokens of a text."""

    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise MeasureSyntaxError(text[:100], 0, f"longer than {_LONGEST:,} characters")
        self.text = text
        self.tokens = self._split(text)
        self.at = 0
        self.depth = 0

    @staticmethod
    def _split(text: str) -> list[_Token]:
        tokens, position, end = [], 0, len(text.rstrip())
        while position < end:
            match = _TOKEN.match(text, position)
            if match is None:
                column = position + len(text[position:]) - len(text[position:].lstrip())
                problem = f"{quote(text[column])} is not expected in a measure"
                raise MeasureSyntaxError(text, column, problem)
            kind = str(match.lastgroup)
            tokens.append(_Token(kind, match.group(kind), match.start(kind)))
            position = match.end()
        tokens.append(_Token("end", "", end))
        return tokens

    @property
    def now(self) -> _Token:
        return self.tokens[self.at]

    def take(self, text: str) -> bool:
        if self.now.kind == "sign" and self.now.text == text:
            self.at += 1
            return True
        return False

    def expect(self, text: str) -> None:
        if not self.take(text):
            raise self.unexpected(f'expected "{text}"')

    def unexpected(self, wanted: str) -> MeasureSyntaxError:
        found = "the end" if self.now.kind == "end" else quote(self.now.text)
        return MeasureSyntaxError(self.text, self.now.column, f"{wanted}, found {found}")

    def end(self) -> None:
        if self.now.kind != "end":
            raise self.unexpected("expected the end of the measure")

    def call(self) -> _Call:
        name = self.now
        if name.kind != "word":
            raise self.unexpected("expected a name")
        self.at += 1
        if not self.take("("):
            return _Call(name.text, (), called=False, column=name.column)
        self.depth += 1
        if self.depth > _DEEPEST:
            raise MeasureSyntaxError(self.text, name.column, "nested too deeply")
        arguments: list[tuple[str | None, Any, int]] = []
        while not self.take(")"):
            if arguments:
                self.expect(",")
                if self.take(")"):
                    break
            arguments.append(self.argument())
        self.depth -= 1
        return _Call(name.text, tuple(arguments), called=True, column=name.column)

    def argument(self) -> tuple[str | None, Any, int]:
        column, following = self.now.column, self.tokens[min(self.at + 1, len(self.tokens) - 1)]
        name = None
        if self.now.kind == "word" and following.kind == "sign" and following.text == "=":
            name = self.now.text
            self.at += 2
        return name, self.value(), column

    def value(self) -> Any:
        token = self.now
        if token.kind == "number":
            self.at += 1
            return _number(token.text)
        if token.kind == "string":
            self.at += 1
            return self.string(token)
        if token.kind == "word":
            return self.call()
        for opening, closing in (("(", ")"), ("[", "]"), ("{", "}")):
            if self.take(opening):
                return self.collection(closing)
        raise self.unexpected("expected a value")

    def string(self, token: _Token) -> str:
        try:
            return str(literal_eval(token.text))
        except (SyntaxError, ValueError):
            problem = "a string that cannot be read"
            raise MeasureSyntaxError(self.text, token.column, problem) from None

    def collection(self, closing: str) -> Any:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise MeasureSyntaxError(self.text, self.now.column, "nested too deeply")
        items: list[Any] = []
        pairs: dict[Any, Any] = {}
        while not self.take(closing):
            if items or pairs:
                self.expect(",")
                if self.take(closing):
                    break
            item = self.plain()
            if closing == "}":
                self.expect(":")
                pairs[tuple(item) if isinstance(item, list) else item] = self.plain()
            else:
                items.append(item)
        self.depth -= 1
        if closing == "}":
            return pairs
        return tuple(items) if closing == ")" else items

    def plain(self) -> Any:
        """Read a value inside a collection, where a word can only be text or a constant."""
        return _resolve(self.value(), None, self.text)

    def cutoff(self) -> tuple[int | float, int] | None:
        if not self.take("@"):
            return None
        token = self.now
        if token.kind != "number":
            raise self.unexpected("expected a rank such as 10 or a recall level such as 0.1")
        self.at += 1
        return _number(token.text), token.column


def _number(text: str) -> int | float:
    try:
        return int(text)
    except ValueError:
        return float(text)
