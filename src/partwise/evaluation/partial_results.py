"""Partial results: values, counts and notes of one run for some of the judged topics.

Topics are evaluated in groups, in this process or in others: `evaluate_view` does it for one group.
`PartialResults.concatenate` is the only place where what groups gave meets again; how topics count
is decided afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from partwise._record import record
from partwise._typing import Flags, Ints, Reals
from partwise.errors import MissingLengthError, PartwiseError
from partwise.evaluation.id_matching import Met, UnjudgedIds, linked
from partwise.evaluation.lines import missing_length
from partwise.evaluation.notes import SLACK, RunFacts, joined_notes, reader_notes, without_empty
from partwise.geometry.run_notes import run_notes
from partwise.geometry.view import View
from partwise.kernels.ragged import distinct
from partwise.language.measure import Measure
from partwise.messages import Note, plural
from partwise.tables.problems import MissingOffsetsError

if TYPE_CHECKING:
    from partwise.evaluation.plan import Plan


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
        results = [piece for piece, _ in pieces]
        values = np.full((results[0].values.shape[0], len(topics)), np.nan)
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
            RunFacts.joined([piece.facts for piece in results]),
            values,
            present,
            Met.joined([piece.met for piece in results]),
            UnjudgedIds.joined([piece.ids for piece in results]),
            links,
            counts,
            without_empty(
                joined_notes([[*map(Note.read, piece.read)] for piece in results], order)
            ),
            joined_notes([piece.noted for piece in results], order),
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


# -- values of measures ----------------------------------------------------------------------------

_Way = Callable[[Measure, View], Any]
"""How the values of a measure are found: by itself, or with a cutoff for each topic."""


class AutoCutoff(NamedTuple):
    """Cutoff of ``@auto``: parts of the inventory that concern relevant text, at most so many."""

    touching: bool = True
    """Whether parts that only touch relevant text count."""
    most: int | None = 20

    def values(self, measure: Measure, view: View) -> Reals:
        """Return the values of a measure, each topic at its own cutoff; 0 where that is 0."""
        from partwise.geometry.inventory import touched

        count = touched(view, repr(measure), touching=self.touching).count
        count = count if self.most is None else np.minimum(count, self.most)
        bare = type(measure)(**measure.settings())
        table = np.zeros(count.size)
        for k in distinct(np.maximum(count, 1)).tolist():
            topics = np.maximum(count, 1) == k
            table[topics] = np.asarray((bare @ k).values(view))[topics]
        return np.where((count == 0) & ~np.isnan(table), 0.0, table)


def table_of(
    measures: Sequence[Measure],
    view: View,
    auto: AutoCutoff | None = None,
    names: Sequence[str] = (),
) -> Reals:
    """Return the values, ``[measure, topic]``; what a measure misses is said with its name.

    `names` are the measures as they are spelled, where that is known.
    """
    auto = auto or AutoCutoff()
    if any("highlights" in (measure.needs or ()) for measure in measures):
        view.assessments.check_no_graded_elements()  # before a structure is asked for in vain
    names = names or [*map(repr, measures)]
    by_name = dict(zip(names, measures, strict=True))  # a tool may print one twice
    by_topic = {name for name, measure in by_name.items() if measure.by_topic}
    ways = {
        name: auto.values if name in by_topic else type(measure).values
        for name, measure in by_name.items()
    }
    values = {name: _values(measure, view, ways[name]) for name, measure in by_name.items()}
    table = np.stack([values[name] for name in names])
    _refuse_infinite(measures, table, view)
    _note_outside(measures, table, view)
    return table


def _values(measure: Measure, view: View, way: _Way) -> Reals:
    """Return the values of one measure, and refuse what are none."""
    try:
        values = np.asarray(way(measure, view))
    except MissingLengthError as error:
        named = MissingLengthError(error.row, error.document, measure.label())
        raise missing_length(named, view.retrieved, view.assessments.qrels) from None
    except MissingOffsetsError as error:
        raise error.for_measure(measure.label()) from None
    if values.dtype.kind not in "fiub":
        raise PartwiseError(f"{measure!r} returned values that are not numbers")
    if values.shape != view.present.shape:
        many, expected = plural(values.size, "value"), plural(view.n_topics, "topic")
        raise PartwiseError(f"{measure!r} returned {many} for {expected}")
    return values.astype(np.float64, copy=False)


def _refuse_infinite(measures: Sequence[Measure], table: Reals, view: View) -> None:
    infinite = np.isinf(table)
    if infinite.any():
        m, t = np.argwhere(infinite)[0]
        topic, value = view.assessments.topics[int(t)], table[m, t]
        raise PartwiseError(f"{measures[m]!r}: the value of topic {topic} is {value}, not finite")


@lru_cache(16)
def _limits(ranges: tuple[tuple[float, ...], ...]) -> tuple[Reals, Reals]:
    """Least and greatest values of measures, as columns; made once for all runs."""
    low, high = np.array(ranges, np.float64).T[:, :, None]
    return low - SLACK, high + SLACK


def _note_outside(measures: Sequence[Measure], table: Reals, view: View) -> None:
    """Warn of values outside the range that a class states."""
    ranges = tuple(tuple(measure.bounds or (-np.inf, np.inf)) for measure in measures)
    low, high = _limits(ranges)
    outside = ((table < low) | (table > high)).sum(axis=1)
    for m in np.flatnonzero(outside).tolist():
        template, span = "{n:value} outside its range {span}", "[{:g}, {:g}]".format(*ranges[m])
        about: dict[str, Any] = {"subject": repr(measures[m]), "subjects": "measure"}
        view.notes.extend([Note(template, level="warning", n=int(outside[m]), span=span, **about)])
