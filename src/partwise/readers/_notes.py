"""Words for what readers notice and do not refuse."""

from __future__ import annotations

from partwise.messages import list_some, plural


def comments(count: int) -> list[str]:
    """Say how many comment lines were skipped."""
    return [f"{plural(count, 'comment line')} skipped"] if count else []


def longer_lines(count: int) -> list[str]:
    """Say that columns after the last known one were not read."""
    said = plural(count, "line", "has", "have")
    return [f"{said} more columns than the format knows; they were not read"] if count else []


def disagreements(count: int) -> list[str]:
    """Say that ranks and scores order some results differently, in the words of a view."""
    said = plural(count, "result", "is", "are")
    return [f"{said} ranked against the scores; scores win (--order rank)"] if count else []


def several_runs(labels: list[str], name: str) -> list[str]:
    """Say that the lines of a file name more than one run."""
    if len(labels) < 2:
        return []
    return [f"{len(labels):,} names of runs ({list_some(labels)}) read as one run, {name}"]
