"""Tables of results and comparisons."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import repeat

import numpy as np

from partwise.errors import PartwiseError
from partwise.evaluation.plan import parse, resolve
from partwise.language.fields import AUTO
from partwise.report.tables import (
    Code,
    Document,
    Grid,
    Sheet,
    grid,
    names_of_tsv,
    numbers_of_tsv,
    topic_grid,
)
from partwise.tables.results import Results

VALUE_HEADER = ("run", "topic", "measure", "value")
"""Columns of a row."""

LABEL = "label"
"""Fifth column, where a preset names the values as its tool does."""

MEAN = "all"
"""Topic name of the mean."""


Row = tuple[str | float | None, ...]


def value_header(results: Results) -> tuple[str, ...]:
    """Return the columns: with labels one more."""
    return (*VALUE_HEADER, LABEL) if results.labels else VALUE_HEADER


def value_rows(results: Results, *, per_topic: bool) -> Iterator[Row]:
    """Yield run, topic, measure, value: per-topic values of a run first, then its means.

    Where values have labels, each row ends with its own, None where there is none.
    """
    names = _names(results, per_topic=per_topic)
    ends = _labels(results, per_topic=per_topic)
    for run, values in _values(results, per_topic=per_topic):
        columns = (repeat(run, len(values)), *names, values, *([ends] if ends else ()))
        yield from zip(*columns, strict=True)


def _names(results: Results, *, per_topic: bool) -> tuple[list[str], list[str]]:
    """Topics and measures of the values of a run."""
    topics = _row_topics(results, per_topic=per_topic)
    return [topic for topic in topics for _ in results.measures], [*results.measures] * len(topics)


def _labels(results: Results, *, per_topic: bool) -> list[str | None]:
    names = [None if label is None else label.name for label in results.labels]
    return names * len(_row_topics(results, per_topic=per_topic))


def _row_topics(results: Results, *, per_topic: bool) -> tuple[str, ...]:
    return (*(results.topics if per_topic else ()), MEAN)


def _values(results: Results, *, per_topic: bool) -> Iterator[tuple[str, list[float]]]:
    """Yield the values of each run."""
    for run, table, mean in zip(results.runs, results.table, results.mean_table, strict=True):
        by_topic = table.T.ravel().tolist() if per_topic else []
        yield run, [*by_topic, *mean.tolist()]


def to_tsv(results: Results, *, per_topic: bool, raw: bool = False) -> str:
    """Write the rows as `delimited` does; cells that runs share are joined once."""
    cell = names_of_tsv(raw=raw)
    pairs = zip(*_names(results, per_topic=per_topic), strict=True)
    keys = [f"\t{cell[topic]}\t{cell[measure]}\t" for topic, measure in pairs]
    labels = _labels(results, per_topic=per_topic)
    ends = ["\t" if label is None else f"\t{cell[label]}" for label in labels] or [""] * len(keys)
    blocks = ["\t".join(value_header(results))]
    for run, values in _values(results, per_topic=per_topic):
        name, numbers = cell[run], numbers_of_tsv(values)
        lines = zip(keys, numbers, ends, strict=True)
        blocks.append("\n".join([name + key + number + end for key, number, end in lines]))
    return "\n".join(blocks) + "\n"


def to_jsonl(results: Results, *, per_topic: bool) -> str:
    """One object per value."""
    import msgspec

    encode, names = msgspec.json.encode, value_header(results)
    lines = []
    for row in value_rows(results, per_topic=per_topic):
        entry = dict(zip(names, row, strict=True))
        if np.isnan(row[3]):  # type: ignore[arg-type]
            entry["value"] = None
        if entry.get(LABEL, "") is None:
            del entry[LABEL]
        lines.append(encode(entry).decode())
    return "\n".join(lines) + "\n"


def to_parquet(results: Results, *, per_topic: bool) -> bytes:
    """Return the TSV's columns as a Parquet file."""
    import polars as pl

    listed = list(value_rows(results, per_topic=per_topic))
    kinds = {name: pl.Float64 if name == "value" else pl.String for name in value_header(results)}
    frame = pl.DataFrame(listed, schema=kinds, orient="row").with_columns(
        pl.col("value").fill_nan(None)
    )
    out = io.BytesIO()
    frame.write_parquet(out)
    return out.getvalue()


def nav_once(document: Document, measures: Sequence[str], nav: str | None) -> Document:
    """Move `nav` from measure names to the heading of tables and sentences; records keep it."""
    names, shared = _without_nav(list(dict.fromkeys(measures)), nav)
    if not shared:
        return document
    longest = sorted(names, key=len, reverse=True)
    pattern = re.compile(rf"({'|'.join(map(re.escape, longest))})(?![\w@(]|\.\d)")

    def brief(text: str) -> str:
        shortened = pattern.sub(lambda name: names[name[1]], text)
        return Code(shortened) if isinstance(text, Code) else shortened

    return replace(
        document,
        heading=shared,
        sentences=tuple(map(brief, document.sentences)),
        sheets=lambda arrow: [_brief_sheet(sheet, brief) for sheet in document.sheets(arrow)],
    )


def _brief_sheet(sheet: Sheet, brief: Callable[[str], str]) -> Sheet:
    laid, narrow_sheets = sheet.grid, sheet.narrow
    rows = [(brief(name), [brief(c) for c in cells], marks) for name, cells, marks in laid.rows]
    brief_grid = Grid(brief(laid.corner), [brief(head) for head in laid.columns], rows, laid.rules)
    narrow = narrow_sheets and (
        lambda width: [_brief_sheet(narrow_sheet, brief) for narrow_sheet in narrow_sheets(width)]
    )
    return Sheet(brief(sheet.title), brief_grid, narrow)


def _without_nav(measures: Sequence[str], nav: str | None) -> tuple[dict[str, str], str]:
    """Leave out the user model that ``--nav`` filled in.

    Returns
    -------
    names : dict
        The name in the table of each measure.
    shared : str
        The removed parameter, ``nav=...``; empty if there was none.
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


def results_document(results: Results, *, per_topic: bool = False) -> Document:
    """Return means, or the values of every topic before them."""

    def sheets(arrow: str) -> list[Sheet]:
        laid: list[Sheet] = []
        for title, block in blocks(results):
            runs = range(len(block.runs)) if per_topic else ()
            laid += [Sheet(title, topic_grid(block, run, arrow=arrow)) for run in runs]
            if not per_topic or len(block.runs) > 1:
                laid.append(Sheet(title, grid(block, arrow=arrow)))
        return laid

    laid = Document(
        json=lambda: results.to_json(per_topic=per_topic),
        sheets=sheets,
        header=value_header(results),
        records=lambda: value_rows(results, per_topic=per_topic),
        notes=results.notes,
        tsv=lambda raw: to_tsv(results, per_topic=per_topic, raw=raw),
        others={
            "jsonl": lambda: to_jsonl(results, per_topic=per_topic),
            "parquet": lambda: to_parquet(results, per_topic=per_topic),
        },
    )
    return nav_once(laid, results.measures, results.options.get("nav"))


def blocks(results: Results) -> list[tuple[str, Results]]:
    """Return the values as the tool of a preset prints them, then ours, under their titles."""
    theirs = [m for m, label in enumerate(results.labels) if label is not None]
    if not theirs:
        return [("", results)]
    ours = [m for m in range(len(results.measures)) if m not in theirs]
    first = results.labels[theirs[0]]
    tool = first.tool if first is not None else None
    title = tool or f"{results.options.get('preset')}, without quirks of its tool"
    titled = [(title, results.only(theirs))]
    return [*titled, ("partwise", results.only(ours))] if ours else titled
