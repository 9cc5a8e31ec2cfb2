"""The page: what was found, laid out by the template."""

from __future__ import annotations

import platform
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np

from partwise._version import __version__
from partwise.errors import require_extra
from partwise.messages import WARNING, Note, plural
from partwise.report.data.blocks import packed_json
from partwise.report.data.core import core
from partwise.report.data.findings import PRIMARY, Findings
from partwise.report.html.assets import policy, script, style, template
from partwise.report.html.matrix import matrix
from partwise.report.html.means import forest, groups, table
from partwise.report.html.reading_view import Embed, ReadingView, check_embed, reading_view
from partwise.report.html.summary import summary
from partwise.report.html.words import after, change, value
from partwise.report.losses import where_to_work
from partwise.report.notes import lines

COLOURS = 7
"""Runs that have a colour and a mark of their own."""

OTHERS = "x"

HELP = (
    (("n", "p"), "next, previous topic, in the order and filter of the table"),
    (("j", "k"), "next, previous judged span"),
    (("m", "M"), "next span that A missed, that B missed"),
    (("1", "…", "9"), "the part at that rank of A, with Shift of B"),
    (("d",), "next document"),
    (("x",), "swap A and B"),
    (("/",), "find a topic"),
    (("t",), "light or dark"),
    (("?",), "these keys"),
    (("Esc",), "back to the report"),
    (("←", "→"), "along a curve that has the focus"),
)

_SECTIONS = (
    ("pw-summary", "Summary"),
    ("pw-runs", "Runs"),
    ("pw-curve", "Reading curve"),
    ("pw-spent", "Budget"),
    ("pw-gain", "Gain"),
    ("pw-losses", "Losses"),
    ("pw-topics", "Topics"),
    ("pw-pairs", "Pairs"),
    ("pw-matrix", "Measures"),
)


@dataclass(frozen=True)
class Page:
    """A page, the files beside it and its data."""

    content: bytes
    """The HTML."""
    data: dict[str, Any]
    """The page's data, `partwise.report/1`."""
    notes: tuple[str, ...]
    """What a careful reader should know."""
    files: dict[str, bytes] = field(default_factory=dict)
    """Files of the folder beside it; empty where everything is in the page."""


def page(found: Findings, name: str, *, embed: Embed = "auto") -> Page:
    """Lay out a page that will be called `name`."""
    require_extra("report", "report", "jinja2")
    check_embed(embed)
    data = core(found)
    taken = len(packed_json(data)) + len(script()) + len(style())
    view = reading_view(found, embed, taken)
    data["docs"] = view.docs
    data["folder"] = quote(folder_of(name)) if view.files else None
    blocks = [("core", packed_json(data)), *view.blocks]
    content = _rendered(found, view, blocks)
    return Page(content.encode("utf-8", "replace"), data, tuple(found.notes), view.files)


def folder_of(name: str) -> str:
    """Return the name of the folder beside a page."""
    return f"{Path(name).stem}.files"


def _rendered(found: Findings, view: ReadingView, blocks: list[tuple[str, str]]) -> str:
    import jinja2
    from markupsafe import Markup

    room = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, keep_trailing_newline=True
    )
    laid = room.from_string(template())
    context = _context(found, readable=bool(view.blocks))
    return laid.render(
        context,
        blocks=blocks,
        style=Markup(style()),
        script=Markup(script()),
        policy=Markup(policy(side_files=bool(view.files))),
    )


