"""Merging of several saved Results, paired by topic id. Start with `merge`."""

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
from partwise.tables.aggregates import Label
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
        _check_same_assessments(results, names)
    distinct_options = distinctions([result.options for result in results])
    _note_options(results, distinct_options, notes)
    marks = [in_words(options) for options in distinct_options]
    keys = _common_measures(results, notes)
    measures = tuple(measure for _, measure in keys)
    topics = tuple(dict.fromkeys(topic for result in results for topic in result.topics))
    _note_topics(results, notes)
    place = {topic: index for index, topic in enumerate(topics)}
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


def _check_same_assessments(results: Sequence[Results], names: Sequence[str] | None) -> None:
    """Raise UsageError if the assessments of two results have different digests."""
    called = names or [f"results {n}" for n in range(1, len(results) + 1)]
    qrels_entries = [
        (name, entry)
        for name, result in zip(called, results, strict=True)
        for entry in map(with_digest, result.inputs)
        if entry["role"] == "qrels" and entry["sha256"] is not None
    ]
    for name, entry in qrels_entries[1:]:
        first_name, first = qrels_entries[0]
        if entry["sha256"] != first["sha256"]:
            hint = spelt("Use --lenient to bring them together all the same")
            raise UsageError(
                f"{name}: other assessments ({entry['file']}) than those of {first_name} "
                f"({first['file']}). {hint}"
            )


def _note_options(
    results: Sequence[Results], distinct_options: Sequence[Mapping[str, Any]], notes: Notes
) -> None:
    """Note the options in which runs of later results differ from those of the first."""
    first, first_options = results[0], changed(results[0].options)
    for result, options in zip(results[1:], distinct_options[1:], strict=True):
        run_options = changed(result.options)
        differ = [
            name
            for name in changed({**first_options, **run_options})
            if run_options.get(name, DEFAULTS.get(name))
            != first_options.get(name, DEFAULTS.get(name))
        ]
        twins = [run for run in result.runs if run in first.runs]
        for run in (twins or result.runs[:1]) if differ else ():
            counterpart = run if run in first.runs else first.runs[0]
            run_label = f"{run} {in_words(options)}".rstrip()
            counterpart_label = f"{counterpart} {in_words(distinct_options[0])}".rstrip()
            notes.add(f"{run_label} differs from {counterpart_label} in {', '.join(differ)}")


def _met(results: Sequence[Results]) -> tuple[dict[str, dict[str, int]], ...]:
    complete = all(len(result.met) == len(result.runs) for result in results)
    return tuple(met for result in results for met in result.met) if complete else ()


def _shared_options(results: Sequence[Results]) -> dict[str, Any]:
    first = results[0].options
    return {
        name: value
        for name, value in first.items()
        if all(name in result.options and result.options[name] == value for result in results)
    }


def _common_measures(results: Sequence[Results], notes: Notes) -> tuple[tuple[str, str], ...]:
    """Return label and measure of the values that all results have."""
    key_counts = Counter(key for result in results for key in result.keys)
    common = tuple(key for key in results[0].keys if key_counts[key] == len(results))
    if not common:
        raise UsageError("the results have no measure in common")
    left_out = [label or measure for label, measure in key_counts if (label, measure) not in common]
    if left_out:
        notes.add("not in all results, left out: {measures}", measures=left_out)
    directions = {(m, b) for r in results for m, b in zip(r.measures, r.better, strict=True)}
    shared = {measure for _, measure in common}
    twice = [m for m, n in Counter(m for m, _ in directions).items() if n > 1 and m in shared]
    if twice:
        raise UsageError(f"higher is better in one of the results, lower in another: {twice[0]}")
    means = {(m, a) for r in results for m, a in zip(r.measures, r.aggregates, strict=True)}
    several_aggregates = [
        m for m, n in Counter(m for m, _ in means).items() if n > 1 and m in shared
    ]
    if several_aggregates:
        raise UsageError(f"averaged differently in different results: {several_aggregates[0]}")
    return common


def _labels(
    results: Sequence[Results], keys: Sequence[tuple[str, str]], topics: Sequence[str]
) -> tuple[Label | None, ...]:
    """Return the first results' labels; weights of topics that only others have come from them."""
    if not any(label for label, _ in keys):
        return ()
    return tuple(_label(results, key, topics) if key[0] else None for key in keys)


def _label(results: Sequence[Results], key: tuple[str, str], topics: Sequence[str]) -> Label | None:
    candidates = [(result, result.labels[result.keys.index(key)]) for result in results]
    first = candidates[0][1]
    if first is None or first.weights is None:
        return first
    weights: dict[str, float] = {}
    for result, label in reversed(candidates):
        if label is not None and label.weights is not None:
            weights.update(zip(result.topics, label.weights, strict=True))
    return replace(first, weights=tuple(weights.get(topic, math.nan) for topic in topics))


def _note_topics(results: Sequence[Results], notes: Notes) -> None:
    topic_counts = Counter(topic for result in results for topic in result.topics)
    partial = sum(count < len(results) for count in topic_counts.values())
    template = "{n} of {all:topic} {n:is|are} not in all results and not paired"
    notes.add(template, n=partial, all=len(topic_counts))


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
