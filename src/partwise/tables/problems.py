"""Problems of rows: one collector for all origins, and the words for what is wrong.

Readers and `partwise.tables.building` note problems in `Problems`; `RowsError` and its kin are
about rows of tables that are complete.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from partwise.errors import (
    SHOWN_PROBLEMS,
    FormatError,
    FormatErrors,
    PartwiseError,
    TableError,
    UsageError,
    quote,
    told_together,
)
from partwise.messages import plural
from partwise.spelling import spelt
from partwise.tables.rows import RowLines

if TYPE_CHECKING:
    from partwise.tables.rows import PlacedRows


FARTHEST = 1 << 48
"""No document is longer; sums of smaller numbers stay below 64 bits."""

BROKEN = -2
"""Stands for a number that was refused, so that it is refused only once."""

Said = str | tuple[str, str]
"""Problem, or problem and hint."""


class Origin(Protocol):
    """Origin of rows: a file, or memory."""

    @property
    def name(self) -> str | None:
        """The file as messages name it; None in memory."""

    @property
    def stem(self) -> str:
        """Name of a run whose rows do not name it."""

    def error(self, line: int | None, problem: str, hint: str | None = None) -> PartwiseError:
        """Return the error about a line of the file, or a row in memory."""


class InMemory:
    """Origin of rows that a caller hands over; messages count them from 0."""

    name = None

    def __init__(self, stem: str = "run") -> None:
        self.stem = stem

    def error(self, line: int | None, problem: str, hint: str | None = None) -> TableError:
        """Return the error about a row."""
        return TableError(line, problem if hint is None else f"{problem}. {spelt(hint)}")


MEMORY = InMemory()


@dataclass(frozen=True)
class FolderOrigin:
    """Origin of rows that stand in several files of a folder or archive.

    Parameters
    ----------
    name : str
        The folder or archive as messages name it.
    """

    name: str
    stem = "run"

    def error(self, line: int | None, problem: str, hint: str | None = None) -> FormatError:
        """Return the error about the folder."""
        return FormatError(self.name, line, problem, hint)


class Problems:
    """Counts all problems of a file and keeps the first few; in memory the first is raised.

    Parameters
    ----------
    source : Origin
        Where the rows come from.
    """

    def __init__(self, source: Origin) -> None:
        self.source = source
        self._kept: list[FormatError] = []
        self.total = 0

    def add(self, line: int | None, said: Said) -> None:
        """Note one problem."""
        self.add_lines(np.array([-1 if line is None else line]), lambda _: said)

    def add_lines(self, lines: NDArray[np.int64], say: Callable[[int], Said]) -> None:
        """Note a problem in each of some lines; `say` is asked for the words, by position."""
        self.total += lines.size
        for at, line in enumerate(lines[:SHOWN_PROBLEMS].tolist()):
            said = say(at)
            problem, hint = (said, None) if isinstance(said, str) else said
            self._note(None if line < 0 else line, problem, hint)

    def where(
        self, bad: NDArray[np.bool_], lines: NDArray[np.int64], say: Callable[[int], Said]
    ) -> None:
        """Note a problem in each row where `bad` holds; `say` is asked by row."""
        if bad.any():
            rows = np.flatnonzero(bad)
            self.add_lines(lines[rows], lambda at: say(int(rows[at])))

    def at_rows(self, rows: NDArray[np.int64], lines: RowLines, say: Callable[[int], Said]) -> None:
        """Note a problem in some rows of a table; `say` is asked by row."""
        self.total += rows.size
        for row in rows[:SHOWN_PROBLEMS].tolist():
            said = say(row)
            problem, hint = (said, None) if isinstance(said, str) else said
            if self.source.name is None:
                raise self.source.error(lines.of(row), problem, hint)
            line = lines.line(row)
            where = lines.words(row) if line is None else lines.path(row)
            self._note(line, f"{where}: {problem}" if where else problem, hint)

    def _note(self, line: int | None, problem: str, hint: str | None) -> None:
        error = self.source.error(line, problem, hint)
        if not isinstance(error, FormatError):
            raise error
        self._kept.append(error)

    def prune(self) -> None:
        """Forget what will not be shown. To be called between blocks of lines."""
        if len(self._kept) > SHOWN_PROBLEMS:
            self._kept.sort(key=lambda problem: problem.line or 0)
            del self._kept[SHOWN_PROBLEMS:]

    def refuse(self) -> None:
        """Raise what was noted, if anything was."""
        if not self.total:
            return
        self.prune()
        self._kept.sort(key=lambda problem: problem.line or 0)
        if self.total == 1:
            raise self._kept[0]
        raise FormatErrors(self._kept, self.total)


def wrong_offset(what: str, value: int) -> str:
    """Word a negative number, or a place that no document reaches."""
    if value > FARTHEST:
        return f"{what} {value} is larger than any document"
    return too_small(what, value)


def before_start(end: int, start: int) -> str:
    """Word a span that ends before it starts."""
    return f"end {end} is before start {start}"


def empty_span(start: int) -> str:
    """Word a judged span without characters."""
    return f"empty span {start}..{start}"


def not_whole(what: str, text: str, *, beyond: bool = False) -> str:
    """Word a cell that is not a whole number."""
    return f"{what} {quote(text)} " + ("is beyond 64 bits" if beyond else "is not a whole number")


def too_small(what: str, value: int) -> str:
    """Word a number below zero."""
    return f"{what} {value} is negative"


def not_real(what: str, text: str, *, beyond: bool = False) -> str:
    """Word a cell that is not a number."""
    return f"{what} {quote(text)} " + ("is beyond 64 bits" if beyond else "is not a number")


def not_text(what: str, text: str) -> str:
    """Word a value that cannot be a name."""
    return f"{what} {quote(text)} is not text"


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
        errors = [
            FormatError(self.source, line, problem)
            for line, (_, problem) in zip(lines, self.problems, strict=True)
        ]
        return errors[0] if self.total == 1 else FormatErrors(errors, self.total)


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
