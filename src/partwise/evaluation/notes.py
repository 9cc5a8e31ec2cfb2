"""Notes on topics: which were averaged, ignored, missing or undefined."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise.errors import FormatError
from partwise.language.spelling import Measure
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

_LISTED = 5


def listed(names: list[str], *, most: int = _LISTED) -> str:
    """Name a few and count the rest."""
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most:,} more"


def plural(count: int, noun: str) -> str:
    """Count something: ``1 topic``, ``2 topics``."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def no_common_topics(run: Run, qrels: Qrels) -> FormatError:
    """Return error E23."""
    mine, theirs = run.topics.tolist(), qrels.topics.tolist()
    problem = (
        f"none of its {len(mine)} topics is in the qrels "
        f"(run: {_range(mine)}, qrels: {_range(theirs)})"
    )
    return FormatError(run.source or run.name, None, problem)


def _range(names: list[str]) -> str:
    return f"{names[0]}..{names[-1]}" if len(names) > 1 else "".join(names)


def topic_notes(run: Run, qrels: Qrels, present: NDArray[np.bool_], ignored: int) -> list[str]:
    """Say which topics of run and assessments do not meet."""
    notes = []
    if ignored:
        known = qrels.topics.index
        extra = [name for name in run.topics.tolist() if name not in known]
        said = plural(ignored, "topic")
        notes.append(f"{run.name}: {said} without assessments ignored ({listed(extra)})")
    missing = np.flatnonzero(~present)
    if missing.size:
        names = [qrels.topics[int(code)] for code in missing[: _LISTED + 1]]
        said = plural(int(missing.size), "judged topic")
        more = "" if missing.size <= _LISTED else f" and {missing.size - _LISTED:,} more"
        shown = ", ".join(names[:_LISTED]) + more
        notes.append(f"{run.name}: {said} without results ({shown}), counted as empty")
    return notes


def undefined_notes(
    measures: list[Measure], undefined: NDArray[np.int64], n_topics: int, policy: str
) -> list[str]:
    """Say how many topics were left out of each mean; measures with one count share a note."""
    counts: dict[int, list[str]] = {}
    for measure, count in zip(measures, undefined.tolist(), strict=True):
        if count:
            counts.setdefault(count, []).append(repr(measure))
    how = "left out of the mean" if policy == "skip" else "counted (--undefined zero)"
    return [
        f"{listed(names, most=4)}: undefined for {count:,} of {plural(n_topics, 'topic')}, {how}"
        for count, names in counts.items()
    ]
