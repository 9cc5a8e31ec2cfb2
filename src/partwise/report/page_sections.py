"""Sections of the HTML page: means, matrix of comparisons, reading view."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np

from partwise._typing import Reals
from partwise.errors import UsageError
from partwise.lab.correlate import kendall, oriented
from partwise.messages import plural
from partwise.report.certainty import Tests
from partwise.report.findings import PRIMARY, Findings
from partwise.report.material import packed, packed_json, topic_blocks
from partwise.spelling import spelt
from partwise.statistics.comparisons import CORRECTION_LABELS
from partwise.tables.results import Results
from partwise.tables.texts import pieces

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Piece:
    """A piece of a sentence with its markup."""

    text: str
    kind: str = "text"
    """``text``, ``strong``, ``code`` or ``run``."""
    run: int = -1
    """Index of the run that it names; -1 for none."""


Sentence = list[Piece]


def sentence(*pieces: str | Piece) -> Sentence:
    """Join pieces; plain text needs no wrapping."""
    return [Piece(piece) if isinstance(piece, str) else piece for piece in pieces]


def plain(pieces: Sentence) -> str:
    """Return a sentence as text."""
    return "".join(piece.text for piece in pieces)


def signed(number: float, digits: str) -> str:
    """Write a number with its sign, a real minus sign for less than 0."""
    text = f"{abs(number):{digits}}"
    zero = not text.strip("0.")
    return f"{'' if zero else '+' if number > 0 else MINUS}{text}"


def percent(share: float) -> str:
    """Write a share: ``84.4 %``."""
    return f"{100 * share:.1f} %"


def value(number: float, *, is_share: bool) -> str:
    """Write a mean: a share in per cent, others with three digits."""
    return percent(number) if is_share else f"{number:.3f}".replace("-", MINUS)


def change(number: float, *, is_share: bool) -> str:
    """Write a difference: points of a share, others with three digits."""
    return signed(100 * number, ".1f") if is_share else signed(number, ".3f")


def two_digits(number: float) -> int:
    """Round to two significant digits."""
    whole = max(1, round(number))
    power = max(0, len(str(whole)) - 2)
    return int(round(whole, -power))


def after(correction: str) -> str:
    """Return the correction in words that follow a p-value."""
    label = CORRECTION_LABELS.get(correction)
    return f" after {label}" if label else ", uncorrected"


LEAST_MEASURES, LEAST_RUNS = 3, 4


@dataclass(frozen=True)
class Heat:
    """A cell: its words, and its colour from t0 (opposite) to t4 (the same)."""

    text: str
    level: str


def matrix(findings: Findings) -> list[tuple[str, list[Heat]]]:
    """Return a row per measure; nothing where there are too few measures or runs."""
    results = findings.results
    if len(results.measures) < LEAST_MEASURES or len(results.runs) < LEAST_RUNS:
        return []
    means = [
        oriented(findings.means[:, m], results.better[m]) for m in range(len(results.measures))
    ]
    return [
        (measure.name, [_matrix_cell(row, column) for column in means])
        for measure, row in zip(findings.measures, means, strict=True)
    ]


def _matrix_cell(first: Reals, second: Reals) -> Heat:
    both = ~(np.isnan(first) | np.isnan(second))
    tau = kendall(first[both], second[both])[0] if both.sum() > 1 else math.nan
    if math.isnan(tau):
        return Heat("–", "t2")
    level = sum(tau >= bar for bar in (-0.6, -0.2, 0.2, 0.6))
    return Heat(f"{tau:.2f}".replace("-", MINUS), f"t{level}")


UNDEFINED = "–"
FOREST = 8
"""Runs on the first screen: the baseline and the best others."""


@dataclass(frozen=True)
class Cell:
    """A mean with its interval, ends in per cent of the column's scale."""

    measure: int
    text: str
    value: str | None
    low: str | None
    high: str | None
    centre: float
    start: float
    end: float
    best: bool
    mark: str


@dataclass(frozen=True)
class Row:
    """The means of a run."""

    run: int
    name: str
    cells: list[Cell]


@dataclass(frozen=True)
class GroupTable:
    """The table of the topics that share a value of an attribute."""

    title: str
    rows: list[Row]


def table(findings: Findings) -> list[Row]:
    """Lay out all runs, best first."""
    return _rows(
        findings, findings.means, findings.intervals, _marks(findings, findings.comparisons)
    )


def groups(findings: Findings) -> list[GroupTable]:
    """Lay out the same table for each group of topics."""
    laid = []
    for group in findings.groups:
        values = np.where(group.topics, findings.results.table, np.nan)
        mean = findings.results.aggregated
        means = np.array([[mean(m, column) for m, column in enumerate(run)] for run in values])
        rows = _rows(findings, means, group.ends, _marks(findings, group.tests))
        topics = plural(int(group.topics.sum()), "topic")
        laid.append(GroupTable(f"{group.attribute}: {group.value} ({topics})", rows))
    return laid


def _marks(findings: Findings, tests: Tests | None) -> dict[tuple[int, int], str]:
    """Return (run, measure) -> ``better`` or ``worse`` than the baseline after the correction."""
    return {} if tests is None else tests.marks(findings.choices.tests.alpha)


def _rows(
    findings: Findings, means: Reals, ends: Reals, marks: dict[tuple[int, int], str]
) -> list[Row]:
    scales = [_scale(means[:, measure], ends[:, measure]) for measure in range(means.shape[1])]
    best = [_best(findings.results, means, measure) for measure in range(means.shape[1])]
    return [
        Row(
            run,
            findings.results.runs[run],
            [
                _mean_cell(
                    measure,
                    float(means[run, measure]),
                    ends[run, measure].tolist(),
                    scales[measure],
                    best=run in best[measure],
                    mark=marks.get((run, measure), ""),
                )
                for measure in range(means.shape[1])
            ],
        )
        for run in findings.verdict.order
    ]


