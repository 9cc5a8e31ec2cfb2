"""Slips that change no value, each with a reason, in ``equivalent.txt``.

A line is ``FILE::FUNCTION | WHAT | SOURCE LINE | REASON``; the line of source tells slips of one
kind in one function apart and outlives changes elsewhere in the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.mutation.mutants import Mutant

LIST = Path(__file__).parent / "equivalent.txt"
_CELLS = 4


def equivalents() -> dict[str, str]:
    """Return the reason of each slip that is known to change nothing."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    cells = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    assert all(len(each) == _CELLS for each in cells), [c for c in cells if len(c) != _CELLS]
    return {" | ".join(each[:3]): each[3] for each in cells}


def key(slip: Mutant, root: Path) -> str:
    """Return how a slip is named in the list."""
    source = Path(slip.file).read_text(encoding="utf-8").splitlines()[slip.line - 1]
    place = Path(slip.file).relative_to(root).as_posix()
    return f"{place}::{slip.function} | {slip.what} | {source.strip().replace(' | ', ' or ')}"
