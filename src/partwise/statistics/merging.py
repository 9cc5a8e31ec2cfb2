"""Bringing several saved results together, paired by topic id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from partwise.errors import UsageError
from partwise.tables.results import Results


def merge(results: Sequence[Results]) -> Results:
    """Return all runs of several results as one table.

    Topics are matched by id, never by position: a topic that one of the files
    lacks is NaN for its runs. Measures are those that all files have. A run
    whose name was taken gets ``name#2``.

    Parameters
    ----------
    results : sequence of Results
        At least one.

    Raises
    ------
    UsageError
        Nothing given, no measure in common, or a measure with two directions.
    """
    if not results:
        raise UsageError("no results given")
    if len(results) == 1:
        return results[0]
    notes = list(dict.fromkeys(note for result in results for note in result.notes))
    measures = _common_measures(results, notes)
    topics = tuple(dict.fromkeys(topic for result in results for topic in result.topics))
    _note_topics(results, notes)
    place = {topic: at for at, topic in enumerate(topics)}
    size = sum(len(result.runs) for result in results)
    table = np.full((size, len(measures), len(topics)), np.nan)
    present = np.zeros((size, len(topics)), np.bool_)
    first = 0
    for result in results:
        rows = np.arange(first, first + len(result.runs))
        columns = np.array([place[topic] for topic in result.topics], np.int64)
        chosen = [result.measures.index(measure) for measure in measures]
        table[np.ix_(rows, np.arange(len(measures)), columns)] = result.table[:, chosen]
        present[np.ix_(rows, columns)] = result.present
        first += rows.size
    better = dict(zip(results[0].measures, results[0].better, strict=True))
    return Results(
        runs=_distinct((run for result in results for run in result.runs), notes),
        topics=topics,
        measures=measures,
        better=tuple(better[measure] for measure in measures),
        table=table,
        present=present,
        counts={"judged": len(topics), "run": int(present.any(axis=0).sum()), "ignored": 0},
        notes=tuple(notes),
    )


def _common_measures(results: Sequence[Results], notes: list[str]) -> tuple[str, ...]:
    said = Counter(measure for result in results for measure in result.measures)
    common = tuple(m for m in results[0].measures if said[m] == len(results))
    if not common:
        raise UsageError("the results have no measure in common")
    left_out = [measure for measure in said if measure not in common]
    if left_out:
        notes.append(f"not in all results, left out: {', '.join(left_out)}")
    directions = {(m, b) for r in results for m, b in zip(r.measures, r.better, strict=True)}
    twice = [m for m, n in Counter(m for m, _ in directions).items() if n > 1 and m in common]
    if twice:
        raise UsageError(f"higher is better in one of the results, lower in another: {twice[0]}")
    return common


def _note_topics(results: Sequence[Results], notes: list[str]) -> None:
    said = Counter(topic for result in results for topic in result.topics)
    partial = sum(count < len(results) for count in said.values())
    if partial:
        some = f"{partial} of {len(said)} topics {'is' if partial == 1 else 'are'}"
        notes.append(f"{some} not in all results and not paired")


def _distinct(names: Iterable[str], notes: list[str]) -> tuple[str, ...]:
    out: dict[str, None] = {}
    for name in names:
        fresh, number = name, 1
        while fresh in out:
            number += 1
            fresh = f"{name}#{number}"
        if fresh != name:
            notes.append(f"a second run is called {name}; it is shown as {fresh}")
        out[fresh] = None
    return tuple(out)
