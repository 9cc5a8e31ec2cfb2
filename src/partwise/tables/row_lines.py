"""Line numbers of the rows of a table in its file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class RowLines(Protocol):
    """Line number of each row."""

    def __len__(self) -> int:
        """Return the number of rows."""

    def of(self, row: int) -> int:
        """Return the line number of a row, from 1."""


class TakenLines:
    """Line numbers of some rows of a table.

    Parameters
    ----------
    lines : RowLines
        Those of all rows.
    rows : ndarray of int64
        The rows that are taken.
    """

    def __init__(self, lines: RowLines, rows: NDArray[np.int64]) -> None:
        self._lines, self._rows = lines, rows

    def __len__(self) -> int:
        return self._rows.size

    def of(self, row: int) -> int:
        """Return the line number of a row, from 1."""
        return self._lines.of(int(self._rows[row]))


class RowNumbers:
    """Numbers from 0 of the rows of a file that has no lines (Parquet).

    Parameters
    ----------
    rows : ndarray of int64
        Number in the file of each row of the table.
    """

    def __init__(self, rows: NDArray[np.int64]) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return self.rows.size

    def of(self, row: int) -> int:
        """Return the number of a row in the file, from 0."""
        return int(self.rows[row])

    def take(self, rows: NDArray[np.int64]) -> RowNumbers:
        """Return the numbers of some rows."""
        return RowNumbers(self.rows[rows])


class FolderLines:
    """Lines of rows that stand in several files of a folder or archive.

    Parameters
    ----------
    names : sequence of str
        The files.
    file, line : ndarray of int64
        Number of each row's file, and its line there.
    """

    def __init__(
        self, names: Sequence[str], file: NDArray[np.int64], line: NDArray[np.int64]
    ) -> None:
        self._names, self._file, self._line = names, file, line

    def __len__(self) -> int:
        return self._line.size

    def of(self, row: int) -> int:
        """Return the line number of a row in its file, from 1."""
        return int(self._line[row])

    def place(self, row: int) -> tuple[str, int]:
        """Return file and line of a row."""
        return self._names[int(self._file[row])], self.of(row)

    def take(self, rows: NDArray[np.int64]) -> FolderLines:
        """Return the lines of some rows."""
        return FolderLines(self._names, self._file[rows], self._line[rows])


class KnownLines:
    """Line numbers in an array.

    Parameters
    ----------
    line : ndarray of int64
        Line number of each row, from 1.
    """

    def __init__(self, line: NDArray[np.int64]) -> None:
        self._line = line

    def __len__(self) -> int:
        return self._line.size

    def of(self, row: int) -> int:
        """Return the line number of a row, from 1."""
        return int(self._line[row])


def taken(lines: RowLines | None, rows: NDArray[np.int64]) -> RowLines | None:
    """Return the lines of some rows."""
    if lines is None:
        return None
    return (
        RowNumbers(lines.rows[rows]) if isinstance(lines, RowNumbers) else TakenLines(lines, rows)
    )
