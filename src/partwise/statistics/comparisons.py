"""Table of comparisons between runs, and the notes on it."""

from __future__ import annotations

import csv
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.errors import FormatError, ParameterError, UnknownNameError
from partwise.files.source import read_text
from partwise.kernels.text.near import near
from partwise.messages import Notes, list_some, plural, texts_of
from partwise.statistics.differences import Floats
from partwise.tables.constructors import Shown
from partwise.tables.results import or_none

if TYPE_CHECKING:
    import polars as pl


CORRECTION_LABELS = {"holm": "Holm", "bonferroni": "Bonferroni", "bh": "Benjamini-Hochberg"}
"""Corrections as a sentence names them."""


@dataclass(frozen=True)
class Comparison:
    """One run against one baseline under one measure. NaN = undefined.

    ``difference``, ``d`` and ``cliff`` are run minus baseline, whatever the
    direction of the measure; ``wins`` and ``losses`` follow the direction.
    """

    run: str
    baseline: str
    measure: str
    better: str
    topics: int
    baseline_mean: float
    mean: float
    difference: float
    relative: float
    low: float
    high: float
    t: float
    wilcoxon: float
    permutation: float
    holm: float
    bonferroni: float
    bh: float
    d: float
    cliff: float
    wins: int
    ties: int
    losses: int
    detectable: float

    @property
    def gain(self) -> float:
        """The difference, positive when the run is better."""
        return -self.difference if self.better == "lower" else self.difference

    def adjusted(self, correction: str) -> float:
        """Return the permutation p-value after a correction (``none`` for as it is)."""
        value: float = self.permutation if correction == "none" else getattr(self, correction)
        return value

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison in the shape of the JSON output; undefined is None."""
        return {
            "run": self.run,
            "measure": self.measure,
            "topics": self.topics,
            "baseline_mean": or_none(self.baseline_mean),
            "mean": or_none(self.mean),
            "difference": or_none(self.difference),
            "relative": or_none(self.relative),
            "interval": None if math.isnan(self.low) else [self.low, self.high],
            "p": _numbers(t=self.t, wilcoxon=self.wilcoxon, permutation=self.permutation),
            "adjusted": _numbers(holm=self.holm, bonferroni=self.bonferroni, bh=self.bh),
            "effect": _numbers(d=self.d, cliff=self.cliff),
            "wins": self.wins,
            "ties": self.ties,
            "losses": self.losses,
            "detectable": or_none(self.detectable),
        }


@dataclass(frozen=True)
class Group:
    """The comparisons on the topics that share a value of an attribute."""

    attribute: str
    value: str
    topics: int
    rows: tuple[Comparison, ...]


@dataclass(frozen=True)
class Moved:
    """Values of run and baseline on one topic, and their difference."""

    topic: str
    run: str
    baseline: str
    measure: str
    baseline_value: float
    value: float
    difference: float


@dataclass(frozen=True, eq=False)
class Comparisons(Shown):
    """All comparisons that were made together.

    Parameters
    ----------
    baselines : tuple of str
        The runs compared against.
    rows : tuple of Comparison
        Baseline by baseline, run by run, measures as given.
    groups : tuple of Group
        The same on groups of topics; empty unless asked for.
    alpha, correction
        What `decisive` calls significant: the adjusted p-value is at most `alpha`.
    confidence : float
        Nominal coverage of the intervals.
    topics : tuple of str
        All topics; rows of `values` and `baseline_values`.
    values, baseline_values : ndarray [topic, comparison]
        Values of run and baseline; NaN = undefined.
    notes : tuple of str
        What could not be tested, and why.
    nav : str, optional
        The user model that completed the measures.
    """

    baselines: tuple[str, ...]
    rows: tuple[Comparison, ...]
    groups: tuple[Group, ...]
    alpha: float
    correction: str
    confidence: float
    topics: tuple[str, ...]
    values: Floats
    baseline_values: Floats
    notes: tuple[str, ...]
    nav: str | None = None

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        runs = plural(len({row.run for row in self.rows}), "run")
        measures = plural(len({row.measure for row in self.rows}), "measure")
        topics = plural(len(self.topics), "topic")
        return f"Comparisons({runs} against {list_some(self.baselines, 3)}, {measures}, {topics})"

    @property
    def decisive(self) -> tuple[Comparison, ...]:
        """Comparisons that are significant after the correction."""
        return tuple(row for row in self.rows if self.is_decisive(row))

    @property
    def regressions(self) -> tuple[Comparison, ...]:
        """Decisive comparisons in which the run is worse than the baseline."""
        return tuple(row for row in self.decisive if row.gain < 0)

    def is_decisive(self, row: Comparison) -> bool:
        """Return whether a comparison is significant after the correction."""
        return row.adjusted(self.correction) <= self.alpha

    @property
    def verdict(self) -> str:
        """Summary in one sentence: significant differences, or the smallest detectable one."""
        tested = [row for row in self.rows if not math.isnan(row.permutation)]
        if not tested:
            return "Nothing could be tested."
        after = CORRECTION_LABELS.get(self.correction)
        rule = f"at {self.alpha:g}" + (f" after {after}" if after else ", uncorrected")
        n_decisive, n = len(self.decisive), len(tested)
        if n_decisive:
            worse = len(self.regressions)
            verb = "is" if n_decisive == 1 else "are"
            sentence = f"{n_decisive:,} of {plural(n, 'difference', verb, verb)} significant {rule}"
            return f"{sentence}: {n_decisive - worse} better, {worse} worse than the baseline."
        return f"No difference is significant {rule} ({n:,} tested){_detectable(tested)}."

    def moved(self, count: int = 5) -> list[Moved]:
        """Return the topics that moved most in each comparison, largest change first.

        Parameters
        ----------
        count : int
            Topics per comparison; topics that did not move are never listed.
        """
        if count < 0:
            raise ParameterError("moved", "count", count, "at least 0")
        out: list[Moved] = []
        for column in range(len(self.rows)):
            movers = self._topics_of(column)
            movers.sort(key=lambda m: -abs(m.difference))  # stable: equals stay in topic order
            out += [m for m in movers[:count] if m.difference != 0]
        return out

    def per_topic(self) -> list[Moved]:
        """Return every paired topic of every comparison, in the order of the assessments."""
        return [moved for column in range(len(self.rows)) for moved in self._topics_of(column)]

    def _topics_of(self, column: int) -> list[Moved]:
        from partwise.statistics.differences import difference

        row = self.rows[column]
        values, base = self.values[:, column], self.baseline_values[:, column]
        gap = difference(values, base)
        return [
            Moved(self.topics[t], row.run, row.baseline, row.measure, *map(float, numbers))
            for t, *numbers in zip(*_paired(base, values, gap), strict=True)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the comparisons in the shape of the JSON output.

        With several baselines ``baseline`` is a list and every comparison names its own.
        """
        several = len(self.baselines) > 1
        out: dict[str, Any] = {
            "baseline": list(self.baselines) if several else self.baselines[0],
            "comparisons": _dicts(self.rows, several=several),
        }
        if self.groups:
            out["groups"] = [
                {
                    "attribute": group.attribute,
                    "value": group.value,
                    "topics": group.topics,
                    "comparisons": _dicts(group.rows, several=several),
                }
                for group in self.groups
            ]
        out["notes"] = [*texts_of(self.notes), self.verdict]
        return out

    def to_json(self) -> str:
        """Return the comparisons as JSON text."""
        import msgspec

        return msgspec.json.format(msgspec.json.encode(self.to_dict()), indent=1).decode()

    def to_frame(self) -> pl.DataFrame:
        """Return one row per comparison; undefined is null."""
        import polars as pl

        names = list(Comparison.__dataclass_fields__)
        columns = {name: [getattr(row, name) for row in self.rows] for name in names}
        floats = [n for n, v in columns.items() if v and isinstance(v[0], float)]
        return pl.DataFrame(columns).with_columns(pl.col(floats).fill_nan(None))


