"""Losses as text blocks with advice, tables and records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from partwise.geometry.inventory import Limit
from partwise.losses.breakdown import KEYS, LOST
from partwise.losses.table import Losses, RunLosses, advice, nested
from partwise.messages import plural, visible
from partwise.report.tables import Document, Grid, Line, Sheet, render

HEADER = ("run", "topic", *KEYS)
"""Columns of a row."""

_BAR = 20
_WORDS = {
    "no_document": "document not in the inventory",
    "no_part": "text in no part",
    "cutting": "cutting",
    "candidates": "candidates",
    "ranking": "ranking",
}


def limit_text(limit: Limit) -> str:
    """Return a limit in words: ``3 parts``, ``4,000 characters``."""
    if limit.k is not None:
        return plural(limit.k, "part")
    return plural(limit.budget or 0, limit.unit.removesuffix("s"))


def cause_text(key: str, limit: Limit) -> str:
    """Return a cause of loss in words."""
    return f"limit: {limit_text(limit)}" if key == "limit" else _WORDS[key]


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def _lines(losses: Losses, run: RunLosses) -> list[tuple[str, str, float | None, str]]:
    """Group, label, share and characters of the rows of a block."""
    total, mean = run.total, run.mean
    rows = [("shown", "", mean["shown"], f"{total['shown']:,}")]
    for key in LOST:
        label = cause_text(key, losses.limit)
        amount = total[f"lost.{key}"]
        mark = "*" if key == "cutting" and run.bounded else ""
        text = "-" if amount is None else f"{amount:,}{mark}"
        rows.append(("lost" if key == LOST[0] else "", label, mean[f"lost.{key}"], text))
    return rows


def _heading(losses: Losses, run: RunLosses) -> str:
    n_parts = run.inventory["parts"]
    of = f"of {n_parts:,}" if losses.limit.k is not None else f"of {plural(n_parts, 'part')}"
    return f"first {limit_text(losses.limit)} {of}"


def _sentences(losses: Losses, run: RunLosses) -> list[str]:
    """Return sentences on the text read, the missing text and the bound of the ceiling."""
    total: dict[str, Any] = run.total
    read = {key.removeprefix("read."): f"{total[key]:,}" for key in KEYS if key.startswith("read.")}
    in_shown = total["places.wrong_place_listed"] + total["places.wrong_place_unlisted"]
    elsewhere = (
        total["places.document_not_shown_listed"] + total["places.document_not_shown_unlisted"]
    )
    sentences = [
        f"read   {plural(total['read.characters'], 'character')}: new {read['new']}, "
        f"repeated {read['repeated']}, padding {read['padding']}, "
        f"right document but wrong place {read['wrong_place']}, "
        f"other documents {read['wrong_document']}",
        f"missing text: {in_shown:,} in documents that were shown "
        f"({total['places.wrong_place_listed']:,} further down the list), "
        f"{elsewhere:,} in others",
    ]
    if run.bounded:
        gap = total["ceiling.high"] - total["ceiling.low"]
        n = plural(int(run.counted.sum()), "topic")
        sentences.append(
            f"* at least {total['lost.cutting'] - gap:,}: for {len(run.bounded):,} of {n} "
            f"the best choice {losses.limit.description} is only bounded"
        )
    return sentences


def to_text(losses: Losses, *, per_topic: bool = False, bars: bool = False) -> str:
    """Write a block per run; `bars` draws the shares."""
    blocks = []
    for run in losses.runs:
        rows = _lines(losses, run)
        indent = max(4, min(len(visible(run.run)), 24)) + 2
        labels = [f"{group:<7}{label}".rstrip() for group, label, _, _ in rows]
        heading = _heading(losses, run)
        width = max(map(len, [*labels, heading])) + 2
        name = visible(run.run)
        lead = f"{name}\n{'':<{indent}}" if len(name) > indent - 2 else f"{name:<{indent}}"
        text = [f"{lead}{heading:<{width}}{'share':>7}{'characters':>14}"]
        for label, (_, _, share, amount) in zip(labels, rows, strict=True):
            bar = f"  {'█' * round(_BAR * (share or 0.0))}".rstrip() if bars else ""
            text.append(f"{'':<{indent}}{label:<{width}}{_percent(share):>7}{amount:>14}{bar}")
        text += [f"{'':<{indent}}{line}" for line in _sentences(losses, run)]
        blocks.append("\n".join(text) + "\n")
    if per_topic:
        blocks.append(render([topic_sheet(losses, run) for run in losses.runs], "table"))
    ends = "".join(f"{visible(line)}\n" for line in advice_lines(losses))
    return "\n".join([*blocks, ends])


def sheets(losses: Losses, *, per_topic: bool = False) -> list[Sheet]:
    """Lay out the blocks as tables."""
    laid = []
    for run in losses.runs:
        rows: list[Line] = [
            (label if not group else f"{group}: {label}".removesuffix(": "), cells, [False, False])
            for (group, label, share, amount) in _lines(losses, run)
            for cells in [[_percent(share), amount]]
        ]
        grid = Grid(_heading(losses, run), ["share", "characters"], rows)
        laid.append(Sheet(run.run, grid))
        if per_topic:
            laid.append(topic_sheet(losses, run))
    return laid


def topic_sheet(losses: Losses, run: RunLosses) -> Sheet:
    """Lay out the characters of every topic."""
    columns = ["relevant", "shown", *(key.replace("_", " ") for key in LOST)]
    keys = ["relevant", "shown", *(f"lost.{key}" for key in LOST)]
    rows: list[Line] = []
    for topic, row in losses.rows(run):
        amounts = run.amounts(row)
        cells = ["-" if (value := amounts[key]) is None else f"{value:,}" for key in keys]
        rows.append((topic, cells, [False] * len(cells)))
    return Sheet(f"{run.run}, characters by topic", Grid("topic", columns, rows))


def sentences(losses: Losses) -> list[str]:
    """Return the sentences below the tables: those of each block, then advice."""
    lines = [
        f"{run.run}: {' '.join(s.split())}" for run in losses.runs for s in _sentences(losses, run)
    ]
    return [*lines, *advice_lines(losses)]


def advice_lines(losses: Losses) -> list[str]:
    """Return a sentence per run on the main cause of its losses."""
    return [f"{run.run}: {advice(run)}" for run in losses.runs]


def records(losses: Losses, *, per_topic: bool) -> Iterator[list[object]]:
    """Yield a row per run and topic, then ``all``: characters under KEYS."""
    for run in losses.runs:
        for topic, row in losses.rows(run) if per_topic else ():
            yield [run.run, topic, *run.amounts(row).values()]
        yield [run.run, "all", *run.total.values()]


def to_jsonl(losses: Losses, *, per_topic: bool) -> str:
    """One object per row."""
    import msgspec

    lines = []
    for name, topic, *amounts in records(losses, per_topic=per_topic):
        entry = {"run": name, "topic": topic, **nested(dict(zip(KEYS, amounts, strict=True)))}
        lines.append(msgspec.json.encode(entry).decode())
    return "\n".join(lines) + "\n"


def document(
    losses: Losses, *, per_topic: bool = False, notes: tuple[str, ...] = (), bars: bool = False
) -> Document:
    """Return losses as tables, records and JSON; `bars` draws the shares for a terminal."""
    return Document(
        json=lambda: losses.to_json(per_topic=per_topic),
        sheets=lambda _arrow: sheets(losses, per_topic=per_topic),
        header=HEADER,
        records=lambda: records(losses, per_topic=per_topic),
        sentences=sentences(losses),
        notes=(*notes, *losses.notes),
        others={
            "table": lambda: to_text(losses, per_topic=per_topic, bars=bars),
            "jsonl": lambda: to_jsonl(losses, per_topic=per_topic),
        },
    )
