"""How many buckets, and how many rows at a time, keep an evaluation within its memory."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from partwise.errors import UsageError
from partwise.evaluation.buckets.hashing import MOST
from partwise.files.bucketed.pieces import Size
from partwise.spelling import is_on_command_line

ROW = 400
"""Bytes that a row costs while it is evaluated, rounded up."""
FIXED = 150_000_000
"""Bytes of an interpreter with its libraries."""
DRIVER = 200_000_000
"""Bytes of a process that makes buckets and merges parts, while others evaluate."""
TRACKER = 20_000_000
"""Bytes of what Python starts beside workers."""
SMALLEST = 50_000_000
"""Fewest bytes for the rows of a bucket."""
LEAST, LEAST_OF_ENGINES = 300_000_000, 450_000_000
"""Fewest bytes of a job; workers of Dask and Spark hold more before they begin."""
WORTH_AN_ENGINE = 20_000_000
"""Rows below which the start of Dask or Spark takes longer than they save."""
_PACKED_ROW = 12
_LOOK, _LOOKS = 1 << 16, 16
_PIECE = 1_000_000


@dataclass(frozen=True)
class Room:
    """What an evaluation may use.

    Parameters
    ----------
    jobs : int
        Processes.
    memory : int, optional
        Bytes of all processes together, the interpreters included.
    engine : str, optional
        Who does the work.
    """

    jobs: int = 1
    memory: int | None = None
    engine: str | None = None

    def __post_init__(self) -> None:
        if self.jobs < 1:
            raise UsageError(f"--jobs {self.jobs}: at least one process is needed")
        each = LEAST if self.engine in (None, "processes") else LEAST_OF_ENGINES
        if self.memory is not None and self.memory < each * self.jobs:
            least = f"{each * self.jobs // 10**6:,}M"
            many = "one job" if self.jobs == 1 else f"{self.jobs} jobs"
            option = "--memory" if is_on_command_line() else "memory"
            raise UsageError(f"{option} is too little for {many}: at least {least} is needed")

    def holds(self, rows: int) -> bool:
        """Tell whether one process can hold so many rows."""
        return self.memory is None or rows * ROW + FIXED <= self.memory - self.memory // 10

    def buckets(self, rows: int) -> int:
        """Return how many buckets so many rows need: a power of two, at least one a job."""
        size = _PIECE * ROW
        if self.memory is not None:  # the process that asks others counts too
            driver = 0 if self.jobs == 1 else DRIVER
            size = max((self.memory - driver) // self.jobs - FIXED, SMALLEST)
        wanted = max(self.jobs, math.ceil(rows * ROW / size), 1)
        return min(1 << (wanted - 1).bit_length(), MOST)

    def each(self, held: int, *, alone: bool) -> int | None:
        """Return the bytes of each process that evaluates, never less than small batches need.

        A program or notebook may hold more than the bound before it asks for anything.

        Parameters
        ----------
        held : int
            Bytes of the process that asks.
        alone : bool
            Whether it does all of the work itself.
        """
        if self.memory is None:
            return None
        # a tenth is left: what is freed does not return to the system at once
        room = self.memory - self.memory // 10
        # alone, what it holds beside the rows is there already
        each = room - max(held - FIXED, 0) if alone else (room - held - TRACKER) // self.jobs
        return max(each, FIXED + SMALLEST)

    def at_once(self) -> Size:
        """Return how much is read at once while buckets are made."""
        if self.memory is None:
            return Size(_PIECE)
        driver = 0 if self.jobs == 1 else DRIVER  # several share it, while the driver waits
        return size_within((self.memory - driver) // self.jobs)


def size_within(memory: int) -> Size:
    """Return how much a process reads at once that may have so many bytes."""
    room = max(memory - FIXED, SMALLEST)
    return Size(max(20_000, min(_PIECE, room // (3 * ROW))), room // 8)


def estimated_rows(files: Iterable[str]) -> int:
    """Return about how many rows files have; Parquet files say it, of others some are counted."""
    return sum(_rows_of(Path(name)) for name in files if Path(name).is_file())


def _rows_of(place: Path) -> int:
    size = place.stat().st_size
    if place.suffix in (".gz", ".zst"):
        return size // _PACKED_ROW
    with place.open("rb") as stream:
        if stream.read(4) == b"PAR1":
            return _rows_of_parquet(place)
        lines = read = 0
        for at in range(0, size, max(size // _LOOKS, _LOOK)):  # lines need not be alike everywhere
            stream.seek(at)
            found = stream.read(_LOOK)
            lines, read = lines + found.count(b"\n"), read + len(found)
    return size * max(lines, 1) // max(read, 1)


def _rows_of_parquet(place: Path) -> int:
    import polars as pl

    try:
        return int(pl.scan_parquet(place).select(pl.len()).collect().item())
    except (OSError, pl.exceptions.PolarsError):  # whoever reads it finds the words
        return place.stat().st_size // _PACKED_ROW