def _numbers(**values: float) -> dict[str, float | None]:
    return {name: or_none(value) for name, value in values.items()}


def _dicts(rows: Sequence[Comparison], *, several: bool) -> list[dict[str, Any]]:
    return [({"baseline": r.baseline} if several else {}) | r.to_dict() for r in rows]


def _paired(base: Floats, values: Floats, gap: Floats) -> tuple[Any, ...]:
    rows = np.flatnonzero(~np.isnan(gap))
    return rows, base[rows], values[rows], gap[rows]


def _detectable(rows: Sequence[Comparison]) -> str:
    spans: dict[str, list[float]] = {}
    for row in rows:
        if not math.isnan(row.detectable):
            spans.setdefault(row.measure, []).append(row.detectable)
    if not spans:
        return ""
    sizes_text = []
    for measure, sizes in spans.items():
        low, high = f"{min(sizes):.3g}", f"{max(sizes):.3g}"
        size = low if low == high else f"{low} to {high}"
        sizes_text.append(size if len(spans) == 1 else f"{size} ({measure})")
    topics = {row.topics for row in rows}
    low, high = f"{min(topics):,}", plural(max(topics), "topic")
    count = high if len(topics) == 1 else f"{low} to {high}"
    return f"; with {count} a difference of {', '.join(sizes_text)} would usually be detected"


