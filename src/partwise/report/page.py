"""HTML page of a report: style, script, sections, and the file."""

from __future__ import annotations

import base64
import hashlib
import os
import platform
import re
import warnings
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from inspect import signature
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np

from partwise._version import __version__
from partwise.errors import PartwiseWarning, UsageError, require_extra
from partwise.evaluation.evaluate import evaluate
from partwise.files.atomic import replacing, replacing_folder
from partwise.messages import WARNING, Note, plural, warnings_of
from partwise.report.findings import PRIMARY, Choices, Findings, core
from partwise.report.losses import advice_lines
from partwise.report.material import Material, gather, packed_json, saved_material
from partwise.report.notes import lines
from partwise.report.page_sections import (
    Embed,
    ReadingView,
    after,
    change,
    check_embed,
    forest,
    groups,
    matrix,
    reading_view,
    table,
    value,
)
from partwise.report.page_summary import summary
from partwise.statistics.paired_tests import Settings
from partwise.tables.results import Results

_STYLES = ("page", "reading")
_SCRIPTS = (
    *("base", "runs", "curve", "bars", "topics"),
    *("text", "sides", "lanes", "strip", "reading", "main"),
)


def _joined(folder: str, names: tuple[str, ...]) -> str:
    """Join template files without indentation and comments."""
    templates = files("partwise.report") / "templates" / folder
    text = "\n".join((templates / f"{name}.{folder}").read_text(encoding="utf-8") for name in names)
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


@cache
def style() -> str:
    """Return the style sheet."""
    return _joined("css", _STYLES)


@cache
def script() -> str:
    """Return the script, in a scope of its own."""
    return f'(() => {{\n"use strict";\n{_joined("js", _SCRIPTS)}\n}})();'


@cache
def template() -> str:
    """Return the template of the page."""
    templates = files("partwise.report") / "templates"
    return (templates / "page.html").read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def policy(*, side_files: bool) -> str:
    """Return the content security policy: our own style and script, nothing from outside."""
    scripts = _digest(script()) + (" 'self'" if side_files else "")
    return (
        f"default-src 'none'; style-src {_digest(style())}; script-src {scripts}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


COLOURS = 7
"""Maximum number of runs with their own colour and mark."""

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
    """Notes of reading and evaluation."""
    files: dict[str, bytes] = field(default_factory=dict)
    """Files of the folder beside it; empty where everything is in the page."""


def page(findings: Findings, name: str, *, embed: Embed = "auto") -> Page:
    """Lay out a page that will be called `name`."""
    require_extra("report", "report", "jinja2")
    check_embed(embed)
    data = core(findings)
    used_bytes = len(packed_json(data)) + len(script()) + len(style())
    view = reading_view(findings, embed, used_bytes)
    data["docs"] = view.docs
    data["folder"] = quote(folder_of(name)) if view.files else None
    blocks = [("core", packed_json(data)), *view.blocks]
    content = _rendered(findings, view, blocks)
    return Page(content.encode("utf-8", "replace"), data, tuple(findings.notes), view.files)


def folder_of(name: str) -> str:
    """Return the name of the folder beside a page."""
    return f"{Path(name).stem}.files"


def _rendered(findings: Findings, view: ReadingView, blocks: list[tuple[str, str]]) -> str:
    import jinja2
    from markupsafe import Markup

    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, keep_trailing_newline=True
    )
    laid = environment.from_string(template())
    context = _context(findings, readable=bool(view.blocks))
    return laid.render(
        context,
        blocks=blocks,
        style=Markup(style()),
        script=Markup(script()),
        policy=Markup(policy(side_files=bool(view.files))),
    )


