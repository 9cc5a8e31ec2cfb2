"""What a reader of comparisons must be told: what was not tested, and why."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from partwise.statistics.comparisons import Comparison
from partwise.statistics.differences import Floats

_SHOWN = 3
"""Comparisons that a remark names before it only counts."""


def remarks(rows: Sequence[Comparison], values: Floats, base: Floats) -> tuple[str, ...]:
    """Return the remarks on comparisons; `values` and `base` are ``[topic, comparison]``."""
    return (*_identical(rows), *_untested(rows), *_unpaired(rows, values, base), *_relative(rows))


def _identical(rows: Sequence[Comparison]) -> Iterator[str]:
    whole: dict[tuple[str, str], list[bool]] = {}
    for row in rows:
        same = row.topics > 0 and row.low == 0 == row.high and row.d == 0
        whole.setdefault((row.run, row.baseline), []).append(same)
    for (run, baseline), equal in whole.items():
        if all(equal):
            yield f"{run} equals {baseline} on every topic"


def _untested(rows: Sequence[Comparison]) -> Iterator[str]:
    nothing = [row for row in rows if row.topics == 0]
    if nothing:
        yield f"no topic is defined for both runs: {_named(nothing)}"
    lonely = [row for row in rows if row.topics == 1 and math.isnan(row.low)]
    if lonely:
        yield f"one topic decides nothing, no interval or t-test: {_named(lonely)}"
    constant = [r for r in rows if r.topics > 1 and math.isnan(r.t)]
    if constant:
        yield f"the same difference on all topics, no t-test: {_named(constant)}"


def _unpaired(rows: Sequence[Comparison], values: Floats, base: Floats) -> Iterator[str]:
    left_out: dict[int, list[Comparison]] = {}
    for at, row in enumerate(rows):
        known = ~(np.isnan(values[:, at]) & np.isnan(base[:, at]))
        missing = int(known.sum()) - row.topics
        if missing and row.topics:
            left_out.setdefault(missing, []).append(row)
    for missing, which in sorted(left_out.items()):
        topics = "1 topic is" if missing == 1 else f"{missing} topics are"
        yield f"{topics} defined for one of the two runs only and left out: {_named(which)}"


def _relative(rows: Sequence[Comparison]) -> Iterator[str]:
    zero = [row for row in rows if row.baseline_mean == 0 and row.difference != 0]
    if zero:
        yield f"the baseline's mean is 0, no relative change: {_named(zero)}"


def _named(rows: Sequence[Comparison]) -> str:
    shown = ", ".join(f"{row.run} {row.measure}" for row in rows[:_SHOWN])
    rest = len(rows) - _SHOWN
    return shown + (f" and {rest} more" if rest > 0 else "")
