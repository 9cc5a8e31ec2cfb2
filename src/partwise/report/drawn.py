"""Small drawings in the cells of notebooks: intervals and shades, without script or style sheet.

They follow the notebook's own colours (``currentColor``) and hold numbers only, never names.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from partwise.lab.correlate import Correlation
from partwise.report.grid import Grid
from partwise.statistics.comparisons import Comparisons
from partwise.statistics.paired_tests import mean_interval
from partwise.tables.results import Results

Drawn = dict[tuple[int, int], str]
"""What stands below the text of a cell, or its style, by row and column."""

MOST_CELLS = 90
"""Cells that are drawn into; a table of more would be heavy."""

_MOST_VALUES = 100_000
"""Values that are resampled while somebody waits for a table."""

_WIDE = 70.0
_EDGE = 4.0


Three = tuple[float, float, float]
"""The lower end of an interval, the value, the upper end."""


def whisker(values: Three, reach: tuple[float, float], said: str) -> str:
    """Return a dot and a line on a scale from one end of `reach` to the other."""
    first, last = reach
    wide = (last - first) or 1.0
    a, x, b = (_EDGE + (_WIDE - 2 * _EDGE) * (value - first) / wide for value in values)
    return (
        f'<br><svg width="{_WIDE:g}" height="8" role="img" aria-label="{said}">'
        f'<path d="M{a:.1f} 4H{b:.1f}" stroke="currentColor"/>'
        f'<circle cx="{x:.1f}" cy="4" r="3" fill="currentColor"/></svg>'
    )


def intervals(results: Results, runs: Sequence[int]) -> Drawn:
    """Return the intervals of means, each measure on its own scale."""
    n_measures = len(results.measures)
    few = len(runs) * n_measures <= MOST_CELLS and results.table.size <= _MOST_VALUES
    if not few or len(results.topics) < 2:
        return {}
    table = results.table[list(runs)]
    columns = table.reshape(len(runs) * n_measures, -1).T
    low, high = (end.reshape(len(runs), n_measures) for end in mean_interval(columns))
    means = results.mean_table[list(runs)]
    drawn: Drawn = {}
    for m in range(n_measures):
        ends = np.concatenate((low[:, m], high[:, m], means[:, m]))
        if np.isnan(ends).all():
            continue
        reach = float(np.nanmin(ends)), float(np.nanmax(ends))
        for r in range(len(runs)):
            values = float(low[r, m]), float(means[r, m]), float(high[r, m])
            if not any(map(math.isnan, values)):
                said = f"95 % interval {values[0]:.4f} to {values[2]:.4f}"
                drawn[r, m] = whisker(values, reach, said)
    return drawn


def differences(found: Comparisons, laid: Grid, baseline: str) -> Drawn:
    """Return the intervals of differences, each measure on its own scale around 0."""
    rows = [row for row in found.rows if row.baseline == baseline]
    named = [at for at, name in enumerate(laid.columns) if name.endswith("interval")]
    drawn: Drawn = {}
    # of many rows only the first are laid out
    for r, row in enumerate(rows[: len(laid.rows)] if named else ()):
        if laid.rows[r][0] != row.run:
            break
        ends = [x for o in rows if o.measure == row.measure for x in (o.low, o.high, o.difference)]
        wide = max((abs(x) for x in ends if not math.isnan(x)), default=0.0) or 1.0
        values = row.low, row.difference, row.high
        if not any(map(math.isnan, values)):
            said = f"{values[0]:+.4f} to {values[2]:+.4f}"
            middle = f'<path d="M{_WIDE / 2:g} 0V8" stroke="currentColor" opacity=".4"/></svg>'
            line = whisker(values, (-wide, wide), said)
            drawn[r, named[0]] = line.replace("</svg>", middle)
    return drawn


def shades(found: Correlation) -> Drawn:
    """Return the backgrounds of the triangle of tau: blue for agreement, vermilion against it."""
    shaded = {}
    for r in range(1, len(found.measures)):
        for c in range(r):
            tau = float(found.tau[r, c])
            if not math.isnan(tau):
                colour = "31, 111, 180" if tau > 0 else "192, 76, 8"
                shaded[r - 1, c] = f"background: rgba({colour}, {abs(tau) * 0.55:.2f})"
    return shaded
