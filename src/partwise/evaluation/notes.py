"""Notes on topics: which were averaged, ignored, missing or undefined."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise.errors import FormatError
from partwise.language.spelling import Measure
from partwise.language.spellings import span_notes
from partwise.messages import Note, list_some, plural
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run


def document_notes(qrels: Qrels, measures: list[Measure]) -> list[str]:
    """Offer measures of parts for document measures whose names mean parts elsewhere."""
    return span_notes(measures) if (qrels.start >= 0).any() else []


def no_common_topics(run: Run, qrels: Qrels) -> FormatError:
    """Return error E23."""
    mine, theirs = run.topics.tolist(), qrels.topics.tolist()
    many = f"{mine[0]}..{mine[-1]}" if len(mine) > 1 else "".join(mine)
    place = f"(run: {many}, qrels: {''.join(theirs[:1])}..)"
    problem = f"none of its {len(mine)} topics is in the qrels {place}"
    return FormatError(run.source or run.name, None, problem)


def reader_notes(run: Run) -> list[str]:
    """Return what the reader noticed, with the run's name where the file's is not there."""
    source = run.source or run.name
    return [text if text.startswith(source) else Note.read(text).of(run.name) for text in run.notes]


def topic_notes(
    run: Run, qrels: Qrels, present: NDArray[np.bool_], extra: list[str], topics: str
) -> list[str]:
    """Say which topics of run and assessments do not meet."""
    notes = []
    if extra:
        said = plural(len(extra), "topic")
        notes.append(f"{run.name}: {said} without assessments ignored ({list_some(extra)})")
    missing = [qrels.topics[int(code)] for code in np.flatnonzero(~present)]
    if missing:
        said = plural(len(missing), "judged topic")
        how = "counted as empty" if topics == "all" else "left out (--topics common)"
        notes.append(f"{run.name}: {said} without results ({list_some(missing)}), {how}")
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
        f"{list_some(names, most=4)}: undefined for {count:,} of {plural(n_topics, 'topic')}, {how}"
        for count, names in counts.items()
    ]
