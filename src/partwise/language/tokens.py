"""Tokens and syntax of measure expressions: text to `Call`, which `parser` resolves."""

from __future__ import annotations

import re
from ast import literal_eval
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from partwise.errors import MeasureSyntaxError, quote
from partwise.language.measure import AUTO_CUTOFF
from partwise.language.registry import bracketed, several, unreadable

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.]))
    | (?P<range>\d{1,9}(?:\.\d{1,9})?\.\.\d{1,9}(?:\.\d{1,9})?(?![\w.]))
    | (?P<word>[^\W\d][\w.-]*)
    | (?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
    | (?P<sign>[()\[\]{},:=@])
    )""",
    re.VERBOSE,
)
_LONGEST = 10_000
_DEEPEST = 50
CONSTANTS = {"True": True, "true": True, "False": False, "false": False, "None": None}
Cutoff = tuple[int | float | str, int]
"""A cutoff and its column in the text."""
MAX_MEASURES = 1_000
"""Maximum number of measures that one expression may expand to."""
Argument = tuple[str | None, Any, int]
"""Name, value and column of an argument."""


class Token(NamedTuple):
    """Token: kind (group of `_TOKEN`, or ``end``), text, and column of its first character."""

    kind: str
    text: str
    column: int


@dataclass(frozen=True)
class Call:
    """Unresolved call: a name with its arguments, before its class is looked up."""

    name: str
    arguments: tuple[Argument, ...]
    called: bool
    column: int
    cutoff: Cutoff | None = None


class TokenReader:
    """Recursive-descent reader of the tokens of one expression."""

    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise MeasureSyntaxError(text[:100], 0, f"longer than {_LONGEST:,} characters")
        self.text = text
        self.tokens = self._split(text)
        self.position = 0
        self.depth = 0

    @staticmethod
    def _split(text: str) -> list[Token]:
        tokens, position, end = [], 0, len(text.rstrip())
        while position < end:
            match = _TOKEN.match(text, position)
            if match is None:
                column = position + len(text[position:]) - len(text[position:].lstrip())
                raise MeasureSyntaxError(text, column, unreadable(text, column))
            kind = str(match.lastgroup)
            tokens.append(Token(kind, match.group(kind), match.start(kind)))
            position = match.end()
        tokens.append(Token("end", "", end))
        return tokens

    @property
    def now(self) -> Token:
        """The token to read next."""
        return self.tokens[self.position]

    def take(self, text: str) -> bool:
        """Take a sign if it comes next."""
        if self.now.kind == "sign" and self.now.text == text:
            self.position += 1
            return True
        return False

    def closed(self, closing: str) -> bool:
        """Take a closing sign if it comes next; raise MeasureSyntaxError at the end of the text."""
        if self.now.kind == "end":
            raise MeasureSyntaxError(self.text, self.now.column, f'"{closing}" is missing')
        return self.take(closing)

    def expect(self, text: str) -> None:
        """Take a sign; raise MeasureSyntaxError if another token comes next."""
        if not self.take(text):
            raise self.unexpected(f'expected "{text}"')

    def unexpected(self, problem: str) -> MeasureSyntaxError:
        """Return the syntax error for the next token: the problem, then the token."""
        next_text = "the end" if self.now.kind == "end" else quote(self.now.text)
        return MeasureSyntaxError(self.text, self.now.column, f"{problem}, found {next_text}")

    def end(self) -> None:
        """Raise MeasureSyntaxError unless all tokens were read."""
        parts = several(self.text) if self.now.text == "," else []
        if len(parts) > 1:
            quoted_parts = ", ".join(f'"{part}"' for part in parts)
            problem = f"one measure a text. Use [{quoted_parts}]"
            raise MeasureSyntaxError(self.text, self.now.column, problem)
        if suggestion := bracketed(self.text):
            raise MeasureSyntaxError(
                self.text, self.now.column, f"several cutoffs: use {suggestion}"
            )
        if self.now.kind != "end":
            raise self.unexpected("expected the end of the measure")

    def call(self) -> Call:
        """Read a name with its arguments."""
        name = self.now
        if name.kind != "word":
            raise self.unexpected("expected a name")
        self.position += 1
        if not self.take("("):
            return Call(name.text, (), called=False, column=name.column)
        self.depth += 1
        if self.depth > _DEEPEST:
            raise MeasureSyntaxError(self.text, name.column, "nested too deeply")
        arguments: list[Argument] = []
        while not self.closed(")"):
            if arguments:
                self.expect(",")
                if self.closed(")"):
                    break
            arguments.append(self.argument())
        self.depth -= 1
        return Call(name.text, tuple(arguments), called=True, column=name.column)

    def nested(self) -> Call:
        """Read a name with its arguments inside another; a measure may have its cutoff."""
        call = self.call()
        cutoffs = self.cutoffs()
        if len(cutoffs) > 1:
            problem = "one cutoff inside a measure; put several behind it"
            raise MeasureSyntaxError(self.text, cutoffs[1][1], problem)
        return replace(call, cutoff=cutoffs[0]) if cutoffs else call

    def argument(self) -> Argument:
        """Read one argument: its name, value and column."""
        column, following = (
            self.now.column,
            self.tokens[min(self.position + 1, len(self.tokens) - 1)],
        )
        name = None
        if self.now.kind == "word" and following.kind == "sign" and following.text == "=":
            name = self.now.text
            self.position += 2
        return name, self.value(), column

    def value(self) -> Any:
        """Read a number, string, nested call, tuple, list or table."""
        token = self.now
        if token.kind == "number":
            self.position += 1
            return number(token.text)
        if token.kind == "string":
            self.position += 1
            return self.string(token)
        if token.kind == "word":
            return self.nested()
        for opening, closing in (("(", ")"), ("[", "]"), ("{", "}")):
            if self.take(opening):
                return self.collection(closing)
        raise self.unexpected("expected a value")

    def string(self, token: Token) -> str:
        """Read quoted text."""
        try:
            return str(literal_eval(token.text))
        except (SyntaxError, ValueError):
            problem = "a string that cannot be read"
            raise MeasureSyntaxError(self.text, token.column, problem) from None

    def collection(self, closing: str) -> Any:
        """Read a tuple, list or table after its opening sign."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise MeasureSyntaxError(self.text, self.now.column, "nested too deeply")
        items: list[Any] = []
        pairs: dict[Any, Any] = {}
        while not self.closed(closing):
            if items or pairs:
                self.expect(",")
                if self.closed(closing):
                    break
            column, item = self.now.column, self.value()
            if closing == "}":
                self.expect(":")
                pairs[self.key(item, column)] = self.plain(self.value())
            else:
                items.append(item)
        self.depth -= 1
        if closing == "}":
            return pairs
        return tuple(map(self.plain, items)) if closing == ")" else items

    def key(self, item: Any, column: int) -> Any:
        """Turn a value into a key of a table."""
        key = self.plain(item)
        key = tuple(key) if isinstance(key, list) else key
        try:
            hash(key)
        except TypeError:
            raise MeasureSyntaxError(self.text, column, "expected a number or a word") from None
        return key

    def plain(self, value: Any) -> Any:
        """Apply `plain` with the text of this reader."""
        return plain(value, self.text)

    def cutoffs(self) -> list[Cutoff]:
        """Read the optional cutoffs after a measure: one, a list or a range."""
        if not self.take("@"):
            return []
        if not self.take("["):
            return self.some_cutoffs()
        cutoffs = self.some_cutoffs()
        while not self.closed("]"):
            self.expect(",")
            cutoffs += self.some_cutoffs()
        return cutoffs

    def more_cutoffs(self) -> list[Cutoff]:
        """Read further cutoffs after a comma, as in ``P.5,10``."""
        cutoffs: list[Cutoff] = []
        while self.take(","):
            cutoffs += self.some_cutoffs()
        return cutoffs

    def some_cutoffs(self) -> list[Cutoff]:
        """Read a number, a range, or the word auto."""
        token = self.now
        if (token.kind, token.text) == ("word", AUTO_CUTOFF):
            self.position += 1
            return [(AUTO_CUTOFF, token.column)]
        if token.kind not in ("number", "range"):
            raise self.unexpected("expected a rank such as 10 or a recall level such as 0.1")
        self.position += 1
        if token.kind == "number":
            return [(number(token.text), token.column)]
        return [(value, token.column) for value in self.steps(token)]

    def steps(self, token: Token) -> list[int | float]:
        """Expand a range ``low..high`` in steps of its last written decimal place."""
        from decimal import Decimal

        low, high = map(Decimal, token.text.split(".."))
        if low > high:
            problem = f"the range {token.text} runs backwards"
            raise MeasureSyntaxError(self.text, token.column, problem)
        places = max(-int(bound.as_tuple().exponent) for bound in (low, high))
        step = Decimal(1).scaleb(-places)
        count = int((high - low) / step) + 1
        check_number(self.text, token.column, count)
        values = (low + step * i for i in range(count))
        return [float(value) if places else int(value) for value in values]


def plain(value: Any, text: str) -> Any:
    """Convert calls without arguments to text or a constant, also inside a list."""
    if isinstance(value, list):
        return [plain(item, text) for item in value]
    if not isinstance(value, Call):
        return value
    if value.cutoff is not None:
        problem = f"{quote(value.name)} is no measure and has no cutoff"
        raise MeasureSyntaxError(text, value.cutoff[1], problem)
    if value.called:
        problem = f"{quote(value.name)} with parentheses is not expected here"
        raise MeasureSyntaxError(text, value.column, problem)
    return CONSTANTS.get(value.name, value.name)


def check_number(text: str, column: int, count: int) -> None:
    """Raise MeasureSyntaxError if an expression expands to more than `MAX_MEASURES` measures."""
    if count > MAX_MEASURES:
        problem = f"this stands for {count:,} measures; at most {MAX_MEASURES:,} are allowed"
        raise MeasureSyntaxError(text, column, problem)


def number(text: str) -> int | float:
    """Read a number; one with a decimal point is a float."""
    try:
        return int(text)
    except ValueError:
        return float(text)
