"""What every evaluation does to tables first: names, assessor, scale, rules, fit to the texts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from partwise.errors import UsageError, quote
from partwise.evaluation.lines import line_of, with_lines
from partwise.geometry.element_names import with_elements
from partwise.messages import Notes
from partwise.tables.problems import RowsError
from partwise.tables.qrels import Qrels, Scale
from partwise.tables.run import Run

if TYPE_CHECKING:
    from partwise.geometry.assessments import Assessments
    from partwise.tables.structure.table import Structure
    from partwise.texts.verification import Verification

Table = TypeVar("Table", bound=Run | Qrels)


def named_apart(run: Run, taken: Collection[str], notes: Notes) -> Run:
    """Return the run under a name that no earlier run has; note it where that is a new one."""
    name = name_apart(run.name, run.source, taken, notes)
    return run if name == run.name else run.named(name)


def name_apart(given: str, source: str | None, taken: Collection[str], notes: Notes) -> str:
    """Return a name that no earlier run has; note it where that is a new one."""
    name, number = given, 1
    while name in taken:
        number += 1
        name = f"{given}#{number}"
    if number > 1:
        place = f" ({source})" if source else ""
        notes.add(f"a second run is named {given}{place}; it is shown as {name}")
    return name


def named_elements(table: Table, structure: Structure | None, *, lenient: bool = False) -> Table:
    """Apply the rule for names of elements; what it repairs or counts is in the table's notes."""
    done, notes = with_elements(table, structure, lenient=lenient)
    known: tuple[str, ...] = table.notes
    said: list[str] = [*notes]
    if isinstance(table, Qrels):  # runs may be many, and share a line
        said = [note.of(table.source or "assessments", "file") for note in notes]
    return replace(done, notes=tuple(dict.fromkeys((*known, *said))))


def prepared_qrels(
    qrels: Qrels, *, assessor: str | None = None, scale: Scale | None = None
) -> Qrels:
    """Take one assessor's rows; set the scale of (e, s)."""
    if scale is not None:
        qrels = replace(qrels, scale=scale)
    return qrels if assessor is None else only_assessor(qrels, assessor)


def only_assessor(qrels: Qrels, assessor: str) -> Qrels:
    """Keep the rows of one assessor; topics that only others judged disappear."""
    code = qrels.assessors.index.get(assessor)
    if code is None:
        known = ", ".join(qrels.assessors.tolist()[:10]) or "none"
        raise UsageError(f"no assessor {quote(assessor)} in the assessments (available: {known})")
    rows = np.flatnonzero(qrels.assessor == code)
    topics, first = np.unique(qrels.topic[rows], return_index=True)
    topics = topics[np.argsort(first)]
    codes = np.full(len(qrels.topics), -1, np.int32)
    codes[topics] = np.arange(topics.size)
    columns: dict[str, Any] = {
        name: getattr(qrels, name)[rows]
        for name in ("doc", "start", "end", "element", "tree", "grade", "e", "s")
    }
    columns |= {name: getattr(qrels, name)[rows] for name in ("bep", "length", "assessor")}
    columns["extra"] = {name: column[rows] for name, column in qrels.extra.items()}
    columns["lines"] = None if qrels.lines is None else qrels.lines.take(rows)
    return replace(
        qrels, topics=qrels.topics.take(topics), topic=codes[qrels.topic[rows]], **columns
    )


def check_offsets(run: Run, assessments: Assessments) -> None:
    """Refuse an INEX run whose lengths look like ends."""
    if run.format != "inex-run":
        return
    from partwise.files.formats.inex_run import check_fol_ends

    check_fol_ends(run, assessments.lengths.of(run.docs), partial(line_of, run))


def check_rules(run: Run, structure: Structure | None, task: str, *, lenient: bool = False) -> None:
    """Refuse a run that breaks the rules of a task."""
    from partwise.evaluation.tasks import check_task

    try:
        run = named_elements(run, structure, lenient=lenient)
    except RowsError as error:
        raise with_lines(error, run) from None
    check_task(run, structure, task, partial(line_of, run))


def fitting(table: Table, checked: Verification) -> Table:
    """Check one table against the texts; what does not fit is named by its line."""
    try:
        return checked.of(table)
    except RowsError as error:
        raise with_lines(error, table) from None
