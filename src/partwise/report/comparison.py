"""Tables of comparisons between runs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from partwise.messages import plural
from partwise.report.results import nav_once
from partwise.report.tables import (
    Code,
    Document,
    Grid,
    Line,
    Sheet,
    measure_name,
    number,
    p_value,
    width_of,
)
from partwise.statistics.comparisons import CORRECTION_LABELS, Comparison, Comparisons, Moved

HEADER = (
    "baseline", "run", "measure", "topics", "baseline_mean", "mean", "difference", "relative",
    "low", "high", "t", "wilcoxon", "permutation", "holm", "bonferroni", "bh", "d", "cliff",
    "wins", "ties", "losses", "detectable",
)  # fmt: skip
"""Columns of the TSV and CSV output."""


def records(comparisons: Comparisons) -> Iterator[tuple[object, ...]]:
    """Yield one record per comparison, in the order of `HEADER`."""
    for row in comparisons.rows:
        yield tuple(getattr(row, name) for name in HEADER)


def sheets(
    comparisons: Comparisons, *, moved: int = 0, per_topic: bool = False, arrow: str = "↓"
) -> list[Sheet]:
    """Lay out the comparisons, then groups of topics, then single topics.

    Parameters
    ----------
    comparisons : Comparisons
        The comparisons.
    moved : int
        Topics that moved most, per comparison.
    per_topic : bool
        Every topic of every comparison.
    arrow : str
        Mark of measures for which less is better.
    """
    out = [
        _sheet(comparisons, comparisons.rows, baseline, "", arrow)
        for baseline in comparisons.baselines
    ]
    for group in comparisons.groups:
        topics = plural(group.topics, "topic")
        where = f"{group.attribute} = {group.value} ({topics}) "
        out += [
            _sheet(comparisons, group.rows, baseline, where, arrow)
            for baseline in comparisons.baselines
        ]
    if moved:
        out.append(Sheet("topics that moved most", _topics(comparisons.moved(moved))))
    if per_topic:
        out.append(Sheet("topic by topic", _topics(comparisons.per_topic())))
    return out


def _sheet(
    comparisons: Comparisons, rows: Sequence[Comparison], baseline: str, where: str, arrow: str
) -> Sheet:
    """Lay out the comparisons with one baseline; the narrow version is run by run."""
    baseline_rows = [row for row in rows if row.baseline == baseline]
    columns = _columns(comparisons)
    lines = []
    for row in baseline_rows:
        marks = [comparisons.is_decisive(row) and name == "difference" for name in columns]
        lines.append((row.run, _cells(comparisons, row, arrow), marks))

    def narrow(width: int) -> list[Sheet]:
        runs = list(dict.fromkeys(row.run for row in baseline_rows))
        return [
            Sheet(f"{where}{run} against {baseline}" if not part else "", block)
            for run in runs
            for part, block in enumerate(_blocks(columns, [x for x in lines if x[0] == run], width))
        ]

    return Sheet(f"{where}against {baseline}", Grid("run", columns, lines), narrow)


def _blocks(columns: list[str], lines: Sequence[Line], width: int) -> Iterator[Grid]:
    """Put the measures of one run side by side, as many as fit, their statistics below."""
    begin = 0
    while begin < len(lines):
        end = begin + 1
        while end < len(lines) and width_of(_upright(columns, lines[begin : end + 1])) <= width:
            end += 1
        yield _upright(columns, lines[begin:end])
        begin = end


def _upright(columns: list[str], lines: Sequence[Line]) -> Grid:
    rows = [
        (name, [cells[index] for _, cells, _ in lines], [marks[index] for _, _, marks in lines])
        for index, name in enumerate(columns)
    ]
    return Grid("", rows[0][1], rows[1:])


def _columns(comparisons: Comparisons) -> list[str]:
    after = CORRECTION_LABELS.get(comparisons.correction)
    columns = ["measure", "topics", "baseline", "mean", "difference", "change"]
    columns += [f"{comparisons.confidence:.0%} interval".replace("%", " %"), "p"]
    columns += [f"p {after}"] if after else []
    return [*columns, "d", "Cliff", "won/tied/lost", "detectable"]


def _cells(comparisons: Comparisons, row: Comparison, arrow: str) -> list[str]:
    change = "-" if math.isnan(row.relative) else f"{100 * row.relative:+.1f} %"
    interval = "-"
    if not math.isnan(row.low):
        interval = f"[{number(row.low, sign=True)}, {number(row.high, sign=True)}]"
    ps = [p_value(row.permutation)]
    ps += (
        [p_value(row.adjusted(comparisons.correction))]
        if comparisons.correction in CORRECTION_LABELS
        else []
    )
    ps[-1] += " *" if comparisons.is_decisive(row) else ""
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


def comparison_document(
    comparisons: Comparisons, moved: int = 0, *, per_topic: bool = False
) -> Document:
    """Return comparisons as tables, records and JSON."""

    def tables(arrow: str) -> list[Sheet]:
        return sheets(comparisons, moved=moved, per_topic=per_topic, arrow=arrow)

    def json() -> str:
        import msgspec

        saved = comparisons.to_dict()
        if moved:
            saved["moved"] = [vars(topic) for topic in comparisons.moved(moved)]
        if per_topic:
            saved["topics"] = [vars(topic) for topic in comparisons.per_topic()]
        return msgspec.json.format(msgspec.json.encode(saved), indent=1).decode()

    laid = Document(
        json=json,
        sheets=tables,
        header=HEADER,
        records=lambda: records(comparisons),
        sentences=(comparisons.verdict,),
        notes=comparisons.notes,
    )
    return nav_once(laid, [row.measure for row in comparisons.rows], comparisons.nav)
