"""Telling saved results from other files, and reading them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from partwise.errors import FormatError, UnknownNameError, UsageError
from partwise.kernels.text.near import near
from partwise.tables.results import Results

_OURS = re.compile(rb'\s*\{\s*"partwise"\s*:')


def is_saved(name: str) -> bool:
    """Return whether a file holds saved results, by its first bytes."""
    if name == "-" or Path(name).is_dir():
        return False
    try:
        with Path(name).open("rb") as file:
            return _OURS.match(file.read(200)) is not None
    except OSError as error:
        raise FormatError(name, None, f"cannot be read: {error.strerror}") from None


def are_saved(names: Sequence[str]) -> bool:
    """Tell whether files are meant as saved results: one is, or all are called so."""
    return any(is_saved(name) for name in names) or all(map(_is_json, names))


def read_saved(names: Sequence[str]) -> list[Results] | None:
    """Read saved results; None when the files are not such results.

    UsageError when some are and some are not.
    """
    if not are_saved(names):
        return None
    meant = [_is_json(name) or is_saved(name) for name in names]
    if not all(meant):
        other = names[meant.index(False)]
        raise UsageError(f"{other} does not hold saved results, but other files do")
    return [Results.from_json(Path(name)) for name in names]


def _is_json(name: str) -> bool:
    """Tell whether a file claims to be JSON, in which no runs or assessments are kept."""
    return Path(name).suffix.lower() == ".json"


def chosen(results: Results, words: Sequence[str], nav: str | None = None) -> Results:
    """Keep the measures asked for with -m, completed by --nav; new ones cannot be had."""
    if not words:
        return results
    from partwise.evaluation.plan import resolve

    names = [repr(measure) for measure in resolve(words, nav=nav)]
    for name in names:
        if name not in results.measures:
            raise UnknownNameError(
                "saved measure", name, near(name, results.measures), available=results.measures[:10]
            )
    columns = [results.measures.index(name) for name in names]
    return results.only(columns)
