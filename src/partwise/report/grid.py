"""Results as a table for people, and any such table as text, Markdown or LaTeX.

Runs are rows and measures columns, unless that is wider than the screen: then
measures become rows. The best value of each measure stands out, and measures
for which less is better are marked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partwise.messages import all_visible, plural
from partwise.report.escape import Code, latex, markdown
from partwise.tables.results import Results

_UNDEFINED = "-"
_NUMERIC = r"([<>=]{1,2} ?)?([-+]?[\d.,]+([/ ][\d.,]+)*( %)?)?( \(.*\))?( \*)?|-|\[.*\]"
"""Cells of a column of numbers: values, shares, counts, p-values, intervals, nothing."""
_BOLD = ("\x1b[1m", "\x1b[0m")


Line = tuple[str, list[str], list[bool]]
"""A row: its name, its cells, and the cells that stand out."""


@dataclass(frozen=True)
class Grid:
    """Cells of a table with the ones that stand out."""

    corner: str
    columns: list[str]
    rows: list[Line]
    rules: tuple[int, ...] = ()

    def is_text(self, column: int) -> bool:
        """Whether a column holds text, which stands on the left, and not numbers."""
        cells = [cells[column] for _, cells, _ in self.rows]
        return not all(re.fullmatch(_NUMERIC, cell) for cell in cells)

    def first(self, count: int) -> Grid:
        """Return the first rows, and how many more there are."""
        rest = len(self.rows) - count
        if rest <= 0:
            return self
        blank = [""] * len(self.columns), [False] * len(self.columns)
        more = (f"… and {plural(rest, 'more row')}", *blank)
        rules = tuple(rule for rule in self.rules if rule < count)
        return Grid(self.corner, self.columns, [*self.rows[:count], more], rules)

    def turned(self) -> Grid:
        """Return the grid with rows and columns exchanged."""
        rows = [
            (name, [cells[i] for _, cells, _ in self.rows], [bold[i] for _, _, bold in self.rows])
            for i, name in enumerate(self.columns)
        ]
        return Grid(self.corner, [name for name, _, _ in self.rows], rows)


def grid(results: Results, *, arrow: str = "↓") -> Grid:
    """Lay out the means."""
    means = results.mean_table
    best = _best(means, results.better)
    rows = [
        (run, [_number(x) for x in means[r].tolist()], best[r].tolist())
        for r, run in enumerate(results.runs)
    ]
    return Grid("run", _headers(results, arrow), rows)


def topic_grid(results: Results, run: int, *, arrow: str = "↓") -> Grid:
    """Lay out the values of one run, a row per topic and the mean last."""
    plain = [False] * len(results.measures)
    rows = [
        (topic, [_number(x) for x in values], plain)
        for topic, values in zip(results.topics, results.table[run].T.tolist(), strict=True)
    ]
    rows.append(("all", [_number(x) for x in results.mean_table[run].tolist()], plain))
    return Grid(results.runs[run], _headers(results, arrow), rows, rules=(len(rows) - 1,))


def _headers(results: Results, arrow: str) -> list[str]:
    names = [label or measure for label, measure in results.keys]
    pairs = zip(names, results.better, strict=True)
    return [measure_name(name, better, arrow) for name, better in pairs]


def measure_name(name: str, better: str, arrow: str = "↓") -> Code:
    """Return a measure's name as it stands in a table; less is better where it is marked."""
    return Code(f"{name} {arrow}" if better == "lower" else name)


def _best(means: NDArray[np.float64], better: tuple[str, ...]) -> NDArray[np.bool_]:
    """Mark the best runs per measure as printed; nothing when all print the same."""
    sign = np.array([1.0 if b == "higher" else -1.0 for b in better])
    shown = np.round(means, 4) * sign
    filled = np.where(np.isnan(shown), -np.inf, shown)
    if means.shape[0] < 2:
        return np.zeros(means.shape, np.bool_)
    top = filled.max(axis=0)
    differs = (filled != top).any(axis=0)
    marks: NDArray[np.bool_] = (filled == top) & ~np.isnan(means) & differs
    return marks


