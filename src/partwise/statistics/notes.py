"""What a reader of comparisons must be told: what was not tested, and why."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from partwise.messages import Notes
from partwise.statistics.comparisons import Comparison
from partwise.statistics.differences import Floats


def notes_on(rows: Sequence[Comparison], values: Floats, base: Floats) -> Notes:
    """Return the notes on comparisons; `values` and `base` are ``[topic, comparison]``."""
    notes = Notes()
    _note_identical(rows, notes)
    _note(notes, "no topic is defined for both runs", [r for r in rows if r.topics == 0])
    lonely = [r for r in rows if r.topics == 1 and math.isnan(r.low)]
    _note(notes, "only one topic: no interval and no t-test", lonely)
    constant = [r for r in rows if r.topics > 1 and math.isnan(r.t)]
    _note(notes, "the same difference on all topics, no t-test", constant)
    _note_unpaired(rows, values, base, notes)
    zero = [r for r in rows if r.baseline_mean == 0 and r.difference != 0]
    _note(notes, "the baseline's mean is 0, no relative change", zero)
    return notes


def _note_identical(rows: Sequence[Comparison], notes: Notes) -> None:
    whole: dict[tuple[str, str], list[bool]] = {}
    for row in rows:
        same = row.topics > 0 and row.low == 0 == row.high and row.d == 0
        whole.setdefault((row.run, row.baseline), []).append(same)
    for (run, baseline), equal in whole.items():
        if all(equal):
            words = "{runs} {runs:equals|equal} {baseline} on every topic"
            notes.add(words, runs=[run], baseline=baseline)


def _note_unpaired(rows: Sequence[Comparison], values: Floats, base: Floats, notes: Notes) -> None:
    left_out: dict[int, list[Comparison]] = {}
    for at, row in enumerate(rows):
        known = ~(np.isnan(values[:, at]) & np.isnan(base[:, at]))
        missing = int(known.sum()) - row.topics
        if missing and row.topics:
            left_out.setdefault(missing, []).append(row)
    for missing, which in sorted(left_out.items()):
        words = "{n:topic} {n:is|are} defined for one of the two runs only and left out"
        _note(notes, words, which, n=missing)


def _note(notes: Notes, words: str, rows: Sequence[Comparison], **facts: int) -> None:
    """Name the comparisons of which something is true, if there are any."""
    if rows:
        which = [f"{row.run} {row.measure}" for row in rows]
        notes.add(f"{words}: {{which}}", which=which, **facts)
