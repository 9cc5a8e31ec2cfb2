"""Chunk runs that are evaluated some topics at a time, while the rest of the file is read.

A measure that looks at every part needs the rows of a topic together, not those of a run: when a
batch of topics was read its values are found and its rows are dropped. Values, notes, messages
and errors are those of a run that is read at once.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.errors import PartwiseError
from partwise.evaluation.chunk_runs import read_seen
from partwise.evaluation.common_documents import names_alike
from partwise.evaluation.evaluated import Evaluated, evaluated, joined
from partwise.evaluation.run_facts import RunFacts
from partwise.files.fast.rows import IrregularError
from partwise.tables.chunk_run import ChunkRun

if TYPE_CHECKING:
    from partwise._typing import Ints
    from partwise.evaluation.plan import Plan
    from partwise.evaluation.prepared import Prepared
    from partwise.evaluation.unread_run import LargeRuns
    from partwise.files.fast.sight import Sight
    from partwise.geometry.view import View
    from partwise.tables.doc_ids import DocIds
    from partwise.tables.ranked_run import AnyRun


class BatchReader:
    """Reads runs like `read_seen`, and evaluates batches on the way, by a plan and its tables.

    What needs a closer look is read as other `large` runs are.
    """

    def __init__(self, planned: Plan, tables: Prepared, sight: Sight, large: LargeRuns) -> None:
        self._planned, self._tables, self._sight = planned, tables, sight
        self._large = large
        self._done: list[Evaluated] = []

    def __call__(self, path: str | os.PathLike[str], **options: Any) -> AnyRun:
        """Read a run with the options of `read_run`."""
        self._done = []
        run = read_seen(
            path,
            sight=self._sight,
            take=self._take,
            at_once=self._large.rows_at_once,
            otherwise=self._large.read,
            **options,
        )
        if not isinstance(run, ChunkRun):
            self._done = []
        return run

    def taken(self) -> list[Evaluated]:
        """Hand over what was found of the run that was read last, but for topics that it holds."""
        done, self._done = self._done, []
        return done

    def _take(self, run: ChunkRun) -> None:
        try:
            view = self._tables.view(run, self._planned.order)
            facts = RunFacts.of(run, self._tables.qrels.topics, view.order)
            self._done.append(evaluated(view, self._planned, facts))
            del view
            self._large.passed()
        except PartwiseError:  # told by who has read the whole file: its errors come first
            raise IrregularError from None


def with_batches(
    last: Evaluated, before: Sequence[Evaluated], view: View, doc_ids: DocIds | None
) -> Evaluated:
    """Join what all topics of a run gave.

    Parameters
    ----------
    last : Evaluated
        What the topics gave that were read last; those that the run does not have are among them.
    before : sequence of Evaluated
        What the others gave, in the order of the file.
    view : View
        That of the last ones. Its run knows which judged documents the whole file names.
    doc_ids : str, optional
        How names of documents are compared.
    """
    rest = ~np.any([one.present for one in before], axis=0)
    pieces = [_of_topics(one, np.flatnonzero(one.present)) for one in before]
    pieces.append(_of_topics(last, np.flatnonzero(rest)))
    found = joined(pieces, view.assessments.topics.tolist())
    facts = replace(found.facts, name=last.facts.name, missing=last.facts.missing)
    run = view.retrieved
    noted = list(found.noted)
    if isinstance(run, ChunkRun):
        noted = [*names_alike(run, view.assessments.qrels, found.met, doc_ids), *noted]
    return replace(found, facts=facts, noted=noted)


def _of_topics(found: Evaluated, at: Ints) -> tuple[Evaluated, Ints]:
    return replace(found, values=found.values[:, at], present=found.present[at]), at
