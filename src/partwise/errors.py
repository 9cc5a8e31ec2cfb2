"""Everything partwise can say when it cannot go on.

Facts are attributes, the message says what is wrong, where, and what to do.
"""

from __future__ import annotations

from collections.abc import Sequence

from partwise.messages import CONTROL, escaped, plural, visible_lines
from partwise.spelling import advice_spelt, spelt

SHOWN_PROBLEMS = 20
"""How many problems one message prints before it only counts the rest."""

SAME_PROBLEMS = 3
"""Of how many equal problems the lines are told; more of them share one line with a count."""

QUOTED = 60
"""How many characters of a user's content a message quotes."""


def quote(text: str) -> str:
    """Return `text` in double quotes on one line, cut to `QUOTED` characters."""
    shown = text if len(text) <= QUOTED else text[: QUOTED - 3] + "..."
    safe = "".join(c if c.isprintable() else escaped(c) for c in shown)
    return f'"{safe}"'


def _shown(value: object) -> str:
    """Return a value as Python spells it, cut to `QUOTED` characters."""
    try:
        shown = repr(value)
    except ValueError:  # Python does not print whole numbers of thousands of digits
        shown = hex(value) if isinstance(value, int) else type(value).__name__
    return shown if len(shown) <= QUOTED else shown[: QUOTED - 3] + "..."


class PartwiseError(Exception):
    """Base of all errors that partwise raises on purpose."""


class PartwiseWarning(UserWarning):
    """Suspicious but legal data."""


class UsageError(PartwiseError, ValueError):
    """Options or arguments that do not fit together."""

    def __str__(self) -> str:
        return advice_spelt(super().__str__())


class FormatError(PartwiseError, ValueError):
    """A file that cannot be read as what it claims to be.

    Parameters
    ----------
    file : str
        The file as the user named it.
    line : int or None
        Line number from 1; None when the whole file is meant.
    problem : str
        What is wrong.
    hint : str, optional
        What to do about it.
    """

    def __init__(self, file: str, line: int | None, problem: str, hint: str | None = None) -> None:
        super().__init__(file, line, problem, hint)
        self.file = file
        self.line = line
        self.problem = problem
        self.hint = hint

    @property
    def advice(self) -> str:
        """What is wrong and what to do, without the place."""
        end = "" if self.hint is None else f". {spelt(self.hint)}"
        return f"{self.problem}{end}"

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return visible_lines(f"{place}: {self.advice}")


class FormatErrors(PartwiseError, ValueError):  # noqa: N818
    """Several problems of one reading; at most `SHOWN_PROBLEMS` are kept."""

    def __init__(self, problems: Sequence[FormatError], total: int | None = None) -> None:
        shown = tuple(problems[:SHOWN_PROBLEMS])
        super().__init__(shown, total)
        self.problems = shown
        self.total = len(problems) if total is None else total

    def __str__(self) -> str:
        lines = told_together(
            [(f"{one.file}:", one.line, one.advice) for one in self.problems],
            [str(one) for one in self.problems],
        )
        rest = self.total - len(self.problems)
        if rest > 0:
            lines.append(f"... and {plural(rest, 'more problem')}")
        return "\n".join(lines)


def told_together(
    problems: Sequence[tuple[str, int | None, str]], lines: Sequence[str]
) -> list[str]:
    """Return the lines of problems, of which many equal ones share the first.

    Parameters
    ----------
    problems : sequence of (str, int or None, str)
        What stands before the number of the line or row, the number, and what is wrong.
    lines : sequence of str
        Each of them in words.
    """
    numbers: dict[tuple[str, str], list[int | None]] = {}
    for place, number, advice in problems:
        numbers.setdefault((place, advice), []).append(number)
    told: dict[str, None] = {}
    for (place, _, advice), line in zip(problems, lines, strict=True):
        same = numbers[place, advice]
        if len(same) > SAME_PROBLEMS and None not in same:
            first = ", ".join(map(str, same[:SAME_PROBLEMS]))
            more = f"{first} and {len(same) - SAME_PROBLEMS} more"
            told[visible_lines(f"{place}{more}: {advice}")] = None
        else:
            told[line] = None
    return [*told]


class TableError(PartwiseError, ValueError):
    """A column or row of a table that cannot be right.

    Parameters
    ----------
    row : int or None
        Row number from 0; None when a whole column is meant.
    problem : str
        What is wrong.
    """

    def __init__(self, row: int | None, problem: str) -> None:
        super().__init__(row, problem)
        self.row = row
        self.problem = problem

    def __str__(self) -> str:
        problem = advice_spelt(self.problem)
        return visible_lines(problem if self.row is None else f"row {self.row}: {problem}")


