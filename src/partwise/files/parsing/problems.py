"""Problems of a file, collected while it is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from partwise.errors import SHOWN_PROBLEMS, FormatError, FormatErrors, quote
from partwise.files.blocks import Block
from partwise.files.source import Source
from partwise.kernels.text.lines import Field, Rows
from partwise.kernels.text.numbers import TOO_LARGE, parse_floats, parse_ints
from partwise.messages import plural
from partwise.tables.row_lines import RowLines

FARTHEST = 1 << 48
"""No document is longer; sums of smaller numbers stay below 64 bits."""

BROKEN = -2
"""Stands for a number that was refused, so that it is refused only once."""

Said = str | tuple[str, str]
"""What is wrong, or that and what to do about it."""


class Problems:
    """Counts all problems of a file and keeps the first few for the message."""

    def __init__(self, source: Source) -> None:
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
            self._kept.append(self.source.error(None if line < 0 else line, problem, hint))

    def odd_lines(
        self, block: Block, rows: Rows, expected: str, *, most: int = 0, hint: str = ""
    ) -> None:
        """Note the lines of a block with a wrong number of columns (E2).

        Where only a line's length is wrong, `hint` says what to do with more than `most` columns.
        """

        def say(at: int) -> Said:
            found = int(rows.odd_fields[at])
            said = wrong_columns(found, expected)
            return (said, hint) if hint and found > most else said

        self.add_lines(block.numbers(rows.odd), say)

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
            line = lines.line(row)
            where = lines.words(row) if line is None else lines.path(row)
            problem = f"{where}: {problem}" if where else problem
            self._kept.append(self.source.error(line, problem, hint))

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


class Cells:
    """The fields of a block's rows, read with words for what is wrong.

    Parameters
    ----------
    block : Block
        The bytes.
    rows : Rows or ndarray of int64
        The rows that were found in it, or the line of each in the file.
    problems : Problems
        Where bad cells go.
    """

    def __init__(self, block: Block, rows: Rows | NDArray[np.int64], problems: Problems) -> None:
        self.block, self.problems = block, problems
        self.lines = block.numbers(rows.lines) if isinstance(rows, Rows) else rows

    def at(self, rows: NDArray[np.int64]) -> Cells:
        """Return the cells of some rows."""
        return Cells(self.block, self.lines[rows], self.problems)

    def text(self, field: Field, row: int) -> str:
        """Return the text of one cell."""
        return self.block.text(int(field[0][row]), int(field[1][row]))

    def say(self, bad: NDArray[np.bool_], say: Callable[[int], Said]) -> None:
        """Note a problem of some rows."""
        self.problems.where(bad, self.lines, say)

    def need(self, field: Field, what: str) -> None:
        """Note the rows whose cell is empty."""
        self.say(field[0] == field[1], lambda _: f"{what} is missing")

    def whole(self, field: Field, what: str, *, signed: bool = False) -> NDArray[np.int64]:
        """Read whole numbers, which are not negative unless `signed`."""
        value, state = parse_ints(self.block.data, field)
        bad = state != 0
        self.say(bad, lambda row: self._not_whole(field, what, row, state))
        if not signed:
            below = ~bad & (value < 0)
            self.say(below, lambda row: too_small(what, int(value[row])))
            bad |= below
        return np.where(bad, BROKEN, value) if bad.any() else value

    def _not_whole(self, field: Field, what: str, row: int, state: NDArray[np.int8]) -> str:
        return not_whole(what, self.text(field, row), beyond=bool(state[row] == TOO_LARGE))

    def offset(self, field: Field, what: str) -> NDArray[np.int64]:
        """Read whole numbers that are places in a document."""
        value, state = parse_ints(self.block.data, field)
        bad = state != 0
        wrong = ~bad & ((value < 0) | (value > FARTHEST))
        self.say(bad, lambda row: self._not_whole(field, what, row, state))
        self.say(wrong, lambda row: wrong_offset(what, int(value[row])))
        bad |= wrong
        return np.where(bad, BROKEN, value) if bad.any() else value

    def in_reach(
        self, start: NDArray[np.int64], size: NDArray[np.int64], known: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Tell which rows hold a span that is not empty; the others are noted."""
        good = known.copy()
        for what, value in (("offset", start), ("length", size)):
            wrong = known & ((value < 0) | (value > FARTHEST))
            self.say(wrong, lambda row, w=what, v=value: wrong_offset(w, int(v[row])))  # type: ignore[misc]
            good &= ~wrong
        empty = good & (size == 0)
        self.say(empty, lambda row: empty_span(int(start[row])))
        good &= ~empty
        return good

    def real(self, field: Field, what: str) -> NDArray[np.float64]:
        """Read numbers; NaN is none."""
        value, bad = parse_floats(self.block.data, field)
        self.say(bad, lambda row: not_real(what, self.text(field, row)))
        return value

    def finite(self, field: Field, what: str) -> NDArray[np.float64]:
        """Read numbers that are not infinite."""
        value = self.real(field, what)
        self.say(np.isinf(value), lambda row: not_real(what, self.text(field, row)))
        return value


def wrong_offset(what: str, value: int) -> str:
    """Word a negative number (E16), or a place that no document reaches."""
    if value > FARTHEST:
        return f"{what} {value} is larger than any document"
    return too_small(what, value)


def before_start(end: int, start: int) -> str:
    """Word a span that ends before it starts (E15)."""
    return f"end {end} is before start {start}"


def empty_span(start: int) -> str:
    """Word a judged span without characters (E15)."""
    return f"empty span {start}..{start}"


def not_whole(what: str, text: str, *, beyond: bool = False) -> str:
    """Word a cell that is not a whole number (E4)."""
    return f"{what} {quote(text)} " + ("is beyond 64 bits" if beyond else "is not a whole number")


def too_small(what: str, value: int) -> str:
    """Word a number below zero."""
    return f"{what} {value} is negative"


def not_real(what: str, text: str, *, beyond: bool = False) -> str:
    """Word a cell that is not a number (E3)."""
    return f"{what} {quote(text)} " + ("is beyond 64 bits" if beyond else "is not a number")


def not_text(what: str, text: str) -> str:
    """Word a value that cannot be a name."""
    return f"{what} {quote(text)} is not text"


def wrong_columns(found: int, expected: str) -> str:
    """Word a line with the wrong number of columns (E2)."""
    return f"{plural(found, 'column')}, expected {expected}"


def refuse_twice(source: Source, line: int, names: Sequence[str]) -> None:
    """Refuse a header that has a column twice."""
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise source.error(line, f"column {quote(twice[0])} occurs twice")
