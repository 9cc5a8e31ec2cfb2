"""Chunk runs of which only what the measures see is wanted: read and ranked at once.

Such a run keeps a fraction of its file and is there in a fraction of the time; values, notes,
messages and errors are those of a run that is read in full.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from partwise.files.dispatch import format_of, read_as
from partwise.files.fast.chunks import FORMATS, AtOnce, Take, read_chunks
from partwise.files.fast.sight import Sight
from partwise.files.reading import read_run
from partwise.files.source import Source
from partwise.language.measure import Measure, Sees
from partwise.tables.column_names import Schema
from partwise.tables.ranked_run import AnyRun

if TYPE_CHECKING:
    from partwise.evaluation.plan import Plan
    from partwise.evaluation.prepared import Prepared
    from partwise.evaluation.unread_run import Reading


def sees(measures: Sequence[Measure]) -> Sees | None:
    """Return how far down the lists measures look at every part; None: to the end."""
    if not all(_says_itself(type(measure)) for measure in measures):
        return None
    found = [measure.sees() for measure in measures]
    told = [one for one in found if one is not None]
    if not told or len(told) < len(found):
        return None
    return Sees(max(one.rank for one in told), max(one.budget for one in told))


def _says_itself(cls: type[Measure]) -> bool:
    """Tell whether a class says how far it sees: what a user's class inherits does not count."""
    ours = cls.__module__.partition(".")[0] == __name__.partition(".")[0]
    return ours or "sees" in vars(cls)


def sight_of(planned: Plan, tables: Prepared) -> Sight | None:
    """Return what has to be seen of chunk runs; None where they have to be read in full.

    Assessments and runs are all that is evaluated, without a structure, texts or an inventory.
    """
    rules, assessments = planned.rules, tables.assessments
    ruled = rules is not None and (rules.tool is not None or rules.convention != "partwise")
    if ruled or planned.quirks or planned.order not in (None, "score"):
        return None
    if tables.doc_ids not in (None, "exact") or planned.doc_ids not in (None, "exact"):
        return None
    far = sees(planned.measures)
    qrels = assessments.qrels
    graded = bool(assessments.judged_documents.graded_element.any())
    if far is None or graded or assessments.grades_documents_only or not len(qrels):
        return None
    return Sight(
        qrels.topics,
        qrels.docs,
        assessments.judged_documents.key,
        assessments.lengths.of(qrels.docs),
        rank=far.rank,
        budget=far.budget,
        clip=assessments.clip,
    )


def read_seen(
    path: str | os.PathLike[str],
    *,
    sight: Sight,
    take: Take | None = None,
    at_once: AtOnce | None = None,
    otherwise: Reading = read_run,
    **options: Any,
) -> AnyRun:
    """Read a run with the options of `read_run`, of a chunk run no more than is seen.

    Parameters
    ----------
    path : path
        The file.
    sight : Sight
        What is seen.
    take, at_once : callable, optional
        As those of `read_chunks`. What it was given counts if a `ChunkRun` is returned.
    otherwise : callable
        Reads a file that has to be read in full.
    **options
        Those of `read_run`.
    """
    if options.get("unit") not in (None, "codepoint") or options.get("cited"):
        return otherwise(path, **options)
    how = {name: options[name] for name in ("encoding", "lenient", "max_bytes") if name in options}
    source = Source(path, **how)
    columns = options.get("columns")
    found = format_of(source, options.get("format"), "run", columns)
    seen = None
    if found.name in FORMATS:
        schema = Schema("run", columns)
        seen = read_chunks(source, found.name, schema, sight, take, at_once=at_once)
    if seen is None:
        return otherwise(source, **options)
    said = () if options.get("format") is not None else (read_as(source, found),)
    missing = options.get("missing", "error")
    return replace(seen, notes=(*said, *seen.notes), missing=missing)