def notes_on(rows: Sequence[Comparison], values: Floats, base: Floats) -> Notes:
    """Return the notes on comparisons; `values` and `base` are ``[topic, comparison]``."""
    notes = Notes()
    _note_identical(rows, notes)
    _note(notes, "no topic is defined for both runs", [r for r in rows if r.topics == 0])
    lonely = [r for r in rows if r.topics == 1 and math.isnan(r.low)]
    _note(notes, "only one topic: no interval and no t-test", lonely)
    constant = [r for r in rows if r.topics > 1 and math.isnan(r.t)]
    _note(notes, "the same difference on all topics, no t-test", constant)
    _note_unpaired(rows, values, base, notes)
    zero = [r for r in rows if r.baseline_mean == 0 and r.difference != 0]
    _note(notes, "the baseline's mean is 0, no relative change", zero)
    return notes


def _note_identical(rows: Sequence[Comparison], notes: Notes) -> None:
    whole: dict[tuple[str, str], list[bool]] = {}
    for row in rows:
        same = row.topics > 0 and row.low == 0 == row.high and row.d == 0
        whole.setdefault((row.run, row.baseline), []).append(same)
    for (run, baseline), equal in whole.items():
        if all(equal):
            template = "{runs} {runs:equals|equal} {baseline} on every topic"
            notes.add(template, runs=[run], baseline=baseline)


def _note_unpaired(rows: Sequence[Comparison], values: Floats, base: Floats, notes: Notes) -> None:
    left_out: dict[int, list[Comparison]] = {}
    for column, row in enumerate(rows):
        defined = ~(np.isnan(values[:, column]) & np.isnan(base[:, column]))
        missing = int(defined.sum()) - row.topics
        if missing and row.topics:
            left_out.setdefault(missing, []).append(row)
    for missing, which in sorted(left_out.items()):
        template = "{n:topic} {n:is|are} defined for one of the two runs only and left out"
        _note(notes, template, which, n=missing)


def _note(notes: Notes, template: str, rows: Sequence[Comparison], **facts: int) -> None:
    """Add a note that lists the comparisons of `rows`; none for an empty list."""
    if rows:
        which = [f"{row.run} {row.measure}" for row in rows]
        notes.add(f"{template}: {{which}}", which=which, **facts)


def read_attributes(name: str, columns: tuple[str, ...] = ()) -> dict[str, dict[str, str]]:
    """Read a headed TSV or CSV with the column ``topic`` and attributes.

    Parameters
    ----------
    name : str
        The file.
    columns : tuple of str
        Attributes wanted; all when empty.

    Returns
    -------
    dict
        Attribute -> topic -> value; an empty cell is no value.
    """
    text = read_text(name, "utf-8-sig")
    csv.field_size_limit(sys.maxsize)
    lines = text.splitlines()
    tabs = bool(lines) and "\t" in lines[0]
    rows = [line.split("\t") for line in lines] if tabs else list(csv.reader(lines))
    if not rows or "topic" not in rows[0]:
        raise FormatError(
            name, 1 if rows else None, "no column topic", "The first line is a header"
        )
    header = rows[0]
    others = tuple(column for column in header if column != "topic")
    attributes = columns or others
    if not attributes:
        raise FormatError(name, 1, "no attribute beside topic")
    for column in attributes:
        if column not in header:
            raise UnknownNameError("attribute", column, near(column, others), available=others)
    return {column: _values(name, rows, header, column) for column in attributes}


def _values(name: str, rows: list[list[str]], header: list[str], column: str) -> dict[str, str]:
    topic, value = header.index("topic"), header.index(column)
    out: dict[str, str] = {}
    for line, row in enumerate(rows[1:], start=2):
        if not any(row):
            continue
        if len(row) != len(header):
            raise FormatError(name, line, f"{plural(len(row), 'column')}, expected {len(header)}")
        before = out.setdefault(row[topic], row[value])
        if before != row[value]:
            problem = f"topic {row[topic]} has {column} {row[value]} here, {before} before"
            raise FormatError(name, line, problem)
    return out
