"""Line numbers of the rows of a table in its file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class RowLines:
    """Number of each row in its file, from 1.

    Parameters
    ----------
    numbers : range or ndarray of int64
        A range where the rows stand in consecutive lines.
    unit : {'line', 'row'}
        What is counted: rows in files that have no lines (Parquet). Default: line.
    files : tuple of str
        Names of the files of a folder or archive. Default: all rows are of one file.
    file : ndarray of int64, optional
        Position in `files` of the file of each row.
    """

    numbers: range | NDArray[np.int64]
    unit: Literal["line", "row"] = "line"
    files: tuple[str, ...] = ()
    file: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return len(self.numbers)

    def of(self, row: int) -> int:
        """Return the number of a row."""
        return int(self.numbers[row])

    def line(self, row: int) -> int | None:
        """Return the line of a row; None in a file that has no lines."""
        return self.of(row) if self.unit == "line" else None

    def words(self, row: int) -> str:
        """Return ``line 4`` or ``row 3``."""
        return f"{self.unit} {self.of(row)}"

    def path(self, row: int) -> str:
        """Return the path to a row inside a nested file; empty in a table."""
        del row
        return ""

    @property
    def in_one_file(self) -> bool:
        """Whether the numbers are lines of the one file of the table."""
        return self.unit == "line" and not self.files

    def place(self, row: int) -> tuple[str, int]:
        """Return file and line of a row of several files."""
        return self.files[0 if self.file is None else int(self.file[row])], self.of(row)

    def array(self) -> NDArray[np.int64]:
        """Return the numbers of all rows."""
        numbers = self.numbers
        if isinstance(numbers, range):
            return np.arange(numbers.start, numbers.stop, dtype=np.int64)
        return numbers

    def take(self, rows: NDArray[np.int64]) -> RowLines:
        """Return the numbers of a subset of the rows."""
        file = None if self.file is None else self.file[rows]
        return RowLines(self.array()[rows], self.unit, self.files, file)


def first_rows(size: int) -> RowLines:
    """Return the numbers of the first rows of a file that has no lines."""
    return RowLines(range(1, size + 1), "row")
