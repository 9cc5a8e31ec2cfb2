"""Sections of the HTML page: means, matrix of comparisons, reading view."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np

from partwise._typing import Reals
from partwise.errors import UsageError
from partwise.lab.rank_correlation import kendall, oriented
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
    """A piece of a sentence."""

    text: str
    """Its words."""
    kind: str = "text"
    """``text``, ``strong``, ``code`` or ``run``."""
    run: int = -1
    """Which run it names."""


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
    """Return which correction a p-value has behind it, to follow the number."""
    label = CORRECTION_LABELS.get(correction)
    return f" after {label}" if label else ", uncorrected"


LEAST_MEASURES, LEAST_RUNS = 3, 4


@dataclass(frozen=True)
class Heat:
    """A cell: its words, and its colour from t0 (opposite) to t4 (the same)."""

    text: str
    level: str


def matrix(found: Findings) -> list[tuple[str, list[Heat]]]:
    """Return a row per measure; nothing where there are too few measures or runs."""
    results = found.results
    if len(results.measures) < LEAST_MEASURES or len(results.runs) < LEAST_RUNS:
        return []
    means = [oriented(found.means[:, m], results.better[m]) for m in range(len(results.measures))]
    return [
        (one.name, [_matrix_cell(mine, other) for other in means])
        for one, mine in zip(found.measures, means, strict=True)
    ]


def _matrix_cell(one: np.ndarray[tuple[int], np.dtype[np.float64]], other: object) -> Heat:
    two = np.asarray(other)
    both = ~(np.isnan(one) | np.isnan(two))
    tau = kendall(one[both], two[both])[0] if both.sum() > 1 else math.nan
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
    at: float
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
class Group:
    """The table of the topics that share a value of an attribute."""

    title: str
    rows: list[Row]


def table(found: Findings) -> list[Row]:
    """Lay out all runs, best first."""
    return _rows(found, found.means, found.intervals, _marks(found, found.comparisons))


def groups(found: Findings) -> list[Group]:
    """Lay out the same table for each group of topics."""
    laid = []
    for group in found.groups:
        values = np.where(group.topics, found.results.table, np.nan)
        mean = found.results.aggregated
        means = np.array([[mean(m, column) for m, column in enumerate(run)] for run in values])
        rows = _rows(found, means, group.ends, _marks(found, group.tests))
        topics = plural(int(group.topics.sum()), "topic")
        laid.append(Group(f"{group.attribute}: {group.value} ({topics})", rows))
    return laid


def _marks(found: Findings, made: Tests | None) -> dict[tuple[int, int], str]:
    """Return which means are better or worse than the baseline's after the correction."""
    return {} if made is None else made.marks(found.choices.tests.alpha)


def _rows(
    found: Findings, means: Reals, ends: Reals, marks: dict[tuple[int, int], str]
) -> list[Row]:
    scales = [_scale(means[:, at], ends[:, at]) for at in range(means.shape[1])]
    best = [_best(found.results, means, at) for at in range(means.shape[1])]
    return [
        Row(
            run,
            found.results.runs[run],
            [
                _mean_cell(
                    at,
                    float(means[run, at]),
                    ends[run, at].tolist(),
                    scales[at],
                    best=run in best[at],
                    mark=marks.get((run, at), ""),
                )
                for at in range(means.shape[1])
            ],
        )
        for run in found.verdict.order
    ]


def _best(results: Results, means: Reals, measure: int) -> set[int]:
    """Return the runs whose printed mean is best; none where all print the same."""
    shown = np.round(means[:, measure], 4)
    known = shown[~np.isnan(shown)]
    if known.size < 2 or (known == known[0]).all():
        return set()
    top = known.min() if results.better[measure] == "lower" else known.max()
    return set(np.flatnonzero(shown == top).tolist())


def _scale(means: Reals, ends: Reals) -> tuple[float, float]:
    """Return the ends of a column's scale: all its intervals."""
    numbers = np.concatenate((means, ends.ravel()))
    known = numbers[~np.isnan(numbers)]
    return (float(known.min()), float(known.max())) if known.size else (0.0, 0.0)


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
    at: float
    start: float
    end: float


def forest(found: Findings) -> list[Whisker]:
    """Lay out the primary measure of the baseline and the best others."""
    order = found.order
    shown = [run for run in order if run != found.baseline][: FOREST - 1]
    runs = [run for run in order if run in {*shown, found.baseline}]
    means, ends = found.means[runs, PRIMARY], found.intervals[runs, PRIMARY]
    scale = _scale(means, ends)
    share = found.measures[PRIMARY].is_share
    laid = []
    for at, run in enumerate(runs):
        number = float(means[at])
        if math.isnan(number):
            continue
        low, high = ends[at].tolist()
        low, high = (number, number) if math.isnan(low) else (low, high)
        places = [_place(n, scale) for n in (number, low, high)]
        name = found.results.runs[run]
        laid.append(Whisker(run, name, value(number, is_share=share), *places))
    return laid


Embed = Literal["auto", "all", "none"]

PAGE = 10_000_000
"""Bytes of a page beyond which texts go to files beside it."""

MOST = 50_000_000
"""Bytes of a page in which all texts are wanted."""


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
    """Refuse anything but the known ways of embedding."""
    if embed not in get_args(Embed):
        raise UsageError(f"embed must be auto, all or none, not {embed!r}")


def reading_view(found: Findings, embed: Embed, taken: int) -> ReadingView:
    """Pack topics and documents; `taken` bytes of the page are used by everything else."""
    laid = topic_blocks(found.material, found.kept)
    blocks = [(f"topic-{block['topic']}", packed_json(block)) for block in laid.blocks]
    texts = {} if found.material.texts is None else found.material.texts.documents
    docs = [{**doc, "text": None} if embed == "none" else doc for doc in laid.docs]
    content = {
        at: packed(piece.encode("utf-8", "replace") for piece in pieces(texts[doc["id"]]))
        for at, doc in enumerate(docs)
        if doc["text"] is not None
    }
    size = taken + sum(len(text) for _, text in blocks) + sum(map(len, content.values()))
    beside = _beside(content, size) if embed == "auto" else []
    if embed == "all" and size > MOST:
        held = plural(len(content), "document")
        problem = f"the page with the texts of {held} would have {size:,} bytes, {MOST:,} at most"
        raise UsageError(f"{problem}. {spelt('Use --embed auto')}")
    for at in beside:
        docs[at]["text"] = "file"
    blocks += [(f"doc-{at}", text) for at, text in content.items() if at not in beside]
    files = {f"d-{at}.js": f'pwText({at}, "{content[at]}");\n'.encode() for at in beside}
    return ReadingView(docs, blocks, files)


def _beside(content: dict[int, str], size: int) -> list[int]:
    """Choose the texts, largest first, without which the page is small enough."""
    chosen = []
    for at in sorted(content, key=lambda at: (-len(content[at]), at)):
        if size <= PAGE:
            break
        size -= len(content[at])
        chosen.append(at)
    return sorted(chosen)
