"""Rows of a table that cannot be right; whoever can read the file again finds their lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from partwise.errors import (
    SHOWN_PROBLEMS,
    FormatError,
    FormatErrors,
    PartwiseError,
    TableError,
    UsageError,
    told_together,
)
from partwise.messages import plural
from partwise.spelling import spelt

if TYPE_CHECKING:
    from partwise.tables.rows import PlacedRows


class RowsError(TableError):
    """Rows of one file's table that cannot be right; readers know their lines.

    Parameters
    ----------
    source : str or None
        The file the table came from.
    problems : sequence of (int, str)
        Row from 0 and what is wrong with it; at most `SHOWN_PROBLEMS` are kept.
    total : int
        How many rows are wrong.
    """

    def __init__(
        self, source: str | None, problems: Sequence[tuple[int, str]], total: int | None = None
    ) -> None:
        super().__init__(*problems[0])
        self.source = source
        self.problems = tuple(problems[:SHOWN_PROBLEMS])
        self.total = len(problems) if total is None else total

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.source, self.problems, self.total)

    def __str__(self) -> str:
        place = "" if self.source is None else f"{self.source}: "
        lines = told_together(
            [(f"{place}row ", row, problem) for row, problem in self.problems],
            [f"{place}row {row}: {problem}" for row, problem in self.problems],
        )
        rest = self.total - len(self.problems)
        if rest > 0:
            lines.append(f"... and {plural(rest, 'more problem')}")
        return "\n".join(lines)

    def with_lines(self, lines: Sequence[int | None]) -> PartwiseError:
        """Return the same problems with the lines of the file in which they stand."""
        if self.source is None:
            return self
        found = [
            FormatError(self.source, line, said)
            for line, (_, said) in zip(lines, self.problems, strict=True)
        ]
        return found[0] if self.total == 1 else FormatErrors(found, self.total)


def rows_error(
    table: PlacedRows, problems: Sequence[tuple[int, str]], total: int | None = None
) -> PartwiseError:
    """Return the error about rows of a table, with their lines where these are known."""
    error = RowsError(table.source, problems, total)
    lines = table.lines
    if lines is None or not lines.in_one_file:
        return error
    return error.with_lines([lines.of(row) for row, _ in error.problems])


class MissingOffsetsError(RowsError):
    """A row that names an element where a measure needs its place in the text.

    Parameters
    ----------
    source, row
        As those of `PlacedError`.
    what : str
        The element or tree.
    measure : str, optional
        What needs the place.
    """

    def __init__(self, source: str | None, row: int, what: str, measure: str = "") -> None:
        need = f", and {measure} needs them" if measure else ""
        problem = f"{what} has no offsets{need}. {spelt('Use --structure FILE')}"
        super().__init__(source, [(row, problem)])
        self.what = what
        self.measure = measure

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.source, self.row, self.what, self.measure)

    def for_measure(self, measure: str) -> MissingOffsetsError:
        """Return the same error with the name of what needs the place."""
        return type(self)(self.source, self.row or 0, self.what, self.measure or measure)


class PlacedError(RowsError):
    """A problem of a row whose place stands inside the sentence, where the braces are.

    Parameters
    ----------
    source : str or None
        The file the row came from.
    row : int
        Row from 0.
    problem : str
        The sentence, with ``{place}`` after what the row says.
    """

    def __init__(self, source: str | None, row: int, problem: str) -> None:
        super().__init__(source, [(row, problem)])

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.source, self.row, self.problem)

    def __str__(self) -> str:
        file = "" if self.source is None else f"{self.source}, "
        return self.problem.replace("{place}", f" ({file}row {self.row})")

    def with_lines(self, lines: Sequence[int | None]) -> PartwiseError:
        """Return the same sentence with the line of the file."""
        if self.source is None or lines[0] is None:
            return self
        return UsageError(self.problem.replace("{place}", f" ({self.source}:{lines[0]})"))
