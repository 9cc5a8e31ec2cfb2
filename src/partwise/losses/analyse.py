"""Losses of runs: everything is read, joined and counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from partwise.errors import MissingLengthError, UsageError
from partwise.evaluation.arguments import Given, tracking_columns
from partwise.evaluation.checks import named_apart
from partwise.evaluation.equivalent import without_unknown
from partwise.evaluation.id_matching import match_ids
from partwise.evaluation.inventories import Inventories
from partwise.evaluation.lines import missing_length, with_lines
from partwise.evaluation.notes import input_notes
from partwise.evaluation.options import Collection, Rules
from partwise.evaluation.prepared import Prepared
from partwise.files.options import Reading
from partwise.geometry.inventory import BOUNDED, Limit
from partwise.geometry.relevant_text import GoldLine
from partwise.geometry.run_notes import run_notes
from partwise.losses.breakdown import MEASURE, Sources, count
from partwise.losses.table import Losses, RunLosses
from partwise.measures.characters import CharR
from partwise.messages import Note, Notes
from partwise.tables.problems import RowsError
from partwise.texts.verification import Verification

if TYPE_CHECKING:
    from partwise.evaluation.argument_types import (
        InventoriesLike,
        LengthsLike,
        QrelsLike,
        RunsLike,
        StructureLike,
        TextsLike,
    )
    from partwise.geometry.view import View
    from partwise.tables.run import Run

BUDGET = 4000
"""Characters that are read when nobody says how many."""


def losses(
    qrels: QrelsLike,
    runs: RunsLike,
    *,
    inventory: InventoriesLike | None = None,
    k: int | None = None,
    budget: int | None = None,
    unit: Literal["characters", "tokens"] = "characters",
    candidates: Any = None,
    structure: StructureLike | None = None,
    lengths: LengthsLike | None = None,
    texts: TextsLike | None = None,
    reading: Reading | None = None,
    rules: Rules | None = None,
) -> Losses:
    """Find out who lost the relevant text that runs do not show; warnings are among the notes.

    Parameters
    ----------
    qrels, runs
        As in `evaluate`.
    inventory : table, frame, path or run, or {run name: table}
        All parts that could have been returned. The name None stands for all other runs.
    k : int, optional
        The first `k` parts are read.
    budget : int, optional
        So many characters (or tokens) are read. Default: 4000 characters.
    unit : {'characters', 'tokens'}
        What the budget counts.
    candidates : Run, path or 'self', or {run name: those}, optional
        The longer list from which a run was re-ranked; ``'self'``: all parts of the run.
    structure, lengths, texts, reading
        As in `evaluate`.
    rules : Rules, optional
        Of its rules `topics`, `equivalent`, `task` and `whole_documents` hold here.

    Returns
    -------
    Losses
    """
    reading, rules = tracking_columns(reading or Reading()), rules or Rules()
    rules.require_only("losses", "topics", "equivalent", "task", "whole_documents")
    equivalent, order, doc_ids = rules.equivalent, reading.order, reading.doc_ids
    topics = rules.topics or "all"
    checked = Verification(texts, reading)
    given = Given(reading, rules, checked.quotes())
    inventory = given.inventories(inventory)
    qrels = given.qrels(qrels)
    notes = Notes(without_unknown(qrels.notes, equivalent))
    limit = limit_of(k, budget, unit)
    if limit is None:
        limit = Limit(budget=BUDGET)
        notes.add(f"the first {BUDGET:,} characters are read; use --budget N or -k K for others")
    run: Run | None = None
    sources: Sources | None = None
    try:
        beside = Collection(given.structure(structure), given.lengths(lengths))
        tables = Prepared(qrels, beside, reading, checked=checked, equivalent=equivalent)
        qrels, judged = tables.qrels, tables.assessments
        gold = GoldLine(judged, MEASURE)
        named = _named([*given.tables(runs)], notes)
        inventories = Inventories(given, tables, inventory)
        known: dict[str, Any] = {"gold": gold, "limit": limit, "order": order, "notes": notes}
        sources = Sources(given, tables, inventories, candidates, **known)
        sources.check_names([one.name for one in named])
        counted = []
        for run in named:
            view = tables.view(run, order)
            match_ids(view, doc_ids)
            counted.append(_of_run(view, gold, sources, limit, common=topics == "common"))
            notes.extend([*input_notes(view, [CharR()], topics), *run_notes(view, [CharR()])])
        notes.extend([*tables.notes, *inventories.notes, *given.notes, *judged.notes])
    except RowsError as error:
        others = [] if sources is None else sources.tables
        raise with_lines(error, qrels, run, *others) from None
    except MissingLengthError as error:
        raise error if run is None else missing_length(error, run, qrels) from None
    _note_bounds(counted, limit, notes)
    names = tuple(qrels.topics.tolist())
    return Losses(
        tuple(counted), names, limit, tuple(notes), sources.oracles([r.run for r in counted])
    )


def _of_run(
    view: View, gold: GoldLine, sources: Sources, limit: Limit, *, common: bool
) -> RunLosses:
    """Count what a run showed and lost; `common`: of the topics that it answers."""
    available, about = sources.available(view)
    table = count(view, gold, available, limit)
    on = view.present if common else np.ones(view.n_topics, np.bool_)
    other = 2 * int(available.outside.sum()) > available.outside.size
    return RunLosses(view.run.name, table, on, available.has_candidates, about, other)


def limit_of(k: int | None, budget: int | None, unit: str) -> Limit | None:
    """Check what is read; None where nobody said it."""
    if k is not None and budget is not None:
        raise UsageError("k and budget: only one of them can end the reading")
    if unit not in ("characters", "tokens"):
        raise UsageError(f"unit must be characters or tokens, not {unit!r}")
    for name, value in (("k", k), ("budget", budget)):
        if value is not None and (isinstance(value, bool) or int(value) != value or value < 1):
            raise UsageError(f"{name} must be a whole number of at least 1, not {value!r}")
    if k is not None and unit == "tokens":
        raise UsageError("tokens are counted by a budget, and k is given")
    if k is None and budget is None:
        if unit == "tokens":
            raise UsageError("tokens need a budget: how many are read?")
        return None
    return Limit(k, budget, unit)


def _named(runs: list[Run], notes: Notes) -> list[Run]:
    """Give runs of one name different ones."""
    if not runs:
        raise UsageError("no run is given")
    found: dict[str, Run] = {}
    for run in runs:
        named = named_apart(run, found, notes)
        found[named.name] = named
    return list(found.values())


def _note_bounds(runs: list[RunLosses], limit: Limit, notes: Notes) -> None:
    """Return a note on topics whose best choice is only bounded."""
    for run in runs:
        n, total = len(run.bounded), int(run.counted.sum())
        if n:
            notes.extend([Note(BOUNDED, n=n, all=total, within=limit.description).of(run.run)])
