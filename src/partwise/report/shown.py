"""What Python prints and notebooks show of results: the tables of the command line, cut short."""

from __future__ import annotations

from importlib import import_module

from partwise.messages import visible
from partwise.report.document import Document
from partwise.report.notebook import to_html as table_to_html
from partwise.report.sheets import Sheet, render
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


def to_text(found: Shown) -> str:
    """Return the tables as text."""
    laid = _document(found)
    heading = f"{visible(laid.heading)}\n" if laid.heading else ""
    text = heading + render(_sheets(laid), "table")
    return text.rstrip("\n") + "".join(f"\n\n{visible(line)}" for line in laid.sentences)


def to_html(found: Shown) -> str:
    """Return the tables as HTML, for notebooks."""
    laid = _document(found)
    return table_to_html(_sheets(laid), laid.sentences, laid.heading)


def _document(found: Shown) -> Document:
    module, _, function = _DOCUMENTS[type(found).__name__].partition(":")
    laid: Document = getattr(import_module(module), function)(found)
    return laid


def _sheets(laid: Document) -> list[Sheet]:
    return [Sheet(s.title, s.grid.first(MOST_ROWS)) for s in laid.sheets("↓")]
