"""Words for what readers notice and do not refuse."""

from __future__ import annotations

from partwise.tables.words import counted


def comments(count: int) -> list[str]:
    """Say how many comment lines were skipped."""
    return [f"{counted(count, 'comment line')} skipped"] if count else []


def longer_lines(count: int) -> list[str]:
    """Say that columns after the last known one were not read."""
    said = counted(count, "line", "has", "have")
    return [f"{said} more columns than the format knows; they were not read"] if count else []


def disagreements(count: int) -> list[str]:
    """Say that ranks and scores order some results differently, in the words of a view."""
    said = counted(count, "result", "is", "are")
    return [f"{said} ranked against the scores; scores win (--order rank)"] if count else []
