"""Memory limits: sizes as users write them, what a process holds, and how many buckets fit."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from partwise.errors import UsageError, quote
from partwise.evaluation.run_evaluator import PROCESS_BYTES, ROW_BYTES
from partwise.spelling import given, is_on_command_line
from partwise.work.folder import MOST_BUCKETS

BUCKET_ROWS = 1_000_000
"""Rows of a bucket, about, where memory has no limit."""
WORTH_AN_ENGINE = 20_000_000
"""Rows below which Dask or Spark take longer to start than they save."""
_DRIVER_BYTES = 200_000_000
_TRACKER_BYTES = 20_000_000
"""Bytes of the process that divides work among others, and of what Python starts beside them."""
_LEAST_ROW_BYTES = 50_000_000
"""Bytes for rows that a process has at least."""
_LEAST_OF_JOB, _LEAST_OF_ENGINE = 300_000_000, 450_000_000
_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_BINARY_UNITS = {"KI": 1 << 10, "MI": 1 << 20, "GI": 1 << 30, "TI": 1 << 40}
_PACKED_ROW_BYTES = 12
_SAMPLE_BYTES, _N_SAMPLES = 1 << 16, 16
_STATUS = Path("/proc/self/status")


def parse_size(text: str) -> int:
    """Return the bytes of a size: ``500M``, ``1.5G``, ``2GiB``.

    Examples
    --------
    >>> parse_size("2GiB"), parse_size("500M")
    (2147483648, 500000000)
    """
    match = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([KMGT]I?)?B?\s*", text.upper())
    if match is None:
        option = given("memory", quote(text))
        raise UsageError(f"{option}: expected a size such as 500M, 1G or 2GiB")
    return int(float(match[1]) * (_BINARY_UNITS | _UNITS)[match[2] or ""])


def memory_limit(memory: str | int | None, jobs: int, engine: str | None = None) -> int | None:
    """Return the bytes of all processes together; UsageError where that is too little for a job."""
    if memory is None:
        return None
    if not isinstance(memory, str | int):
        raise UsageError(f"memory must be a size such as '2GiB', or bytes, not {memory!r}")
    size = parse_size(memory) if isinstance(memory, str) else memory
    least = jobs * (_LEAST_OF_JOB if engine in (None, "processes") else _LEAST_OF_ENGINE)
    if size < least:
        many = "one job" if jobs == 1 else f"{jobs} jobs"
        option = "--memory" if is_on_command_line() else "memory"
        raise UsageError(
            f"{option} is too little for {many}: at least {least // 10**6:,}M is needed"
        )
    return size


def process_limit(limit: int | None, jobs: int, *, alone: bool) -> int | None:
    """Return the bytes of each of so many processes, never less than small groups need.

    Parameters
    ----------
    limit : int, optional
        Bytes of all processes together.
    jobs : int
        Number of processes that evaluate.
    alone : bool
        Whether this process is the one that evaluates.
    """
    if limit is None:
        return None
    held = int(held_mb() * 1e6)
    available = limit - limit // 10  # what is freed does not return to the system at once
    if alone:  # what it holds beside the rows is there already
        each = available - max(held - PROCESS_BYTES, 0)
    else:
        each = (available - held - _TRACKER_BYTES) // jobs
    return max(each, PROCESS_BYTES + _LEAST_ROW_BYTES)


def n_buckets(rows: int, jobs: int = 1, limit: int | None = None) -> int:
    """Return a number of buckets for so many rows: a power of two, at least one for each job."""
    size = BUCKET_ROWS * ROW_BYTES
    if limit is not None:
        driver = 0 if jobs == 1 else _DRIVER_BYTES
        size = max((limit - driver) // jobs - PROCESS_BYTES, _LEAST_ROW_BYTES)
    needed = max(jobs, math.ceil(rows * ROW_BYTES / size), 1)
    return min(1 << (needed - 1).bit_length(), MOST_BUCKETS)


# -- rows of files ---------------------------------------------------------------------------


def estimated_rows(files: Iterable[str]) -> int:
    """Return about how many rows files have; Parquet files tell, in others lines are sampled."""
    return sum(_rows_of(Path(name)) for name in files if Path(name).is_file())


def _rows_of(place: Path) -> int:
    size = place.stat().st_size
    if place.suffix in (".gz", ".zst"):
        return size // _PACKED_ROW_BYTES
    with place.open("rb") as stream:
        if stream.read(4) == b"PAR1":
            return _rows_of_parquet(place)
        n_lines = n_bytes = 0
        for position in range(0, size, max(size // _N_SAMPLES, _SAMPLE_BYTES)):
            stream.seek(position)
            sample = stream.read(_SAMPLE_BYTES)
            n_lines, n_bytes = n_lines + sample.count(b"\n"), n_bytes + len(sample)
    return size * max(n_lines, 1) // max(n_bytes, 1)


def _rows_of_parquet(place: Path) -> int:
    import polars as pl

    try:
        return int(pl.scan_parquet(place).select(pl.len()).collect().item())
    except (OSError, pl.exceptions.PolarsError):  # the reader says what is wrong
        return place.stat().st_size // _PACKED_ROW_BYTES


# -- this process ----------------------------------------------------------------------------


def peak_mb() -> float:
    """Return the most memory that this process has held so far, in megabytes."""
    peak = _status_mb("VmHWM")
    if peak is not None:
        return peak
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    unit = 1 if sys.platform == "darwin" else 1024
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6, 1)


def held_mb() -> float:
    """Return the memory that this process holds, in megabytes; its peak where that is not told."""
    held = _status_mb("VmRSS")
    return peak_mb() if held is None else held


def _status_mb(name: str) -> float | None:
    with suppress(OSError):
        match = re.search(rf"^{name}:\s*(\d+) kB", _STATUS.read_text(), re.MULTILINE)
        return None if match is None else round(int(match[1]) * 1024 / 1e6, 1)
    return None
