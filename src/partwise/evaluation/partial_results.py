"""Partial results: values, counts and notes of one run for some of the judged topics.

Topics are evaluated in groups, in this process or in others. `PartialResults.concatenate` is the
only place where what groups gave meets again; how topics count is decided afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING

import numpy as np

from partwise._record import record
from partwise._typing import Flags, Ints, Reals
from partwise.evaluation.asking import table_of
from partwise.evaluation.id_matching import Met, UnjudgedIds, linked
from partwise.evaluation.joined_notes import joined_notes, said
from partwise.evaluation.notes import reader_notes
from partwise.evaluation.run_facts import RunFacts
from partwise.geometry.run_notes import run_notes
from partwise.messages import Note

if TYPE_CHECKING:
    from partwise.evaluation.plan import Plan
    from partwise.geometry.view import View


@record
class PartialResults:
    """Values, counts and notes of one run for some topics.

    Parameters
    ----------
    facts : RunFacts
        What is known of the run as a whole.
    values : ndarray of float64, shape (measures, topics)
        NaN where a measure is undefined.
    present : ndarray of bool
        Topics that the run answered.
    met : Met
        Pairs of topic and document that were retrieved, and how many of them are judged.
    ids : UnjudgedIds
        Documents without judgements, whose ids may be misspelt.
    links : dict
        Files of links that models read: how many links, and the numbers of those that concern us.
    counts : dict
        The counts of inex_eval, under its convention.
    read, noted : list of Note
        What the reader noticed, and what the measures met.
    """

    facts: RunFacts
    values: Reals
    present: Flags
    met: Met
    ids: UnjudgedIds = field(default_factory=UnjudgedIds)
    links: dict[str, tuple[int, Ints]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    read: Sequence[str] = ()
    noted: Sequence[Note] = ()

    @classmethod
    def concatenate(
        cls, pieces: Sequence[tuple[PartialResults, Ints]], topics: Sequence[str]
    ) -> PartialResults:
        """Put together what a run gave for topics that were evaluated apart.

        Parameters
        ----------
        pieces : sequence of (PartialResults, ndarray of int64)
            With each the positions of its topics among all `topics`.
        topics : sequence of str
            All judged topics.
        """
        every = [piece for piece, _ in pieces]
        values = np.full((every[0].values.shape[0], len(topics)), np.nan)
        present = np.zeros(len(topics), np.bool_)
        links: dict[str, tuple[int, Ints]] = {}
        counts: dict[str, int] = {}
        for piece, positions in pieces:
            values[:, positions], present[positions] = piece.values, piece.present
            for file, (n, concerned) in piece.links.items():
                before = links[file][1] if file in links else np.empty(0, np.int64)
                links[file] = n, np.union1d(before, concerned)
            for name, count in piece.counts.items():
                counts[name] = counts.get(name, 0) + count
        order = {topic: position for position, topic in enumerate(topics)}
        return cls(
            RunFacts.joined([piece.facts for piece in every]),
            values,
            present,
            Met.joined([piece.met for piece in every]),
            UnjudgedIds.joined([piece.ids for piece in every]),
            links,
            counts,
            said(joined_notes([[*map(Note.read, piece.read)] for piece in every], order)),
            joined_notes([piece.noted for piece in every], order),
        )


def evaluate_view(
    view: View, planned: Plan, facts: RunFacts, met: Met, ids: UnjudgedIds
) -> PartialResults:
    """Return the values of all measures for the topics of a view, with counts and notes."""
    table = table_of(planned.measures, view, planned.auto, planned.spelled)
    counts: dict[str, int] = {}
    if planned.convention == "inex":
        from partwise.evaluation.inex_counts import inex_counts

        counted = view.present if planned.topics == "common" else np.ones_like(view.present)
        counts = inex_counts(view, counted)
    links = linked(view)
    run_notes(view, planned.measures)
    read, noted = reader_notes(view.retrieved), view.notes.in_order()
    return PartialResults(facts, table, view.present, met, ids, links, counts, read, noted)