class AdapterError(PartwiseError, ValueError):
    """What a framework returned cannot become a table.

    Parameters
    ----------
    caller : str
        The constructor that was called, ``from_langchain``.
    problem : str
        What is wrong, with counts and the first examples.
    hint : str, optional
        What to do about it.
    """

    def __init__(self, caller: str, problem: str, hint: str | None = None) -> None:
        super().__init__(caller, problem, hint)
        self.caller = caller
        self.problem = problem
        self.hint = hint

    def __str__(self) -> str:
        stop = "" if self.problem.endswith("...") else "."
        end = "" if self.hint is None else f"{stop} {self.hint}"
        return visible_lines(f"{self.caller}: {self.problem}{end}")


class MeasureSyntaxError(PartwiseError, ValueError):
    """A measure that cannot be parsed; the message points at the place."""

    def __init__(self, text: str, column: int, problem: str) -> None:
        super().__init__(text, column, problem)
        self.text = text
        self.column = column
        self.problem = problem

    def __str__(self) -> str:
        first = max(0, self.column - 50)
        shown = CONTROL.sub(" ", self.text[first : first + 100])
        caret = " " * (self.column - first) + "^"
        return f"{self.problem}\n  {shown}\n  {caret}"


class UnknownNameError(PartwiseError, LookupError):
    """A name that is not registered, with the closest ones that are.

    Parameters
    ----------
    kind, name : str
        What was looked for.
    close : sequence of str
        Names that may have been meant.
    text, column : str or None, int
        The text in which the name stands, and where.
    available : sequence of str
        All names there are, shown where none is close.
    said : str
        A sentence in place of the usual one.
    """

    def __init__(
        self,
        kind: str,
        name: str,
        close: Sequence[str] = (),
        text: str | None = None,
        column: int = 0,
        *,
        available: Sequence[str] = (),
        said: str = "",
    ) -> None:
        super().__init__(kind, name, tuple(close), text, column)
        self.available = tuple(available)
        self.said = said
        self.kind = kind
        self.name = name
        self.close = tuple(close)
        self.text = text
        self.column = column

    def __str__(self) -> str:
        message = self.said or f"there is no {self.kind} {quote(self.name)}"
        if self.close:
            *others, last = self.close
            meant = f"{', '.join(others)} or {last}" if others else last
            message += f". Did you mean {meant}?"
        elif self.available:
            message += f" (available: {', '.join(self.available)})"
        if self.text is not None:
            return str(MeasureSyntaxError(self.text, self.column, message))
        return message


class ParameterError(PartwiseError, ValueError):
    """A parameter value that cannot be; `said` is a sentence in place of the usual one."""

    def __init__(
        self, owner: str, name: str, value: object, expected: str = "", *, said: str = ""
    ) -> None:
        super().__init__(owner, name, value, expected)
        self.owner = owner
        self.name = name
        self.value = value
        self.expected = expected
        self.said = said

    def __str__(self) -> str:
        usual = f"{self.owner}: {self.name} must be {self.expected}, not {_shown(self.value)}"
        return self.said or usual


class MissingAssessmentError(PartwiseError, ValueError):
    """Assessments that lack what a measure needs."""

    def __init__(self, needed: str, found: str, said: str = "") -> None:
        super().__init__(needed, found, said)
        self.needed = needed
        self.found = found
        self.said = said

    def __str__(self) -> str:
        return spelt(self.said) or f"{self.found}; {self.needed}"


class MissingLengthError(PartwiseError, ValueError):
    """A document whose length a measure needs and nobody gave."""

    def __init__(self, row: int | None, document: str, measure: str) -> None:
        super().__init__(row, document, measure)
        self.row = row
        self.document = document
        self.measure = measure

    @property
    def problem(self) -> str:
        """What is wrong, without the place."""
        return f"the length of document {self.document} is not known, and {self.measure} needs it"

    @property
    def hint(self) -> str:
        """What to do about it."""
        return "Use --lengths FILE or --structure FILE, or a column length in the assessments"

    def __str__(self) -> str:
        place = "" if self.row is None else f"row {self.row}: "
        return f"{place}{self.problem}. {spelt(self.hint)}"


class MissingDependencyError(PartwiseError, ImportError):
    """An optional library that is not installed, and the extra that brings it."""

    def __init__(self, extra: str, purpose: str) -> None:
        super().__init__(extra, purpose)
        self.extra = extra
        self.purpose = purpose

    def __str__(self) -> str:
        return f"{self.purpose} needs the extra {self.extra}: pip install 'partwise[{self.extra}]'"


def require_extra(extra: str, purpose: str, *modules: str) -> None:
    """Refuse before any work what needs libraries that a light installation lacks."""
    from importlib.util import find_spec

    if any(find_spec(module) is None for module in modules):
        raise MissingDependencyError(extra, purpose)
