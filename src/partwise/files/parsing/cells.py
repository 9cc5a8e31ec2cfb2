"""Cells of lines as numbers, and files of columns separated by blanks, block by block."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from partwise.errors import quote
from partwise.files.parsing.columns import ArrayBuilder, LinesBuilder, Texts
from partwise.files.source import Block, Source
from partwise.kernels.text.lines import Field, Rows, split_rows
from partwise.kernels.text.numbers import TOO_LARGE, parse_floats, parse_ints
from partwise.messages import Notes, plural
from partwise.tables.problems import (
    BROKEN,
    FARTHEST,
    Problems,
    Said,
    empty_span,
    not_real,
    not_whole,
    too_small,
    wrong_offset,
)
from partwise.tables.rows import RowLines
from partwise.tables.schema import KINDS, What
from partwise.tables.table import Table


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

    def odd_lines(self, rows: Rows, expected: str, *, most: int = 0, hint: str = "") -> None:
        """Note the lines of the block with a wrong number of columns.

        Where only a line's length is wrong, `hint` says what to do with more than `most` columns.
        """

        def say(at: int) -> Said:
            width = int(rows.odd_fields[at])
            said = wrong_columns(width, expected)
            return (said, hint) if hint and width > most else said

        self.problems.add_lines(self.block.numbers(rows.odd), say)

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
        """Rows that hold a span that is not empty; the others are noted."""
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


def wrong_columns(found: int, expected: str) -> str:
    """Word a line with the wrong number of columns."""
    return f"{plural(found, 'column')}, expected {expected}"


def refuse_twice(source: Source, line: int, names: Sequence[str]) -> None:
    """Raise FormatError for a header that has a column twice."""
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise source.error(line, f"column {quote(twice[0])} occurs twice")


class BlankColumns:
    """The lines of a file; those with a wrong number of columns are noted as problems.

    Parameters
    ----------
    source : Source
        The file, of which each block is read once.
    width : int
        Most columns that a line may have.
    names : str
        The columns, for messages.
    least : int, optional
        Fewest columns, where they are fewer than `width`.
    more : bool
        Take longer lines, too, without looking at their further columns.
    hint : str
        What to do about longer lines.

    Attributes
    ----------
    problems : Problems
        What is wrong so far.
    """

    def __init__(
        self,
        source: Source,
        width: int,
        names: str,
        *,
        least: int | None = None,
        more: bool = False,
        hint: str = "",
    ) -> None:
        self._lines, self.problems = LinesBuilder(), Problems(source)
        self._source, self._width, self._least = source, width, least
        self._more, self._hint = more, hint
        self._expected = f"{width if least is None else f'{least} to {width}'} ({names})"
        self._n_comments = self._n_longer = 0

    def __iter__(self) -> Iterator[tuple[Rows, Cells]]:
        for block in self._source.blocks():
            rows = split_rows(block.data, block.hi, self._width, least=self._least, more=self._more)
            cells = Cells(block, rows, self.problems)
            cells.odd_lines(rows, self._expected, most=self._width, hint=self._hint)
            yield rows, cells
            self._lines.add(block, rows)
            self._n_comments += rows.n_comments
            self._n_longer += rows.n_longer
            self.problems.prune()

    def table(self, format_: str, what: What, columns: Mapping[str, int]) -> Table:
        """Read the file as a table of columns, each at its place in a line."""
        kinds = {name: KINDS[what][name] for name in columns}
        texts = {name: Texts() for name, kind in kinds.items() if kind == "text"}
        wholes = {name: ArrayBuilder(np.int64) for name in kinds if kinds[name] == "whole"}
        reals = {name: ArrayBuilder(np.float64) for name in kinds if kinds[name] == "real"}
        for rows, cells in self:
            for name, number in columns.items():
                field = rows.field(number)
                if name in texts:
                    texts[name].add(cells.block.data, field)
                elif name in wholes:
                    wholes[name].add(cells.whole(field, name))
                else:
                    read = cells.finite if name == "grade" else cells.real
                    reals[name].add(read(field, name))
        lines = self.lines
        return Table(
            self._source,
            format_,
            len(lines),
            {name: text.coded() for name, text in texts.items()},
            {name: whole.values for name, whole in wholes.items()},
            {name: real.values for name, real in reals.items()},
            {},
            lines,
            self.problems,
            notes=self.notes,
        )

    @property
    def lines(self) -> RowLines:
        """Line of each row so far."""
        return self._lines.lines()

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the file: comments, and columns after the last known one."""
        notes = Notes([*self._source.notes, *comments(self._n_comments)])
        template = "{n:line} {n:has|have} more columns than the format knows; they were not read"
        notes.add(template, n=self._n_longer)
        return tuple(notes)


def comments(count: int) -> Notes:
    """Note how many comment lines were skipped."""
    notes = Notes()
    notes.add("{n:comment line} skipped", n=count)
    return notes
