"""Bringing several saved results together, paired by topic id."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from partwise.errors import UsageError
from partwise.messages import Notes
from partwise.spelling import spelt
from partwise.tables.labels import Label
from partwise.tables.provenance import DEFAULTS, changed, distinctions, in_words, with_digest
from partwise.tables.results import Results


def merge(
    results: Sequence[Results], names: Sequence[str] | None = None, *, lenient: bool = False
) -> Results:
    """Return all runs of several results as one table.

    Topics are matched by id, never by position: a topic that one of the files
    lacks is NaN for its runs. Measures are those that all files have. Runs of
    results that were made with other options carry them in brackets, ``small
    [whole documents]``; a run whose name was taken all the same gets ``name#2``.

    Parameters
    ----------
    results : sequence of Results
        At least one.
    names : sequence of str, optional
        What messages call them; default: their numbers.
    lenient : bool
        Accept results over different assessments.

    Raises
    ------
    UsageError
        Nothing given, no measure in common, a measure with two directions, or other assessments.
    """
    if not results:
        raise UsageError("no results given")
    if len(results) == 1:
        return results[0]
    notes = Notes(note for result in results for note in result.notes)
    if not lenient:
        _refuse_other_assessments(results, names)
    own = distinctions([result.options for result in results])
    _note_options(results, own, notes)
    marks = [in_words(options) for options in own]
    keys = _common_measures(results, notes)
    measures = tuple(measure for _, measure in keys)
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
        chosen = [result.keys.index(key) for key in keys]
        table[np.ix_(rows, np.arange(len(measures)), columns)] = result.table[:, chosen]
        present[np.ix_(rows, columns)] = result.present
        first += rows.size
    better = dict(zip(results[0].measures, results[0].better, strict=True))
    aggregates = dict(zip(results[0].measures, results[0].aggregates, strict=True))
    return Results(
        runs=_distinct(
            (
                f"{run} {mark}".rstrip()
                for result, mark in zip(results, marks, strict=True)
                for run in result.runs
            ),
            notes,
        ),
        topics=topics,
        measures=measures,
        better=tuple(better[measure] for measure in measures),
        table=table,
        present=present,
        counts={"judged": len(topics), "run": int(present.any(axis=0).sum()), "ignored": 0},
        notes=tuple(notes),
        met=_met(results),
        options=_shared_options(results),
        aggregates=tuple(aggregates[measure] for measure in measures),
        inputs=tuple({str(entry): entry for result in results for entry in result.inputs}.values()),
        labels=_labels(results, keys, topics),
    )


def _refuse_other_assessments(results: Sequence[Results], names: Sequence[str] | None) -> None:
    """Refuse results whose assessments are known to be different files."""
    called = names or [f"results {n}" for n in range(1, len(results) + 1)]
    known = [
        (name, entry)
        for name, result in zip(called, results, strict=True)
        for entry in map(with_digest, result.inputs)
        if entry["role"] == "qrels" and entry["sha256"] is not None
    ]
    for name, entry in known[1:]:
        first_name, first = known[0]
        if entry["sha256"] != first["sha256"]:
            hint = spelt("Use --lenient to bring them together all the same")
            raise UsageError(
                f"{name}: other assessments ({entry['file']}) than those of {first_name} "
                f"({first['file']}). {hint}"
            )


def _note_options(
    results: Sequence[Results], own: Sequence[Mapping[str, Any]], notes: Notes
) -> None:
    """Say in which options the runs of later results differ from those of the first."""
    first, known = results[0], changed(results[0].options)
    for result, options in zip(results[1:], own[1:], strict=True):
        mine = changed(result.options)
        differ = [
            name
            for name in changed({**known, **mine})
            if mine.get(name, DEFAULTS.get(name)) != known.get(name, DEFAULTS.get(name))
        ]
        twins = [run for run in result.runs if run in first.runs]
        for run in (twins or result.runs[:1]) if differ else ():
            other = run if run in first.runs else first.runs[0]
            here, there = f"{run} {in_words(options)}", f"{other} {in_words(own[0])}"
            notes.add(f"{here.rstrip()} differs from {there.rstrip()} in {', '.join(differ)}")


def _met(results: Sequence[Results]) -> tuple[dict[str, dict[str, int]], ...]:
    known = all(len(result.met) == len(result.runs) for result in results)
    return tuple(met for result in results for met in result.met) if known else ()


def _shared_options(results: Sequence[Results]) -> dict[str, Any]:
    first = results[0].options
    return {
        name: value
        for name, value in first.items()
        if all(name in other.options and other.options[name] == value for other in results)
    }


def _common_measures(results: Sequence[Results], notes: Notes) -> tuple[tuple[str, str], ...]:
    """Return label and measure of the values that all results have."""
    said = Counter(key for result in results for key in result.keys)
    common = tuple(key for key in results[0].keys if said[key] == len(results))
    if not common:
        raise UsageError("the results have no measure in common")
    left_out = [label or measure for label, measure in said if (label, measure) not in common]
    if left_out:
        notes.add("not in all results, left out: {measures}", measures=left_out)
    directions = {(m, b) for r in results for m, b in zip(r.measures, r.better, strict=True)}
    shared = {measure for _, measure in common}
    twice = [m for m, n in Counter(m for m, _ in directions).items() if n > 1 and m in shared]
    if twice:
        raise UsageError(f"higher is better in one of the results, lower in another: {twice[0]}")
    means = {(m, a) for r in results for m, a in zip(r.measures, r.aggregates, strict=True)}
    other = [m for m, n in Counter(m for m, _ in means).items() if n > 1 and m in shared]
    if other:
        raise UsageError(f"averaged differently in different results: {other[0]}")
    return common


def _labels(
    results: Sequence[Results], keys: Sequence[tuple[str, str]], topics: Sequence[str]
) -> tuple[Label | None, ...]:
    """Return the first results' labels; weights of topics that only others have come from them."""
    if not any(label for label, _ in keys):
        return ()
    return tuple(_label(results, key, topics) if key[0] else None for key in keys)


def _label(results: Sequence[Results], key: tuple[str, str], topics: Sequence[str]) -> Label | None:
    found = [(result, result.labels[result.keys.index(key)]) for result in results]
    first = found[0][1]
    if first is None or first.weights is None:
        return first
    weights: dict[str, float] = {}
    for result, label in reversed(found):
        if label is not None and label.weights is not None:
            weights.update(zip(result.topics, label.weights, strict=True))
    return replace(first, weights=tuple(weights.get(topic, math.nan) for topic in topics))


def _note_topics(results: Sequence[Results], notes: Notes) -> None:
    said = Counter(topic for result in results for topic in result.topics)
    partial = sum(count < len(results) for count in said.values())
    words = "{n} of {all:topic} {n:is|are} not in all results and not paired"
    notes.add(words, n=partial, all=len(said))


def _distinct(names: Iterable[str], notes: Notes) -> tuple[str, ...]:
    out: dict[str, None] = {}
    for name in names:
        fresh, number = name, 1
        while fresh in out:
            number += 1
            fresh = f"{name}#{number}"
        if fresh != name:
            notes.add(f"a second run is called {name}; it is shown as {fresh}")
        out[fresh] = None
    return tuple(out)
