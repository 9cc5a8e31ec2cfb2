"""Telling saved results from other files, and reading them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from partwise.errors import FormatError, UsageError
from partwise.tables.results import Results

_OURS = re.compile(rb'\s*\{\s*"partwise"\s*:')


def is_saved(name: str) -> bool:
    """Return whether a file holds saved results, by its first bytes."""
    if name == "-":
        return False
    try:
        with Path(name).open("rb") as file:
            return _OURS.match(file.read(200)) is not None
    except OSError as error:
        raise FormatError(name, None, f"cannot be read: {error.strerror}") from None


def read_saved(names: Sequence[str]) -> list[Results] | None:
    """Read saved results; None when the files are not such results.

    UsageError when some are and some are not.
    """
    ours = [is_saved(name) for name in names]
    if not any(ours):
        return None
    if not all(ours):
        other = names[ours.index(False)]
        raise UsageError(f"{other} does not hold saved results, but other files do")
    return [Results.from_json(Path(name)) for name in names]


def need_runs(names: Sequence[str], least: int, what: str) -> None:
    """Refuse too few files."""
    if len(names) < 1 + least:
        raise UsageError(f"{what}, or saved results")