def _best(results: Results, means: Reals, measure: int) -> set[int]:
    """Return the runs whose printed mean is best; none where all print the same."""
    printed = np.round(means[:, measure], 4)
    defined = printed[~np.isnan(printed)]
    if defined.size < 2 or (defined == defined[0]).all():
        return set()
    top = defined.min() if results.better[measure] == "lower" else defined.max()
    return set(np.flatnonzero(printed == top).tolist())


def _scale(means: Reals, ends: Reals) -> tuple[float, float]:
    """Return the ends of a column's scale: all its intervals."""
    numbers = np.concatenate((means, ends.ravel()))
    defined = numbers[~np.isnan(numbers)]
    return (float(defined.min()), float(defined.max())) if defined.size else (0.0, 0.0)


def _place(number: float, scale: tuple[float, float]) -> float:
    low, high = scale
    return 50.0 if high <= low else round(3 + 94 * (number - low) / (high - low), 2)


def _mean_cell(
    measure: int,
    number: float,
    ends: list[float],
    scale: tuple[float, float],
    *,
    best: bool,
    mark: str,
) -> Cell:
    if math.isnan(number):
        return Cell(measure, UNDEFINED, None, None, None, 0, 0, 0, best=False, mark="")
    sure = not math.isnan(ends[0])
    low, high = ends if sure else (number, number)
    return Cell(
        measure,
        f"{number:.4f}",
        repr(number),
        repr(low) if sure else None,
        repr(high) if sure else None,
        _place(number, scale),
        _place(low, scale),
        _place(high, scale),
        best=best,
        mark=mark,
    )


@dataclass(frozen=True)
class Whisker:
    """A run of the first screen: its primary mean and interval."""

    run: int
    name: str
    text: str
    centre: float
    start: float
    end: float


def forest(findings: Findings) -> list[Whisker]:
    """Lay out the primary measure of the baseline and the best others."""
    order = findings.order
    others = [run for run in order if run != findings.baseline][: FOREST - 1]
    runs = [run for run in order if run in {*others, findings.baseline}]
    means, ends = findings.means[runs, PRIMARY], findings.intervals[runs, PRIMARY]
    scale = _scale(means, ends)
    share = findings.measures[PRIMARY].is_share
    laid = []
    for index, run in enumerate(runs):
        number = float(means[index])
        if math.isnan(number):
            continue
        low, high = ends[index].tolist()
        low, high = (number, number) if math.isnan(low) else (low, high)
        places = [_place(n, scale) for n in (number, low, high)]
        name = findings.results.runs[run]
        laid.append(Whisker(run, name, value(number, is_share=share), *places))
    return laid


Embed = Literal["auto", "all", "none"]

PAGE = 10_000_000
"""Maximum bytes of a page with ``embed="auto"``; further texts go to separate files."""

MAX_PAGE_BYTES = 50_000_000
"""Maximum bytes of a page with ``embed="all"``."""


@dataclass(frozen=True)
class ReadingView:
    """Blocks of the page and files beside it."""

    docs: list[dict[str, Any]]
    """The documents as the page's data lists them."""
    blocks: list[tuple[str, str]]
    """Name and content of each block."""
    files: dict[str, bytes] = field(default_factory=dict)
    """Content of each file beside the page, by its name in the folder."""


def check_embed(embed: str) -> None:
    """Raise UsageError unless `embed` is auto, all or none."""
    if embed not in get_args(Embed):
        raise UsageError(f"embed must be auto, all or none, not {embed!r}")


def reading_view(findings: Findings, embed: Embed, used_bytes: int) -> ReadingView:
    """Pack topics and documents; `used_bytes` of the page are used by everything else."""
    laid = topic_blocks(findings.material, findings.page_topics)
    blocks = [(f"topic-{block['topic']}", packed_json(block)) for block in laid.blocks]
    texts = {} if findings.material.texts is None else findings.material.texts.documents
    docs = [{**doc, "text": None} if embed == "none" else doc for doc in laid.docs]
    content = {
        number: packed(piece.encode("utf-8", "replace") for piece in pieces(texts[doc["id"]]))
        for number, doc in enumerate(docs)
        if doc["text"] is not None
    }
    size = used_bytes + sum(len(text) for _, text in blocks) + sum(map(len, content.values()))
    separate = _separate_texts(content, size) if embed == "auto" else []
    if embed == "all" and size > MAX_PAGE_BYTES:
        n_texts = plural(len(content), "document")
        raise UsageError(
            f"the page with the texts of {n_texts} would have {size:,} bytes, "
            f"{MAX_PAGE_BYTES:,} at most. {spelt('Use --embed auto')}"
        )
    for number in separate:
        docs[number]["text"] = "file"
    blocks += [
        (f"doc-{number}", text) for number, text in content.items() if number not in separate
    ]
    files = {
        f"d-{number}.js": f'pwText({number}, "{content[number]}");\n'.encode()
        for number in separate
    }
    return ReadingView(docs, blocks, files)


def _separate_texts(content: dict[int, str], size: int) -> list[int]:
    """Return the numbers of the texts, largest first, that must leave the page to make it fit."""
    chosen = []
    for number in sorted(content, key=lambda number: (-len(content[number]), number)):
        if size <= PAGE:
            break
        size -= len(content[number])
        chosen.append(number)
    return sorted(chosen)