def _context(findings: Findings, *, readable: bool) -> dict[str, Any]:
    tests, measures, runs = findings.choices.tests, findings.measures, findings.results.runs
    many = len(runs) > 1
    slots = slots_of(findings)
    sentences = summary(findings)
    heat = matrix(findings)
    notes = _notes(findings)
    lost = findings.material.losses
    has_section = {
        "pw-curve": findings.curve is not None or findings.material.lines.levels is not None,
        "pw-gain": findings.material.lines.gain is not None,
        "pw-spent": findings.spent is not None,
        "pw-losses": lost is not None,
        "pw-pairs": many,
        "pw-matrix": bool(heat),
    }
    sections = [pair for pair in _SECTIONS if has_section.get(pair[0], True)]
    if findings.curve is None:
        sections = [
            (anchor, "Precision" if anchor == "pw-curve" else name) for anchor, name in sections
        ]
    looked = _look(findings)
    if readable:
        first = looked[0]["link"] if looked else link(findings, int(findings.page_topics[0]))
        sections.append((first.removeprefix("#"), "Read"))
    return {
        "version": __version__,
        "versions": f"partwise {__version__}, Python {platform.python_version()}, "
        f"numpy {np.__version__}",
        "title": findings.choices.title or f"{', '.join(runs[:3])} · partwise",
        "subtitle": findings.choices.title,
        "sections": [*sections, ("pw-notes", "Notes")],
        "state": findings.verdict.state,
        "summary": sentences,
        "forest": forest(findings),
        "look": looked,
        "measures": measures,
        "runs": runs,
        "many": many,
        "baseline": findings.baseline,
        "other": findings.counterpart,
        "share": measures[PRIMARY].is_share,
        "averaged": plural(len(findings.results.topics), "topic"),
        "whiskers": bool((~np.isnan(findings.intervals)).any()),
        "confidence": f"{100 * tests.confidence:g} %",
        "alpha": f"{tests.alpha:g}",
        "correction": after(tests.correction),
        "lower": any(m.better == "lower" for m in measures),
        "rows": table(findings),
        "groups": groups(findings),
        "curve": findings.curve is not None,
        "graded": findings.material.lines,
        "budget": f"{findings.material.budget:,}",
        "losses": [] if lost is None else [f"{sentence}." for sentence in advice_lines(lost)],
        "attributes": [
            (name, [*dict.fromkeys(values)]) for name, values in findings.attributes.items()
        ],
        "matrix": heat,
        "warnings": [line for line in notes if line.startswith(WARNING)],
        "notes": [line.removeprefix("note: ") for line in notes if not line.startswith(WARNING)],
        "method": _method(findings),
        "command": findings.choices.command,
        "help": HELP,
        "slot": lambda run: slots.get(run, OTHERS),
        "colour": lambda run: f"c{slots.get(run, OTHERS)}",
        "breakable": _breakable,
    }


def slots_of(findings: Findings) -> dict[int, int]:
    """Return the colour of each run that has one: of many the best and the baseline."""
    runs = range(len(findings.results.runs))
    if len(runs) > COLOURS:
        best = [run for run in findings.verdict.order if run != findings.baseline][: COLOURS - 1]
        return {run: slot for slot, run in enumerate(sorted([*best, findings.baseline]))}
    return {run: run for run in runs}


def link(findings: Findings, topic: int) -> str:
    """Return the link to a topic in the reading view."""
    name = quote(findings.results.topics[topic], safe="-_.!~*'()", errors="replace")
    return f"#topic={name}&a={findings.baseline}&b={findings.counterpart}"


def _look(findings: Findings) -> list[dict[str, Any]]:
    measure, alone = findings.measures[PRIMARY], len(findings.results.runs) < 2
    page_topics = {*findings.page_topics.tolist()}
    rows = []
    for topic in findings.look:
        if topic not in page_topics:
            continue
        name = findings.results.topics[topic]
        number = float(
            findings.results.table[0, PRIMARY, topic] if alone else findings.change[topic]
        )
        gain = -number if measure.better == "lower" else number
        change_text = (value if alone else change)(number, is_share=measure.is_share)
        rows.append(
            {
                "topic": name,
                "text": findings.material.topics.text.get(name) or name,
                "link": link(findings, topic),
                "kind": "" if alone else "better" if gain > 0 else "worse",
                "change": change_text,
            }
        )
    return rows


def _notes(findings: Findings) -> list[str]:
    """Return notes as people read them, file names without folders."""
    visible_notes = [note for note in map(Note.read, findings.notes) if note.level != "detail"]
    return [findings.without_folders(line) for line in lines(visible_notes, verbose=True)]


def _method(findings: Findings) -> str:
    tests = findings.choices.tests
    confidence = f"{100 * tests.confidence:g} %"
    intervals = (
        f"Intervals: {confidence}, bias-corrected and accelerated bootstrap over topics, "
        f"{tests.resamples:,} resamples, seed {tests.seed}."
    )
    if len(findings.results.runs) < 2:
        return intervals
    return (
        f"{intervals} Differences: paired permutation test, two-sided, {tests.flips:,} sign flips, "
        f"significant at {tests.alpha:g}{after(tests.correction)}; the verdict is corrected over "
        "all pairs of runs, the marks in the table over all comparisons with the baseline."
    )


def _breakable(name: str) -> Any:
    """Return a name as HTML with line-break opportunities after signs."""
    from markupsafe import Markup, escape

    pieces = re.split(r"(?<=[(,=])|(?=@)", name)
    return Markup("<wbr>").join(escape(piece) for piece in pieces)


