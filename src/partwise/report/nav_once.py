"""The user model that ``--nav`` filled in, said once above the tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from partwise.errors import PartwiseError
from partwise.evaluation.plan import parse, resolve
from partwise.language.fields import AUTO
from partwise.report.document import Document
from partwise.report.escape import Code
from partwise.report.grid import Grid
from partwise.report.sheets import Sheet


def nav_once(found: Document, measures: Sequence[str], nav: str | None) -> Document:
    """Leave `nav` out of the measures' names in all that people read; records keep it."""
    names, shared = _without_nav(list(dict.fromkeys(measures)), nav)
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


def _without_nav(measures: Sequence[str], nav: str | None) -> tuple[dict[str, str], str]:
    """Leave out the user model that ``--nav`` filled in.

    Returns
    -------
    names : dict
        The name in the table of each measure.
    shared : str
        What was left out, ``nav=...``; empty where nothing was.
    """
    names = {measure: measure for measure in measures}
    if nav is None:
        return names, ""
    shared = ""
    for name in measures:
        try:
            measure = parse(name)
            if "nav" not in measure.settings():
                continue
            bare = measure.replace(nav=AUTO)
            if [repr(m) for m in resolve([bare], nav=nav)] == [name]:
                names[name], shared = repr(bare), f"nav={measure.nav!r}"  # type: ignore[attr-defined]
        except PartwiseError:  # saved by somebody who has more measures than we
            continue
    return names, shared
