"""Sizes of memory as users write them: ``--memory 2GiB``."""

from __future__ import annotations

import re

from partwise.errors import UsageError, quote
from partwise.spelling import given

_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_BINARY = {"KI": 1 << 10, "MI": 1 << 20, "GI": 1 << 30, "TI": 1 << 40}


def parse_size(text: str) -> int:
    """Read a size: ``500M``, ``1.5G``, ``2GiB``.

    Examples
    --------
    >>> parse_size("2GiB"), parse_size("500M")
    (2147483648, 500000000)
    """
    found = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([KMGT]I?)?B?\s*", text.upper())
    if found is None:
        said = given("memory", quote(text))
        raise UsageError(f"{said}: expected a size such as 500M, 1G or 2GiB")
    unit = found[2] or ""
    return int(float(found[1]) * (_BINARY | _UNITS)[unit])


def bytes_of_process(memory: str | int, jobs: int) -> int | None:
    """Return the maximum bytes of each of so many processes that share a memory limit."""
    from partwise.evaluation.buckets.held import held_mb
    from partwise.evaluation.buckets.planner import Room

    if not isinstance(memory, str | int):
        raise UsageError(f"memory must be a size such as '2GiB', or bytes, not {memory!r}")
    room = Room(jobs, parse_size(memory) if isinstance(memory, str) else memory)
    return room.each(int(held_mb() * 1e6), alone=jobs == 1)
