"""Results as JSON, there and back.

The shape is ``{"partwise": VERSION, "options": {}, "inputs": [{"role", "file", "sha256"}],
"topics": {"judged", "run", "ignored", "empty"}, "runs":
[{"run", "values": [{"measure", "mean", "undefined", "topics"}]}], "notes": []}``. Entries of
measures for which less is better also say ``"better": "lower"``, those of which another mean
than the plain one is taken ``"aggregate"``, and counts of documents have their ``"sum"``; with a
preset, those of the tool that it reproduces have ``label``, ``tool`` and, where the tool has
them, ``std`` and ``weights``.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from partwise._version import __version__
from partwise.errors import FormatError, quote
from partwise.messages import Note, texts_of
from partwise.tables.aggregates import AGGREGATES, Label, restored
from partwise.tables.provenance import with_digest
from partwise.tables.results import Results, or_none, total


class _Entry(msgspec.Struct):
    measure: str
    mean: float | None
    undefined: int
    topics: dict[str, float | None] | None = None
    better: str = "higher"
    label: str | None = None
    tool: str | None = None
    std: float | msgspec.UnsetType | None = msgspec.UNSET
    weights: dict[str, float] | None = None
    aggregate: str = "mean"
    sum: float | None = None

    @property
    def aggregate_name(self) -> str:
        """The name of `tables.aggregates`."""
        return self.aggregate if self.sum is None else "sum"


class _Run(msgspec.Struct):
    run: str
    values: list[_Entry]
    documents: dict[str, int] | None = None
    links: dict[str, int] | None = None
    counts: dict[str, int] | None = None


_NO_INPUT: dict[str, str | None] = {"role": None, "file": None, "sha256": None}
"""Defaults of an input; a digest of None keeps the file unopened."""


class _Saved(msgspec.Struct):
    partwise: str
    topics: dict[str, int]
    runs: list[_Run]
    notes: list[str]
    options: dict[str, Any] = {}
    inputs: list[dict[str, str | None]] = []


def to_json(results: Results, *, per_topic: bool) -> str:
    """Write results as indented JSON text."""
    data = to_dict(results, per_topic=per_topic)
    return msgspec.json.format(msgspec.json.encode(data), indent=1).decode() + "\n"


def to_dict(results: Results, *, per_topic: bool) -> dict[str, Any]:
    """Return the results in the shape of the JSON output."""
    means, undefined = results.mean_table, results.undefined
    runs = []
    for r, run in enumerate(results.runs):
        values = []
        for m, measure in enumerate(results.measures):
            label = results.labels[m] if results.labels else None
            entry: dict[str, Any] = {
                **({} if label is None else label.entry(results.table[r, m], results.topics)),
                "measure": measure,
                "mean": or_none(float(means[r, m])),
                "undefined": int(undefined[r, m]),
            }
            if per_topic:
                numbers = map(or_none, results.table[r, m].tolist())
                entry["topics"] = dict(zip(results.topics, numbers, strict=True))
            if results.better[m] == "lower":
                entry["better"] = "lower"
            entry |= _aggregated(results, r, m)
            values.append(entry)
        met = results.met[r] if results.met else {}
        runs.append({"run": run, **met, "values": values})
    return {
        "partwise": __version__,
        "options": results.options,
        "inputs": [with_digest(entry) for entry in results.inputs],
        "topics": dict(results.counts),
        "runs": runs,
        "notes": texts_of(results.notes),
    }


def _aggregated(results: Results, run: int, measure: int) -> dict[str, Any]:
    """Aggregate over all topics, where it is not the plain mean alone."""
    name = results.aggregates[measure]
    if AGGREGATES[name].sums:
        return {"sum": total(results.table[run, measure])}
    return {} if AGGREGATES[name].is_mean else {"aggregate": name}


def from_json(text: str | bytes | Path) -> Results:
    """Read saved results; they must hold per-topic values."""
    source = str(text) if isinstance(text, Path) else "results"
    if isinstance(text, Path):
        try:
            text = text.read_bytes()
        except OSError as error:
            raise FormatError(source, None, f"cannot be read: {error.strerror}") from None
    hint = "Save results with --format json --per-topic"
    try:
        decoded = text.decode() if isinstance(text, bytes) else text
        saved = msgspec.json.decode(decoded, type=_Saved)
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise FormatError(source, None, f"not UTF-8 (byte 0x{byte:02X})") from None
    except RecursionError:
        raise FormatError(source, None, "nested too deeply to be saved results") from None
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise FormatError(source, None, f"not saved results: {error}", hint) from None
    return _restore(saved, source, hint)


def _restore(saved: _Saved, source: str, hint: str) -> Results:
    if not saved.runs or not saved.runs[0].values:
        raise FormatError(source, None, "holds no values", hint)
    first = saved.runs[0].values
    if any(entry.topics is None for run in saved.runs for entry in run.values):
        raise FormatError(source, None, "holds means only, no values per topic", hint)
    topics = list(first[0].topics or ())
    measures = [(entry.label, entry.measure) for entry in first]
    table = np.empty((len(saved.runs), len(measures), len(topics)))
    for r, run in enumerate(saved.runs):
        if [(entry.label, entry.measure) for entry in run.values] != measures:
            raise FormatError(source, None, f"run {run.run} has other measures than the first run")
        for m, entry in enumerate(run.values):
            values = entry.topics or {}
            if values.keys() != set(topics):
                problem = f"run {run.run}, {entry.measure}: other topics than the first run"
                raise FormatError(source, None, problem)
            if entry.aggregate_name not in AGGREGATES:
                problem = f"{entry.measure}: unknown aggregate {quote(entry.aggregate)}"
                raise FormatError(source, None, problem)
            table[r, m] = [_or_nan(values[topic]) for topic in topics]
            if not _can_be_summed(table[r, m]):
                problem = f"{entry.measure}: the sum of values overflows"
                raise FormatError(source, None, problem)
    return Results(
        runs=tuple(run.run for run in saved.runs),
        topics=tuple(topics),
        measures=tuple(entry.measure for entry in first),
        better=tuple(entry.better for entry in first),
        table=table,
        present=np.ones((len(saved.runs), len(topics)), np.bool_),
        counts=saved.topics,
        notes=tuple(map(_told_before, saved.notes)),
        met=tuple(map(_met, saved.runs)),
        options=saved.options,
        inputs=tuple({**_NO_INPUT, **one} for one in saved.inputs),
        labels=_labels(first, topics),
        aggregates=tuple(entry.aggregate_name for entry in first),
    )


def _labels(entries: list[_Entry], topics: list[str]) -> tuple[Label | None, ...]:
    found = [
        restored(
            entry.label,
            entry.tool,
            entry.weights,
            spread=entry.std is not msgspec.UNSET,
            topics=topics,
        )
        for entry in entries
    ]
    return tuple(found) if any(found) else ()


def _told_before(text: str) -> Note:
    """Take a saved note for one that people have seen; warnings are worth repeating."""
    note = Note.read(text)
    return note if note.level == "warning" else Note(text, level="detail")


def _can_be_summed(values: NDArray[np.float64]) -> bool:
    try:
        return math.isfinite(math.fsum(np.abs(values[~np.isnan(values)]).tolist()))
    except OverflowError:
        return False


def _met(run: _Run) -> dict[str, dict[str, int]]:
    found = {"documents": run.documents, "links": run.links, "counts": run.counts}
    return {name: counts for name, counts in found.items() if counts is not None}


def _or_nan(value: float | None) -> float:
    return math.nan if value is None else value