PATH = "report.html"


def report(
    qrels: Any,
    runs: Any = None,
    measures: Any = None,
    *,
    path: str | os.PathLike[str] = PATH,
    texts: Any = None,
    topics_file: Any = None,
    inventory: Any = None,
    baseline: str | None = None,
    budget: int | None = None,
    title: str | None = None,
    sample: int = 2000,
    embed: Embed = "auto",
    data: str | os.PathLike[str] | None = None,
    alpha: float = 0.05,
    correction: str = "holm",
    confidence: float = 0.95,
    seed: int = 0,
    resamples: int = 10_000,
    **options: Any,
) -> Path:
    """Write one offline page: which run is better, whether it matters, and where it fails.

    Parameters
    ----------
    qrels : Qrels, dict, frame or path, or Results
        The assessments. Results alone give a page without curves, budget and reading view.
    runs : Run, dict, frame or path, or iterable of them
        What the systems returned.
    measures : Measure or str, or iterable of them, optional
        As in `evaluate`; the first one decides.
    path : path
        The page.
    texts : Texts, dict or path, optional
        The documents, for the reading view.
    topics_file : path or dict, optional
        A table with the columns topic and text (also question, query, title); further columns
        are attributes that make groups of topics. Also ``{topic: question}``.
    inventory : table, frame or path, or {run name: those}, optional
        All parts that could have been returned: who lost what.
    baseline : str, optional
        Run that others are compared with; default: the first.
    budget : int, optional
        Characters that a reader reads; default: those of the first measure that says it, or 4000.
    title : str, optional
        Title of the page.
    sample : int
        Maximum number of topics in the page; means and tests always use all.
    embed : {'auto', 'all', 'none'}
        Put texts in the page as far as it stays small, all of them, or none.
    data : path, optional
        Also write the page's data as JSON.
    alpha, correction, confidence, seed, resamples
        As in `compare`.
    **options
        All others of `evaluate`: preset, structure, lengths, reading, rules.

    Returns
    -------
    Path
        Where the page was written.
    """
    check_page(sample, embed, budget)
    for name in options.keys() - signature(evaluate).parameters.keys():
        raise TypeError(f"report() got an unexpected keyword argument {name!r}")
    material: Material
    if isinstance(qrels, Results):
        if runs is not None or measures is not None or options:
            raise UsageError("results take no runs, measures or options: they are evaluated")
        material = saved_material(qrels, topics_file, budget, texts=texts, inventory=inventory)
    else:
        material = gather(
            qrels,
            runs,
            measures,
            texts=texts,
            topics_file=topics_file,
            inventory=inventory,
            budget=budget,
            **options,
        )
    tests = Settings(alpha, correction, confidence, resamples=resamples, seed=seed)
    choices = Choices(baseline, title, sample, tests)
    report_page = page(Findings(material, choices), os.fspath(path), embed=embed)
    write(report_page, path, data)
    for text in warnings_of(report_page.notes):
        warnings.warn(text.removeprefix(WARNING), PartwiseWarning, stacklevel=2)
    return Path(path)


def check_page(sample: int, embed: str, budget: int | None) -> None:
    """Raise UsageError for invalid options of a page; require the extra package."""
    require_extra("report", "report", "jinja2")
    check_embed(embed)
    for name, number in (("sample", sample), ("budget", budget)):
        if number is not None and (isinstance(number, bool) or int(number) != number or number < 1):
            raise UsageError(f"{name} must be a whole number of at least 1, not {number!r}")


def write(
    report_page: Page, path: str | os.PathLike[str], data: str | os.PathLike[str] | None = None
) -> int:
    """Write a page, its data and the files beside it, all or nothing; return their bytes."""
    import msgspec

    with ExitStack() as together:
        together.enter_context(replacing(path)).write(report_page.content)
        if data is not None:
            encoded = msgspec.json.format(msgspec.json.encode(report_page.data), indent=1)
            together.enter_context(replacing(data)).write(encoded + b"\n")
        if report_page.files:
            _write_folder(Path(path).with_name(folder_of(os.fspath(path))), report_page.files)
    return len(report_page.content) + sum(map(len, report_page.files.values()))


def _write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    def check(folder_path: Path) -> None:
        names = [entry.name for entry in folder_path.iterdir()]
        strange = [name for name in names if not (name.startswith("d-") and name.endswith(".js"))]
        if strange:
            raise UsageError(f"{folder_path} holds {strange[0]}, which is no part of a report")

    with replacing_folder(folder, check) as new:
        for name, content in files.items():
            (new / name).write_bytes(content)
