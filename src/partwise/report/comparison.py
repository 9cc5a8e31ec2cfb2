"""Comparisons as tables."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from partwise.messages import plural
from partwise.report.escape import Code
from partwise.report.grid import Grid, measure_name
from partwise.report.sheets import Sheet, number, p_value
from partwise.statistics.comparisons import SPOKEN, Comparison, Comparisons, Moved

HEADER = (
    "baseline", "run", "measure", "topics", "baseline_mean", "mean", "difference", "relative",
    "low", "high", "t", "wilcoxon", "permutation", "holm", "bonferroni", "bh", "d", "cliff",
    "wins", "ties", "losses", "detectable",
)  # fmt: skip
"""Columns of the TSV and CSV output."""


def records(found: Comparisons) -> Iterator[tuple[object, ...]]:
    """Yield one record per comparison, in the order of `HEADER`."""
    for row in found.rows:
        yield tuple(getattr(row, name) for name in HEADER)


def sheets(
    found: Comparisons, *, moved: int = 0, per_topic: bool = False, arrow: str = "↓"
) -> list[Sheet]:
    """Lay out the comparisons, then groups of topics, then single topics.

    Parameters
    ----------
    found : Comparisons
        What was compared.
    moved : int
        Topics that moved most, per comparison.
    per_topic : bool
        Every topic of every comparison.
    arrow : str
        Mark of measures for which less is better.
    """
    out = [
        Sheet(f"against {baseline}", _grid(found, _of(found.rows, baseline), arrow))
        for baseline in found.baselines
    ]
    out += [
        Sheet(
            f"{group.attribute} = {group.value} "
            f"({plural(group.topics, 'topic')}) against {baseline}",
            _grid(found, _of(group.rows, baseline), arrow),
        )
        for group in found.groups
        for baseline in found.baselines
    ]
    if moved:
        out.append(Sheet("topics that moved most", _topics(found.moved(moved))))
    if per_topic:
        out.append(Sheet("topic by topic", _topics(found.per_topic())))
    return out


def _of(rows: Sequence[Comparison], baseline: str) -> list[Comparison]:
    return [row for row in rows if row.baseline == baseline]


def _grid(found: Comparisons, rows: Sequence[Comparison], arrow: str) -> Grid:
    after = SPOKEN.get(found.correction)
    columns = ["measure", "topics", "baseline", "mean", "difference", "change"]
    columns += [f"{found.confidence:.0%} interval".replace("%", " %"), "p"]
    columns += [f"p {after}"] if after else []
    columns += ["d", "Cliff", "won/tied/lost", "detectable"]
    lines = []
    for row in rows:
        cells = _cells(found, row, arrow)
        decisive = found.is_decisive(row)
        lines.append((row.run, cells, [decisive and name == "difference" for name in columns]))
    return Grid("run", columns, lines)


def _cells(found: Comparisons, row: Comparison, arrow: str) -> list[str]:
    change = "-" if math.isnan(row.relative) else f"{100 * row.relative:+.1f} %"
    interval = "-"
    if not math.isnan(row.low):
        interval = f"[{number(row.low, sign=True)}, {number(row.high, sign=True)}]"
    ps = [p_value(row.permutation)]
    ps += [p_value(row.adjusted(found.correction))] if found.correction in SPOKEN else []
    ps[-1] += " *" if found.is_decisive(row) else ""
    return [
        measure_name(row.measure, row.better, arrow),
        str(row.topics),
        number(row.baseline_mean),
        number(row.mean),
        number(row.difference, sign=True),
        change,
        interval,
        *ps,
        number(row.d, 2, sign=True),
        number(row.cliff, 2, sign=True),
        f"{row.wins}/{row.ties}/{row.losses}",
        number(row.detectable),
    ]


def _topics(rows: Sequence[Moved]) -> Grid:
    columns = ["run", "baseline", "measure", "before", "after", "difference"]
    plain = [False] * len(columns)
    lines = [
        (
            row.topic,
            [
                row.run,
                row.baseline,
                Code(row.measure),
                number(row.baseline_value),
                number(row.value),
                number(row.difference, sign=True),
            ],
            plain,
        )
        for row in rows
    ]
    return Grid("topic", columns, lines)
