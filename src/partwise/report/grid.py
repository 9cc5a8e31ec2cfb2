"""Results as a table for people: text, Markdown, LaTeX.

Runs are rows and measures columns, unless that is wider than the screen: then
measures become rows. The best value of each measure stands out, and measures
for which less is better are marked.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partwise.tables.results import Results

_UNDEFINED = "-"
_BOLD = ("\x1b[1m", "\x1b[0m")


@dataclass(frozen=True)
class Grid:
    """Cells of a table with the ones that stand out."""

    corner: str
    columns: list[str]
    rows: list[tuple[str, list[str], list[bool]]]
    rules: tuple[int, ...] = ()

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
        (_name(run), [_number(x) for x in means[r].tolist()], best[r].tolist())
        for r, run in enumerate(results.runs)
    ]
    return Grid("run", _headers(results, arrow), rows)


def topic_grid(results: Results, run: int, *, arrow: str = "↓") -> Grid:
    """Lay out the values of one run, a row per topic and the mean last."""
    plain = [False] * len(results.measures)
    rows = [
        (_name(topic), [_number(x) for x in values], plain)
        for topic, values in zip(results.topics, results.table[run].T.tolist(), strict=True)
    ]
    rows.append(("all", [_number(x) for x in results.mean_table[run].tolist()], plain))
    return Grid(_name(results.runs[run]), _headers(results, arrow), rows, rules=(len(rows) - 1,))


def _name(text: str) -> str:
    """Keep a name from breaking its line."""
    return " ".join(text.split()) if not text.isprintable() else text


def _headers(results: Results, arrow: str) -> list[str]:
    pairs = zip(results.measures, results.better, strict=True)
    return [f"{name} {arrow}" if better == "lower" else name for name, better in pairs]


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
        and _width(laid) > width
        and _width(laid.turned()) < _width(laid)
    ):
        laid = laid.turned()
    first = max(len(laid.corner), *(len(name) for name, _, _ in laid.rows))
    widths = [
        max(len(head), *(len(cells[i]) for _, cells, _ in laid.rows))
        for i, head in enumerate(laid.columns)
    ]
    heads = "  ".join(h.rjust(w) for h, w in zip(laid.columns, widths, strict=True))
    lines = [f"{laid.corner.ljust(first)}  {heads}"]
    lines.append("-" * len(lines[0]))
    for index, (name, cells, marks) in enumerate(laid.rows):
        if index in laid.rules:
            lines.append("-" * len(lines[0]))
        shown = [
            _emphasised(cell.rjust(w), mark=mark and bold)
            for cell, w, mark in zip(cells, widths, marks, strict=True)
        ]
        lines.append(f"{name.ljust(first)}  {'  '.join(shown)}")
    return "\n".join(lines) + "\n"


def _width(laid: Grid) -> int:
    first = max(len(laid.corner), *(len(name) for name, _, _ in laid.rows))
    columns = (
        max(len(head), *(len(cells[i]) for _, cells, _ in laid.rows)) + 2
        for i, head in enumerate(laid.columns)
    )
    return first + sum(columns)


def _emphasised(cell: str, *, mark: bool) -> str:
    if not mark:
        return cell
    text = cell.lstrip()
    return cell[: len(cell) - len(text)] + _BOLD[0] + text + _BOLD[1]


def to_markdown(laid: Grid) -> str:
    """Write a grid as a Markdown table."""

    def row(cells: list[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    lines = [row([laid.corner, *(f"`{h}`" for h in laid.columns)])]
    lines.append("| --- |" + " ---: |" * len(laid.columns))
    for name, cells, marks in laid.rows:
        shown = [f"**{c}**" if mark else c for c, mark in zip(cells, marks, strict=True)]
        lines.append(row([name, *shown]))
    return "\n".join(lines) + "\n"


_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "↓": r"$\downarrow$",
    }
)


def to_latex(laid: Grid) -> str:
    """Write a grid as a LaTeX tabular (needs the package booktabs)."""

    def row(cells: list[str]) -> str:
        return " & ".join(cells) + r" \\"

    lines = [
        r"\begin{tabular}{l" + "r" * len(laid.columns) + "}",
        r"\toprule",
        row([laid.corner.translate(_LATEX), *(h.translate(_LATEX) for h in laid.columns)]),
        r"\midrule",
    ]
    for index, (name, cells, marks) in enumerate(laid.rows):
        if index in laid.rules:
            lines.append(r"\midrule")
        shown = [rf"\textbf{{{c}}}" if mark else c for c, mark in zip(cells, marks, strict=True)]
        lines.append(row([name.translate(_LATEX), *shown]))
    lines += [r"\bottomrule", r"\end{tabular}"]
    return "\n".join(lines) + "\n"
