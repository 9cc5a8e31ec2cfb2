"""Losses for people: a block per run, what to do about it, and rows for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from partwise.geometry.inventory import Limit
from partwise.losses.advice import advice
from partwise.losses.culprits import KEYS, LOST
from partwise.losses.table import Losses, RunLosses, nested
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


def words_of(limit: Limit) -> str:
    """Say what is read: ``3 parts``, ``4,000 characters``."""
    if limit.k is not None:
        return plural(limit.k, "part")
    return plural(limit.budget or 0, limit.unit.removesuffix("s"))


def culprit_words(key: str, limit: Limit) -> str:
    """Name a culprit."""
    return f"limit: {words_of(limit)}" if key == "limit" else _WORDS[key]


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def _lines(found: Losses, run: RunLosses) -> list[tuple[str, str, float | None, str]]:
    """Group, words, share and characters of the rows of a block."""
    total, mean = run.total, run.mean
    rows = [("shown", "", mean["shown"], f"{total['shown']:,}")]
    for key in LOST:
        words = culprit_words(key, found.limit)
        amount = total[f"lost.{key}"]
        mark = "*" if key == "cutting" and run.bounded else ""
        text = "-" if amount is None else f"{amount:,}{mark}"
        rows.append(("lost" if key == LOST[0] else "", words, mean[f"lost.{key}"], text))
    return rows


def _heading(found: Losses, run: RunLosses) -> str:
    n_parts = run.inventory["parts"]
    of = f"of {n_parts:,}" if found.limit.k is not None else f"of {plural(n_parts, 'part')}"
    return f"first {words_of(found.limit)} {of}"


def _sentences(found: Losses, run: RunLosses) -> list[str]:
    """Say what was read, where the missing text is, and how sure the ceiling is."""
    total: dict[str, Any] = run.total
    read = {key.removeprefix("read."): f"{total[key]:,}" for key in KEYS if key.startswith("read.")}
    there = total["places.wrong_place_listed"] + total["places.wrong_place_unlisted"]
    elsewhere = (
        total["places.document_not_shown_listed"] + total["places.document_not_shown_unlisted"]
    )
    said = [
        f"read   {plural(total['read.characters'], 'character')}: new {read['new']}, "
        f"repeated {read['repeated']}, padding {read['padding']}, "
        f"right document but wrong place {read['wrong_place']}, "
        f"other documents {read['wrong_document']}",
        f"missing text: {there:,} in documents that were shown "
        f"({total['places.wrong_place_listed']:,} further down the list), "
        f"{elsewhere:,} in others",
    ]
    if run.bounded:
        gap = total["ceiling.high"] - total["ceiling.low"]
        n = plural(int(run.counted.sum()), "topic")
        said.append(
            f"* at least {total['lost.cutting'] - gap:,}: for {len(run.bounded):,} of {n} "
            f"the best choice {found.limit.words} is only bounded"
        )
    return said


def to_text(found: Losses, *, per_topic: bool = False, bars: bool = False) -> str:
    """Write a block per run; `bars` draws the shares."""
    blocks = []
    for run in found.runs:
        rows = _lines(found, run)
        indent = max(4, min(len(visible(run.run)), 24)) + 2
        labels = [f"{group:<7}{words}".rstrip() for group, words, _, _ in rows]
        heading = _heading(found, run)
        width = max(map(len, [*labels, heading])) + 2
        name = visible(run.run)
        lead = f"{name}\n{'':<{indent}}" if len(name) > indent - 2 else f"{name:<{indent}}"
        text = [f"{lead}{heading:<{width}}{'share':>7}{'characters':>14}"]
        for label, (_, _, share, amount) in zip(labels, rows, strict=True):
            bar = f"  {'█' * round(_BAR * (share or 0.0))}".rstrip() if bars else ""
            text.append(f"{'':<{indent}}{label:<{width}}{_percent(share):>7}{amount:>14}{bar}")
        text += [f"{'':<{indent}}{said}" for said in _sentences(found, run)]
        blocks.append("\n".join(text) + "\n")
    if per_topic:
        blocks.append(render([topic_sheet(found, run) for run in found.runs], "table"))
    ends = "".join(f"{visible(said)}\n" for said in where_to_work(found))
    return "\n".join([*blocks, ends])


def sheets(found: Losses, *, per_topic: bool = False) -> list[Sheet]:
    """Lay out the blocks as tables."""
    laid = []
    for run in found.runs:
        rows: list[Line] = [
            (words if not group else f"{group}: {words}".removesuffix(": "), cells, [False, False])
            for (group, words, share, amount) in _lines(found, run)
            for cells in [[_percent(share), amount]]
        ]
        grid = Grid(_heading(found, run), ["share", "characters"], rows)
        laid.append(Sheet(run.run, grid))
        if per_topic:
            laid.append(topic_sheet(found, run))
    return laid


def topic_sheet(found: Losses, run: RunLosses) -> Sheet:
    """Lay out the characters of every topic."""
    columns = ["relevant", "shown", *(key.replace("_", " ") for key in LOST)]
    keys = ["relevant", "shown", *(f"lost.{key}" for key in LOST)]
    rows: list[Line] = []
    for topic, row in found.rows(run):
        amounts = run.amounts(row)
        cells = ["-" if (value := amounts[key]) is None else f"{value:,}" for key in keys]
        rows.append((topic, cells, [False] * len(cells)))
    return Sheet(f"{run.run}, characters by topic", Grid("topic", columns, rows))


def sentences(found: Losses) -> list[str]:
    """Say below the tables what a block says below its rows."""
    said = [
        f"{run.run}: {' '.join(s.split())}" for run in found.runs for s in _sentences(found, run)
    ]
    return [*said, *where_to_work(found)]


def where_to_work(found: Losses) -> list[str]:
    """Say of each run what most of its missing text is lost to."""
    return [f"{run.run}: {advice(run)}" for run in found.runs]


def records(found: Losses, *, per_topic: bool) -> Iterator[list[object]]:
    """Yield a row per run and topic, then ``all``: characters under KEYS."""
    for run in found.runs:
        for topic, row in found.rows(run) if per_topic else ():
            yield [run.run, topic, *run.amounts(row).values()]
        yield [run.run, "all", *run.total.values()]


def to_jsonl(found: Losses, *, per_topic: bool) -> str:
    """One object per row."""
    import msgspec

    lines = []
    for name, topic, *amounts in records(found, per_topic=per_topic):
        entry = {"run": name, "topic": topic, **nested(dict(zip(KEYS, amounts, strict=True)))}
        lines.append(msgspec.json.encode(entry).decode())
    return "\n".join(lines) + "\n"


def document(
    found: Losses, *, per_topic: bool = False, notes: tuple[str, ...] = (), bars: bool = False
) -> Document:
    """Lay out losses in all the shapes in which a user may want them; `bars` for a terminal."""
    return Document(
        json=lambda: found.to_json(per_topic=per_topic),
        sheets=lambda _arrow: sheets(found, per_topic=per_topic),
        header=HEADER,
        records=lambda: records(found, per_topic=per_topic),
        sentences=sentences(found),
        notes=(*notes, *found.notes),
        others={
            "table": lambda: to_text(found, per_topic=per_topic, bars=bars),
            "jsonl": lambda: to_jsonl(found, per_topic=per_topic),
        },
    )
