"""The user model that ``--nav`` filled in, said once above the tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from partwise.report.document import Document
from partwise.report.escape import Code
from partwise.report.grid import Grid
from partwise.report.measure_names import without_nav
from partwise.report.sheets import Sheet


def nav_once(found: Document, measures: Sequence[str], nav: str | None) -> Document:
    """Leave `nav` out of the measures' names in all that people read; records keep it."""
    names, shared = without_nav(list(dict.fromkeys(measures)), nav)
    if not shared:
        return found
    longest = sorted(names, key=len, reverse=True)
    known = re.compile(rf"({'|'.join(map(re.escape, longest))})(?![\w@(]|\.\d)")

    def brief(text: str) -> str:
        made = known.sub(lambda name: names[name[1]], text)
        return Code(made) if isinstance(text, Code) else made

    return replace(
        found,
        heading=shared,
        sentences=tuple(map(brief, found.sentences)),
        sheets=lambda arrow: [_brief_sheet(sheet, brief) for sheet in found.sheets(arrow)],
    )


def _brief_sheet(sheet: Sheet, brief: Callable[[str], str]) -> Sheet:
    laid, other = sheet.grid, sheet.narrow
    rows = [(brief(name), [brief(c) for c in cells], marks) for name, cells, marks in laid.rows]
    made = Grid(brief(laid.corner), [brief(head) for head in laid.columns], rows, laid.rules)
    narrow = other and (lambda width: [_brief_sheet(one, brief) for one in other(width)])
    return Sheet(brief(sheet.title), made, narrow)
