"""Notes on topics: which were averaged, ignored, missing or undefined."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise.errors import FormatError
from partwise.language.spelling import Measure
from partwise.language.spellings import span_notes
from partwise.messages import Note, Notes, plural
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
    problem = f"none of its {plural(len(mine), 'topic')} is in the qrels {place}"
    return FormatError(run.source or run.name, None, problem)


def reader_notes(run: Run) -> list[str]:
    """Return what the reader noticed, with the run's name where the file's is not there."""
    source = run.source or run.name
    return [text if text.startswith(source) else Note.read(text).of(run.name) for text in run.notes]


def topic_notes(
    run: Run, qrels: Qrels, present: NDArray[np.bool_], extra: list[str], topics: str
) -> list[Note]:
    """Say which topics of run and assessments do not meet."""
    notes = Notes()
    words = "{n:topic} without assessments ignored ({topics})"
    notes.add(words, n=len(extra), topics=extra)
    missing = [qrels.topics[int(code)] for code in np.flatnonzero(~present)]
    how = "counted as empty" if topics == "all" else "left out (--topics common)"
    words = f"{{n:judged topic}} without results ({{topics}}), {how}"
    notes.add(words, n=len(missing), topics=missing)
    return notes.of(run.name)


def undefined_notes(
    measures: list[Measure], undefined: NDArray[np.int64], n_topics: int, policy: str
) -> Notes:
    """Say how many topics were left out of each mean; measures with one count share a note."""
    counts: dict[tuple[int, str], list[str]] = {}
    for measure, count in zip(measures, undefined.tolist(), strict=True):
        if count:
            counts.setdefault((count, measure.undefined), []).append(repr(measure))
    notes = Notes()
    for (count, reason), names in counts.items():
        many, how = "{n} of {all:topic}", "left out of the mean"
        if policy != "skip":
            how = "counted (--undefined zero)"
        elif count == n_topics:
            many, how = "all {n:topic}", "no mean"
        words = f"{{measures}}: undefined for {many} ({reason}); {how}"
        notes.add(words, n=count, all=n_topics, measures=names)
    return notes