def _number(value: float) -> str:
    return _UNDEFINED if np.isnan(value) else f"{value:.4f}"


def to_text(laid: Grid, *, width: int | None = None, bold: bool = False) -> str:
    """Write a grid with aligned columns; turn it when it is wider than `width`."""
    if (
        width is not None
        and not laid.rules
        and width_of(laid) > width
        and width_of(laid.turned()) < width_of(laid)
    ):
        laid = laid.turned()
    widths = _widths(laid)
    left = [laid.is_text(column) for column in range(len(laid.columns))]

    def row(name: str, cells: list[str], marks: list[bool]) -> str:
        first, *others = all_visible([name, *cells])
        shown = [
            _emphasised(_set(cell, size, left=text), mark=mark and bold)
            for cell, size, text, mark in zip(others, widths[1:], left, marks, strict=True)
        ]
        return "  ".join([first.ljust(widths[0]), *shown]).rstrip()

    head = row(laid.corner, laid.columns, [False] * len(laid.columns))
    rule = "-" * (sum(widths) + 2 * (len(widths) - 1))
    lines = [head, rule]
    for index, (name, cells, marks) in enumerate(laid.rows):
        lines += [rule] if index in laid.rules else []
        lines.append(row(name, cells, marks))
    return "\n".join(lines) + "\n"


def _set(cell: str, size: int, *, left: bool) -> str:
    return cell.ljust(size) if left else cell.rjust(size)


def _widths(laid: Grid) -> list[int]:
    """Characters of each column, the names of rows first."""
    rows = [[laid.corner, *laid.columns], *([name, *cells] for name, cells, _ in laid.rows)]
    shown = [all_visible(row) for row in rows]
    return [max(map(len, column)) for column in zip(*shown, strict=True)]


def width_of(laid: Grid) -> int:
    """Characters of a line."""
    widths = _widths(laid)
    return sum(widths) + 2 * (len(widths) - 1)


def _emphasised(cell: str, *, mark: bool) -> str:
    if not mark:
        return cell
    text = cell.strip()
    before, _, after = cell.partition(text)
    return f"{before}{_BOLD[0]}{text}{_BOLD[1]}{after}"


def to_markdown(laid: Grid) -> str:
    """Write a grid as a Markdown table."""

    def row(cells: list[str]) -> str:
        return "| " + " | ".join(cells) + " |"

    columns = range(len(laid.columns))
    lines = [row([markdown(head) for head in (laid.corner, *laid.columns)])]
    lines.append(row(["---", *("---" if laid.is_text(i) else "---:" for i in columns)]))
    for name, cells, marks in laid.rows:
        shown = [markdown(cell) for cell in cells]
        shown = [f"**{c}**" if mark else c for c, mark in zip(shown, marks, strict=True)]
        lines.append(row([markdown(name), *shown]))
    return "\n".join(lines) + "\n"


def to_latex(laid: Grid) -> str:
    """Write a grid as a LaTeX tabular (needs the package booktabs)."""

    def row(cells: list[str]) -> str:
        return " & ".join(cells) + r" \\"

    kinds = ["l" if laid.is_text(i) else "r" for i in range(len(laid.columns))]
    lines = [
        rf"\begin{{tabular}}{{l{''.join(kinds)}}}",
        r"\toprule",
        row([latex(head) for head in (laid.corner, *laid.columns)]),
        r"\midrule",
    ]
    for index, (name, cells, marks) in enumerate(laid.rows):
        lines += [r"\midrule"] if index in laid.rules else []
        shown = [latex(cell) for cell in cells]
        shown = [rf"\textbf{{{c}}}" if mark else c for c, mark in zip(shown, marks, strict=True)]
        # after a line break LaTeX would take a bracket or star for its argument
        guard = "{}" if name[:1] in ("[", "*") else ""
        lines.append(row([guard + latex(name), *shown]))
    lines += [r"\bottomrule", r"\end{tabular}"]
    return "\n".join(lines) + "\n"
