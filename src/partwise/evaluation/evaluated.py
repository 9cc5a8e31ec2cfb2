"""What one run gave for some or all judged topics, before anybody decides how topics count.

An evaluation of all topics has one of them for each run. Where topics are evaluated apart, in
batches, buckets or other processes, those of a run are joined, and all that follows is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise._record import record
from partwise._typing import Flags, Ints, Reals
from partwise.evaluation.asking import table_of
from partwise.evaluation.common_documents import Met, linked
from partwise.evaluation.joined_notes import joined_notes
from partwise.evaluation.notes import reader_notes
from partwise.evaluation.run_facts import RunFacts
from partwise.geometry.run_notes import run_notes
from partwise.messages import Note

if TYPE_CHECKING:
    from partwise.evaluation.plan import Plan
    from partwise.geometry.view import View


@record
class Evaluated:
    """One run and some topics.

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
    links: dict[str, tuple[int, Ints]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    read: Sequence[str] = ()
    noted: Sequence[Note] = ()


def evaluated(view: View, planned: Plan, facts: RunFacts, met: Met | None = None) -> Evaluated:
    """Ask all measures for their values of one run; `met`: what was counted before."""
    met = met or Met.of(view)
    table = table_of(planned.measures, view, planned.auto, planned.spelled)
    counts: dict[str, int] = {}
    if planned.convention == "inex":
        from partwise.evaluation.inex_counts import inex_counts

        counted = view.present if planned.topics == "common" else np.ones_like(view.present)
        counts = inex_counts(view, counted)
    links = linked(view)
    run_notes(view, planned.measures)
    return Evaluated(
        facts,
        table,
        view.present,
        met,
        links,
        counts,
        reader_notes(view.retrieved),
        view.notes.in_order(),
    )


def joined(pieces: Sequence[tuple[Evaluated, Ints]], topics: Sequence[str]) -> Evaluated:
    """Join what a run gave for topics that were evaluated apart.

    Parameters
    ----------
    pieces : sequence of pairs
        With each the positions of its topics among all `topics`.
    topics : sequence of str
        All judged topics.
    """
    first = pieces[0][0]
    values = np.full((first.values.shape[0], len(topics)), np.nan)
    present = np.zeros(len(topics), np.bool_)
    links: dict[str, tuple[int, Ints]] = {}
    counts: dict[str, int] = {}
    for piece, at in pieces:
        values[:, at], present[at] = piece.values, piece.present
        for file, (n, concerned) in piece.links.items():
            before = links[file][1] if file in links else np.empty(0, np.int64)
            links[file] = n, np.union1d(before, concerned)
        for name, count in piece.counts.items():
            counts[name] = counts.get(name, 0) + count
    order = {topic: at for at, topic in enumerate(topics)}
    every: list[Evaluated] = [piece for piece, _ in pieces]
    how: dict[str, Any] = {
        "read": joined_notes([[*map(Note.read, one.read)] for one in every], order),
        "noted": joined_notes([one.noted for one in every], order),
    }
    met = Met.joined([one.met for one in every])
    facts = RunFacts.joined([one.facts for one in every])
    return Evaluated(facts, values, present, met, links, counts, **how)
