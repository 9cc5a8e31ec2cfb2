"""Files of columns separated by blanks, block by block."""

from __future__ import annotations

from collections.abc import Iterator

from partwise.files.parsing.cells import Cells
from partwise.files.parsing.columns import LinesBuilder
from partwise.files.parsing.notes import comments, longer_lines
from partwise.files.source import Source
from partwise.kernels.text.lines import Rows, split_rows
from partwise.tables.problems import Problems
from partwise.tables.row_lines import RowLines


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

    @property
    def lines(self) -> RowLines:
        """Line of each row so far."""
        return self._lines.lines()

    @property
    def notes(self) -> tuple[str, ...]:
        """What was noticed and not refused."""
        more = (*comments(self._n_comments), *longer_lines(self._n_longer))
        return (*self._source.notes, *more)
