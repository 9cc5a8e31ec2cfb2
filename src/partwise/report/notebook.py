"""Tables of results as notebooks show them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from importlib import import_module

import numpy as np

from partwise.lab.correlate import Correlation
from partwise.messages import plural, visible
from partwise.report.certainty import best_first
from partwise.report.results import blocks
from partwise.report.tables import Code, Document, Grid, Sheet, head, render
from partwise.statistics.comparisons import Comparisons
from partwise.statistics.paired_tests import mean_interval
from partwise.tables.constructors import Shown
from partwise.tables.results import Results

# They follow the notebook's own colours (``currentColor``) and hold numbers only, never names.

CellDrawings = dict[tuple[int, int], str]
"""Markup below the text of a cell, or its style, by (row, column)."""

MOST_CELLS = 90
"""Maximum number of cells with drawings."""

_MOST_VALUES = 100_000
"""Maximum number of values that are resampled for a table."""

_WIDE = 70.0
_EDGE = 4.0


Three = tuple[float, float, float]
"""The lower end of an interval, the value, the upper end."""


def whisker(values: Three, reach: tuple[float, float], label: str) -> str:
    """Return an SVG of an interval with its value, on a scale over `reach`; `label` is for ARIA."""
    first, last = reach
    wide = (last - first) or 1.0
    a, x, b = (_EDGE + (_WIDE - 2 * _EDGE) * (value - first) / wide for value in values)
    return (
        f'<br><svg width="{_WIDE:g}" height="8" role="img" aria-label="{label}">'
        f'<path d="M{a:.1f} 4H{b:.1f}" stroke="currentColor"/>'
        f'<circle cx="{x:.1f}" cy="4" r="3" fill="currentColor"/></svg>'
    )


def intervals(results: Results, runs: Sequence[int]) -> CellDrawings:
    """Return the intervals of means, each measure on its own scale."""
    n_measures = len(results.measures)
    few = len(runs) * n_measures <= MOST_CELLS and results.table.size <= _MOST_VALUES
    if not few or len(results.topics) < 2:
        return {}
    table = results.table[list(runs)]
    columns = table.reshape(len(runs) * n_measures, -1).T
    low, high = (end.reshape(len(runs), n_measures) for end in mean_interval(columns))
    means = results.mean_table[list(runs)]
    drawn: CellDrawings = {}
    for m in range(n_measures):
        ends = np.concatenate((low[:, m], high[:, m], means[:, m]))
        if np.isnan(ends).all():
            continue
        reach = float(np.nanmin(ends)), float(np.nanmax(ends))
        for r in range(len(runs)):
            values = float(low[r, m]), float(means[r, m]), float(high[r, m])
            if not any(map(math.isnan, values)):
                label = f"95 % interval {values[0]:.4f} to {values[2]:.4f}"
                drawn[r, m] = whisker(values, reach, label)
    return drawn


def differences(comparisons: Comparisons, laid: Grid, baseline: str) -> CellDrawings:
    """Return the intervals of differences, each measure on its own scale around 0."""
    rows = [row for row in comparisons.rows if row.baseline == baseline]
    named = [column for column, name in enumerate(laid.columns) if name.endswith("interval")]
    drawn: CellDrawings = {}
    # of many rows only the first are laid out
    for r, row in enumerate(rows[: len(laid.rows)] if named else ()):
        if laid.rows[r][0] != row.run:
            break
        ends = [x for o in rows if o.measure == row.measure for x in (o.low, o.high, o.difference)]
        wide = max((abs(x) for x in ends if not math.isnan(x)), default=0.0) or 1.0
        values = row.low, row.difference, row.high
        if not any(map(math.isnan, values)):
            label = f"{values[0]:+.4f} to {values[2]:+.4f}"
            middle = f'<path d="M{_WIDE / 2:g} 0V8" stroke="currentColor" opacity=".4"/></svg>'
            line = whisker(values, (-wide, wide), label)
            drawn[r, named[0]] = line.replace("</svg>", middle)
    return drawn


def shades(correlation: Correlation) -> CellDrawings:
    """Return the backgrounds of the triangle of tau: blue for agreement, vermilion against it."""
    shaded = {}
    for r in range(1, len(correlation.measures)):
        for c in range(r):
            tau = float(correlation.tau[r, c])
            if not math.isnan(tau):
                colour = "31, 111, 180" if tau > 0 else "192, 76, 8"
                shaded[r - 1, c] = f"background: rgba({colour}, {abs(tau) * 0.55:.2f})"
    return shaded


Cells = Mapping[tuple[int, int], str]
"""Markup or style of cells, by (row, column)."""


@dataclass(frozen=True)
class CellAdditions:
    """Markup added to the cells of a table; never contains user text."""

    below: Cells = field(default_factory=dict)
    """Drawings below the text."""
    style: Cells = field(default_factory=dict)
    """Further style of the cell."""


def tables_to_html(
    sheets: Sequence[Sheet],
    sentences: Sequence[str] = (),
    heading: str = "",
    drawn: Sequence[CellAdditions] = (),
) -> str:
    """Write a heading, sheets under their titles, then sentences; empty sheets are left out."""
    drawings = [*drawn, *[CellAdditions()] * (len(sheets) - len(drawn))]
    pairs = zip(sheets, drawings, strict=True)
    blocks = [_titled(sheet, drawing) for sheet, drawing in pairs if sheet.grid.rows]
    above = [f"<p>{_text(heading)}</p>"] if heading else []
    return "\n".join([*above, *blocks, *(paragraph(line) for line in sentences)])


def paragraph(text: str) -> str:
    """Return an HTML paragraph."""
    return f"<p>{_text(text)}</p>"


def _titled(sheet: Sheet, drawn: CellAdditions) -> str:
    above = f"{paragraph(sheet.title)}\n" if sheet.title else ""
    return above + _table(sheet.grid, drawn)


def _table(laid: Grid, drawn: CellAdditions) -> str:
    sides = ["left", *("left" if laid.is_text(i) else "right" for i in range(len(laid.columns)))]
    heads = zip([laid.corner, *laid.columns], sides, strict=True)
    top = "".join(_cell("th", _text(head), f"text-align: {side}") for head, side in heads)
    lines = ["<table>", f"<thead><tr>{top}</tr></thead>", "<tbody>"]
    for r, (name, texts, marks) in enumerate(laid.rows):
        cells = [_cell("td", _text(name), f"text-align: {sides[0]}")]
        for c, (text, mark) in enumerate(zip(texts, marks, strict=True)):
            content = f"<b>{_text(text)}</b>" if mark else _text(text)
            extra_style = drawn.style.get((r, c))
            style = f"text-align: {sides[c + 1]}" + (f"; {extra_style}" if extra_style else "")
            cells.append(_cell("td", content + drawn.below.get((r, c), ""), style))
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return "\n".join([*lines, "</tbody>", "</table>"])


def _cell(tag: str, content: str, style: str) -> str:
    return f'<{tag} style="{style}">{content}</{tag}>'


def _text(text: str) -> str:
    escaped = escape(visible(text))
    return f"<code>{escaped}</code>" if isinstance(text, Code) else escaped


MOST_ROWS = 20
"""Rows of a table before the rest is counted."""

_DOCUMENTS = {
    "Results": "partwise.report.results:results_document",
    "Comparisons": "partwise.report.comparison:comparison_document",
    "Losses": "partwise.report.losses:document",
    "Agreement": "partwise.report.lab:agreement",
    "Fidelity": "partwise.report.lab:fidelity",
    "Reliability": "partwise.report.lab:reliability",
    "Correlation": "partwise.report.lab:correlation",
    "Stability": "partwise.report.lab:stability",
}


_HEADS = frozenset({"Run", "Qrels", "Structure"})
"""Tables that show their first rows."""

_BEST, _LAST = 10, 3
"""Runs that are shown of many."""


def to_text(table: Shown) -> str:
    """Return the tables as text."""
    if type(table).__name__ in _HEADS:
        return render([head(table)], "table").rstrip("\n") or repr(table)
    laid = _document(table)
    heading = f"{visible(laid.heading)}\n" if laid.heading else ""
    text = heading + render(_sheets(laid), "table")
    return text.rstrip("\n") + "".join(f"\n\n{visible(line)}" for line in laid.sentences)


def to_html(table: Shown) -> str:
    """Return the tables as HTML, for notebooks."""
    name = type(table).__name__
    if name in _HEADS:
        return tables_to_html([head(table)]) or paragraph(repr(table))
    laid = _document(table)
    if isinstance(table, Results):
        return _results(table, laid)
    if isinstance(table, Comparisons):
        return _comparisons(table, laid)
    drawn = [CellAdditions(style=shades(table))] if isinstance(table, Correlation) else []
    return tables_to_html(_sheets(laid), laid.sentences, laid.heading, drawn)


def _results(results: Results, laid: Document) -> str:
    """Write the best runs first with the intervals of their means, then sizes."""
    order = best_first(results.mean_table[:, 0], results.better[0]) if results.measures else []
    many = len(order) > MOST_ROWS
    runs = [*order[:_BEST], *order[-_LAST:]] if many else order
    sheets, drawn = [], []
    for sheet, (_, block) in zip(laid.sheets("↓"), blocks(results), strict=True):
        grid = replace(sheet.grid, rows=[sheet.grid.rows[run] for run in runs])
        below = intervals(block, runs)
        if many:
            blank = [""] * len(grid.columns), [False] * len(grid.columns)
            rest = plural(len(order) - len(runs), "more run")
            grid.rows.insert(_BEST, (f"… {rest}", *blank))
            below = {(r + (r >= _BEST), c): drawing for (r, c), drawing in below.items()}
        sheets.append(Sheet(sheet.title, grid))
        drawn.append(CellAdditions(below))
    counts = [plural(len(results.topics), "topic")]
    counts += [plural(len(results.notes), "note")] if results.notes else []
    return tables_to_html(sheets, [*laid.sentences, " · ".join(counts)], laid.heading, drawn)


def _comparisons(comparisons: Comparisons, laid: Document) -> str:
    """Write the verdict first, then the differences with their intervals drawn."""
    sheets = _sheets(laid)
    pairs = zip(sheets, comparisons.baselines, strict=False)
    drawn = [
        CellAdditions(differences(comparisons, sheet.grid, baseline)) for sheet, baseline in pairs
    ]
    above = [paragraph(line) for line in laid.sentences]
    tables = tables_to_html(sheets, (), laid.heading, drawn)
    heading, _, rest = tables.partition("\n") if laid.heading else ("", "", tables)
    return "\n".join(filter(None, [heading, *above, rest]))


def _document(table: Shown) -> Document:
    module, _, function = _DOCUMENTS[type(table).__name__].partition(":")
    laid: Document = getattr(import_module(module), function)(table)
    return laid


def _sheets(laid: Document) -> list[Sheet]:
    return [Sheet(s.title, s.grid.first(MOST_ROWS)) for s in laid.sheets("↓")]
