"""From text to names with arguments; what they stand for is decided in `parser`."""

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
"""A cutoff and the column in which it stands."""
MOST = 1_000
"""How many measures one text may stand for."""
Argument = tuple[str | None, Any, int]
"""Name, value and column of an argument."""


class Token(NamedTuple):
    """A piece of the text."""

    kind: str
    text: str
    column: int


@dataclass(frozen=True)
class Call:
    """A name with arguments that waits to learn what it stands for."""

    name: str
    arguments: tuple[Argument, ...]
    called: bool
    column: int
    cutoff: Cutoff | None = None


class Reader:
    """One pass over the tokens of a text."""

    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise MeasureSyntaxError(text[:100], 0, f"longer than {_LONGEST:,} characters")
        self.text = text
        self.tokens = self._split(text)
        self.at = 0
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
        return self.tokens[self.at]

    def take(self, text: str) -> bool:
        """Take a sign if it comes next."""
        if self.now.kind == "sign" and self.now.text == text:
            self.at += 1
            return True
        return False

    def closed(self, closing: str) -> bool:
        """Take a closing sign if it comes next; refuse a text that ends before it."""
        if self.now.kind == "end":
            raise MeasureSyntaxError(self.text, self.now.column, f'"{closing}" is missing')
        return self.take(closing)

    def expect(self, text: str) -> None:
        """Take a sign, or refuse the text."""
        if not self.take(text):
            raise self.unexpected(f'expected "{text}"')

    def unexpected(self, wanted: str) -> MeasureSyntaxError:
        """Return the error for what comes next."""
        found = "the end" if self.now.kind == "end" else quote(self.now.text)
        return MeasureSyntaxError(self.text, self.now.column, f"{wanted}, found {found}")

    def end(self) -> None:
        """Refuse anything more."""
        parts = several(self.text) if self.now.text == "," else []
        if len(parts) > 1:
            shown = ", ".join(f'"{part}"' for part in parts)
            problem = f"one measure a text. Use [{shown}]"
            raise MeasureSyntaxError(self.text, self.now.column, problem)
        if meant := bracketed(self.text):
            raise MeasureSyntaxError(self.text, self.now.column, f"several cutoffs: use {meant}")
        if self.now.kind != "end":
            raise self.unexpected("expected the end of the measure")

    def call(self) -> Call:
        """Read a name with its arguments."""
        name = self.now
        if name.kind != "word":
            raise self.unexpected("expected a name")
        self.at += 1
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
        found = self.cutoffs()
        if len(found) > 1:
            problem = "one cutoff inside a measure; put several behind it"
            raise MeasureSyntaxError(self.text, found[1][1], problem)
        return replace(call, cutoff=found[0]) if found else call

    def argument(self) -> Argument:
        """Read one argument: its name, value and column."""
        column, following = self.now.column, self.tokens[min(self.at + 1, len(self.tokens) - 1)]
        name = None
        if self.now.kind == "word" and following.kind == "sign" and following.text == "=":
            name = self.now.text
            self.at += 2
        return name, self.value(), column

    def value(self) -> Any:
        """Read a value."""
        token = self.now
        if token.kind == "number":
            self.at += 1
            return number(token.text)
        if token.kind == "string":
            self.at += 1
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
        meant = self.plain(item)
        meant = tuple(meant) if isinstance(meant, list) else meant
        try:
            hash(meant)
        except TypeError:
            raise MeasureSyntaxError(self.text, column, "expected a number or a word") from None
        return meant

    def plain(self, value: Any) -> Any:
        """Take a value where a word can only be text or a constant."""
        return plain(value, self.text)

    def cutoffs(self) -> list[Cutoff]:
        """Read what follows a measure: nothing, one cutoff, a list or a range of them."""
        if not self.take("@"):
            return []
        if not self.take("["):
            return self.some_cutoffs()
        found = self.some_cutoffs()
        while not self.closed("]"):
            self.expect(",")
            found += self.some_cutoffs()
        return found

    def more_cutoffs(self) -> list[Cutoff]:
        """Read the further numbers of ``P.5,10``."""
        found: list[Cutoff] = []
        while self.take(","):
            found += self.some_cutoffs()
        return found

    def some_cutoffs(self) -> list[Cutoff]:
        """Read a number, a range, or the word auto."""
        token = self.now
        if (token.kind, token.text) == ("word", AUTO_CUTOFF):
            self.at += 1
            return [(AUTO_CUTOFF, token.column)]
        if token.kind not in ("number", "range"):
            raise self.unexpected("expected a rank such as 10 or a recall level such as 0.1")
        self.at += 1
        if token.kind == "number":
            return [(number(token.text), token.column)]
        return [(value, token.column) for value in self.steps(token)]

    def steps(self, token: Token) -> list[int | float]:
        """List a range by steps of its last written decimal place."""
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
    """Take a value where a word can only be text or a constant."""
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
    """Refuse a text that stands for too many measures."""
    if count > MOST:
        problem = f"this stands for {count:,} measures; at most {MOST:,} are allowed"
        raise MeasureSyntaxError(text, column, problem)


def number(text: str) -> int | float:
    """Read a number; one with a decimal point is a float."""
    try:
        return int(text)
    except ValueError:
        return float(text)
