"""What Python prints and notebooks show of results: the tables of the command line, cut short."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

from partwise.lab.correlate import Correlation
from partwise.messages import plural, visible
from partwise.report.data.certainty import best_first
from partwise.report.document import Document
from partwise.report.drawn import differences, intervals, shades
from partwise.report.heads import head
from partwise.report.notebook import Drawn, paragraph
from partwise.report.notebook import to_html as table_to_html
from partwise.report.results import blocks
from partwise.report.sheets import Sheet, render
from partwise.statistics.comparisons import Comparisons
from partwise.tables.results import Results
from partwise.tables.shown import Shown

MOST_ROWS = 20
"""Rows of a table before the rest is counted."""

_DOCUMENTS = {
    "Results": "partwise.report.results:document",
    "Comparisons": "partwise.report.comparison:document",
    "Losses": "partwise.report.losses:document",
    "Agreement": "partwise.report.lab.agreement:agreement",
    "Fidelity": "partwise.report.lab.fidelity:fidelity",
    "Reliability": "partwise.report.lab.reliability:reliability",
    "Correlation": "partwise.report.lab.correlation:correlation",
    "Stability": "partwise.report.lab.stability:stability",
}


_HEADS = frozenset({"Run", "Qrels", "Structure"})
"""Tables that show their first rows."""

_BEST, _LAST = 10, 3
"""Runs that are shown of many."""


def to_text(found: Shown) -> str:
    """Return the tables as text."""
    if type(found).__name__ in _HEADS:
        return render([head(found)], "table").rstrip("\n") or repr(found)
    laid = _document(found)
    heading = f"{visible(laid.heading)}\n" if laid.heading else ""
    text = heading + render(_sheets(laid), "table")
    return text.rstrip("\n") + "".join(f"\n\n{visible(line)}" for line in laid.sentences)


def to_html(found: Shown) -> str:
    """Return the tables as HTML, for notebooks."""
    name = type(found).__name__
    if name in _HEADS:
        return table_to_html([head(found)]) or paragraph(repr(found))
    laid = _document(found)
    if isinstance(found, Results):
        return _results(found, laid)
    if isinstance(found, Comparisons):
        return _comparisons(found, laid)
    drawn = [Drawn(style=shades(found))] if isinstance(found, Correlation) else []
    return table_to_html(_sheets(laid), laid.sentences, laid.heading, drawn)


def _results(found: Results, laid: Document) -> str:
    """Write the best runs first with the intervals of their means, then sizes."""
    order = best_first(found.mean_table[:, 0], found.better[0]) if found.measures else []
    many = len(order) > MOST_ROWS
    kept = [*order[:_BEST], *order[-_LAST:]] if many else order
    sheets, drawn = [], []
    for sheet, (_, block) in zip(laid.sheets("↓"), blocks(found), strict=True):
        grid = replace(sheet.grid, rows=[sheet.grid.rows[run] for run in kept])
        below = intervals(block, kept)
        if many:
            blank = [""] * len(grid.columns), [False] * len(grid.columns)
            rest = plural(len(order) - len(kept), "more run")
            grid.rows.insert(_BEST, (f"… {rest}", *blank))
            below = {(r + (r >= _BEST), c): one for (r, c), one in below.items()}
        sheets.append(Sheet(sheet.title, grid))
        drawn.append(Drawn(below))
    counts = [plural(len(found.topics), "topic")]
    counts += [plural(len(found.notes), "note")] if found.notes else []
    return table_to_html(sheets, [*laid.sentences, " · ".join(counts)], laid.heading, drawn)


def _comparisons(found: Comparisons, laid: Document) -> str:
    """Write the verdict first, then the differences with their intervals drawn."""
    sheets = _sheets(laid)
    pairs = zip(sheets, found.baselines, strict=False)
    drawn = [Drawn(differences(found, sheet.grid, baseline)) for sheet, baseline in pairs]
    above = [paragraph(line) for line in laid.sentences]
    tables = table_to_html(sheets, (), laid.heading, drawn)
    heading, _, rest = tables.partition("\n") if laid.heading else ("", "", tables)
    return "\n".join(filter(None, [heading, *above, rest]))


def _document(found: Shown) -> Document:
    module, _, function = _DOCUMENTS[type(found).__name__].partition(":")
    laid: Document = getattr(import_module(module), function)(found)
    return laid


def _sheets(laid: Document) -> list[Sheet]:
    return [Sheet(s.title, s.grid.first(MOST_ROWS)) for s in laid.sheets("↓")]