def _context(found: Findings, *, readable: bool) -> dict[str, Any]:
    tests, measures, runs = found.choices.tests, found.measures, found.results.runs
    many = len(runs) > 1
    slots = slots_of(found)
    said = summary(found)
    heat = matrix(found)
    notes = _notes(found)
    lost = found.material.losses
    shown = {
        "pw-curve": found.curve is not None or found.material.lines.levels is not None,
        "pw-gain": found.material.lines.gain is not None,
        "pw-spent": found.spent is not None,
        "pw-losses": lost is not None,
        "pw-pairs": many,
        "pw-matrix": bool(heat),
    }
    sections = [pair for pair in _SECTIONS if shown.get(pair[0], True)]
    if found.curve is None:
        sections = [(at, "Precision" if at == "pw-curve" else name) for at, name in sections]
    looked = _look(found)
    if readable:
        first = looked[0]["link"] if looked else link(found, int(found.kept[0]))
        sections.append((first.removeprefix("#"), "Read"))
    return {
        "version": __version__,
        "versions": f"partwise {__version__}, Python {platform.python_version()}, "
        f"numpy {np.__version__}",
        "title": found.choices.title or f"{', '.join(runs[:3])} · partwise",
        "subtitle": found.choices.title,
        "sections": [*sections, ("pw-notes", "Notes")],
        "state": found.verdict.state,
        "summary": said,
        "forest": forest(found),
        "look": looked,
        "measures": measures,
        "runs": runs,
        "many": many,
        "baseline": found.baseline,
        "other": found.other,
        "share": measures[PRIMARY].is_share,
        "averaged": plural(len(found.results.topics), "topic"),
        "whiskers": bool((~np.isnan(found.intervals)).any()),
        "confidence": f"{100 * tests.confidence:g} %",
        "alpha": f"{tests.alpha:g}",
        "correction": after(tests.correction),
        "lower": any(m.better == "lower" for m in measures),
        "rows": table(found),
        "groups": groups(found),
        "curve": found.curve is not None,
        "graded": found.material.lines,
        "budget": f"{found.material.budget:,}",
        "losses": [] if lost is None else [f"{said}." for said in where_to_work(lost)],
        "attributes": [(name, [*dict.fromkeys(told)]) for name, told in found.attributes.items()],
        "matrix": heat,
        "warnings": [line for line in notes if line.startswith(WARNING)],
        "notes": [line.removeprefix("note: ") for line in notes if not line.startswith(WARNING)],
        "method": _method(found),
        "command": found.choices.command,
        "help": HELP,
        "slot": lambda run: slots.get(run, OTHERS),
        "colour": lambda run: f"c{slots.get(run, OTHERS)}",
        "breakable": _breakable,
    }


def slots_of(found: Findings) -> dict[int, int]:
    """Return the colour of each run that has one: of many the best and the baseline."""
    runs = range(len(found.results.runs))
    if len(runs) > COLOURS:
        best = [run for run in found.verdict.order if run != found.baseline][: COLOURS - 1]
        return {run: slot for slot, run in enumerate(sorted([*best, found.baseline]))}
    return {run: run for run in runs}


def link(found: Findings, topic: int) -> str:
    """Return the link to a topic in the reading view."""
    name = quote(found.results.topics[topic], safe="-_.!~*'()", errors="replace")
    return f"#topic={name}&a={found.baseline}&b={found.other}"


def _look(found: Findings) -> list[dict[str, Any]]:
    measure, alone = found.measures[PRIMARY], len(found.results.runs) < 2
    kept = {*found.kept.tolist()}
    rows = []
    for topic in found.look:
        if topic not in kept:
            continue
        name = found.results.topics[topic]
        number = float(found.results.table[0, PRIMARY, topic] if alone else found.change[topic])
        gain = -number if measure.better == "lower" else number
        words = (value if alone else change)(number, is_share=measure.is_share)
        rows.append(
            {
                "topic": name,
                "text": found.material.topics.text.get(name) or name,
                "link": link(found, topic),
                "kind": "" if alone else "better" if gain > 0 else "worse",
                "change": words,
            }
        )
    return rows


def _notes(found: Findings) -> list[str]:
    """Return notes as people read them, file names without folders."""
    shown = [note for note in map(Note.read, found.notes) if note.level != "detail"]
    return [found.without_folders(line) for line in lines(shown, verbose=True)]


def _method(found: Findings) -> str:
    tests = found.choices.tests
    confidence = f"{100 * tests.confidence:g} %"
    made = (
        f"Intervals: {confidence}, bias-corrected and accelerated bootstrap over topics, "
        f"{tests.resamples:,} resamples, seed {tests.seed}."
    )
    if len(found.results.runs) < 2:
        return made
    return (
        f"{made} Differences: paired permutation test, two-sided, {tests.flips:,} sign flips, "
        f"significant at {tests.alpha:g}{after(tests.correction)}; the verdict is corrected over "
        "all pairs of runs, the marks in the table over all comparisons with the baseline."
    )


def _breakable(name: str) -> Any:
    """Let a long name break after a sign."""
    from markupsafe import Markup, escape

    pieces = re.split(r"(?<=[(,=])|(?=@)", name)
    return Markup("<wbr>").join(escape(piece) for piece in pieces)
