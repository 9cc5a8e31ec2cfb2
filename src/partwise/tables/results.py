"""Results: one value per run, measure and topic."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise.errors import TableError, quote, require_extra
from partwise.messages import plural, warnings_of
from partwise.tables.aggregates import AGGREGATES
from partwise.tables.columns import freeze
from partwise.tables.constructors import Shown

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    import polars as pl

    from partwise.tables.aggregates import Label
    from partwise.tables.provenance import Input


@dataclass(frozen=True, eq=False)
class Results(Shown):
    """Values of runs, measures and topics.

    Parameters
    ----------
    runs, topics, measures : tuple of str
        The three axes; measures as they are spelled.
    better : tuple of {'higher', 'lower'}
        Direction of each measure.
    table : ndarray of float64, shape (runs, measures, topics)
        NaN where a measure is undefined for a topic.
    present : ndarray of bool, shape (runs, topics)
        Whether the run has results for the topic.
    counts : dict
        ``judged``, ``run`` and ``ignored`` topics.
    averaged : ndarray of bool, shape (runs, topics), optional
        Topics that count in the run's means; default: all.
    aggregates : tuple of str
        How the values of topics become one number, by measure: names of `tables.aggregates`.
        Empty: all of them by the mean.
    notes : tuple of str
        What a careful reader should know of these numbers; a warning begins with
        ``warning: ``.
    met : tuple of dict
        For each run what it has in common with the assessments: ``documents`` counts the pairs
        of topic and document that were ``retrieved`` and ``judged``.
    options : dict
        Every option that changes values, defaults included; empty where nobody knows.
    inputs : tuple of dict
        ``role`` and ``file`` of what was read; saved results also have its ``sha256``.
    labels : tuple of Label or None
        With a preset, how the tool that it reproduces calls each value; default: no labels.
    """

    runs: tuple[str, ...]
    topics: tuple[str, ...]
    measures: tuple[str, ...]
    better: tuple[str, ...]
    table: NDArray[np.float64]
    present: NDArray[np.bool_]
    counts: dict[str, int]
    notes: tuple[str, ...] = ()
    averaged: NDArray[np.bool_] | None = None
    met: tuple[dict[str, dict[str, int]], ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    inputs: tuple[Input, ...] = ()
    labels: tuple[Label | None, ...] = ()
    aggregates: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        shape = (len(self.runs), len(self.measures), len(self.topics))
        if self.table.shape != shape:
            raise TableError(None, f"values have shape {self.table.shape}, expected {shape}")
        if not self.aggregates:
            object.__setattr__(self, "aggregates", ("mean",) * len(self.measures))
        object.__setattr__(self, "table", freeze(self.table))
        object.__setattr__(self, "present", freeze(self.present))

    def __repr__(self) -> str:
        sizes = (
            plural(len(self.runs), "run"),
            plural(len(self.measures), "measure"),
            plural(len(self.topics), "topic"),
        )
        return f"Results({', '.join(sizes)})"

    def __getstate__(self) -> dict[str, Any]:
        # what an evaluation was given stays in its process (evaluation/remembered.py)
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def warnings(self) -> tuple[str, ...]:
        """The notes that call for a look at the data."""
        return warnings_of(self.notes)

    def mean(self, run: str, measure: str) -> float:
        """Mean of one measure over the topics where it is defined; NaN when there is none.

        A geometric or weighted mean where measure or label ask for one.
        """
        column = self._column(str(measure))
        return self.aggregated(column, self.table[_position(self.runs, run, "run"), column])

    def sum(self, run: str, measure: str) -> float:
        """Sum of one measure over the topics where it is defined."""
        return total(self.of(run, measure))

    @property
    def rescaled(self) -> list[str]:
        """Measures that are averaged on another scale than their own: as logarithms."""
        both = zip(self.measures, self.aggregates, strict=True)
        return [measure for measure, name in both if not AGGREGATES[name].is_mean]

    @property
    def scaled(self) -> NDArray[np.float64]:
        """The values on the scale on which they are averaged: logarithms for geometric means."""
        if not self.rescaled:
            return self.table
        by_measure = zip(self.aggregates, self.table.transpose(1, 0, 2), strict=True)
        return np.stack([AGGREGATES[name].scaled(values) for name, values in by_measure], axis=1)

    def of(self, run: str, measure: str) -> NDArray[np.float64]:
        """Values of one run and measure, topic by topic."""
        row = _position(self.runs, run, "run")
        values: NDArray[np.float64] = self.table[row, self._column(str(measure))]
        return values

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """Keys of the values of a run: label, where there is one, and measure."""
        labels = [label.name if label else "" for label in self.labels] or [""] * len(self.measures)
        return tuple(zip(labels, self.measures, strict=True))

    def better_of(self, name: str) -> str:
        """Direction of a label or a measure."""
        return self.better[self._column(name)]

    def only(self, columns: Sequence[int]) -> Results:
        """Return the results of some measures, by their positions."""
        return replace(
            self,
            measures=tuple(self.measures[m] for m in columns),
            better=tuple(self.better[m] for m in columns),
            table=self.table[:, columns],
            labels=tuple(self.labels[m] for m in columns) if self.labels else (),
            aggregates=tuple(self.aggregates[m] for m in columns),
        )

    def _column(self, name: str) -> int:
        """Return the column of a label or a measure."""
        labels = [label for label, _ in self.keys]
        if name and name in labels:
            return labels.index(name)
        ours = ("", name)  # before the same measure under a tool's name
        return (
            self.keys.index(ours)
            if ours in self.keys
            else _position(self.measures, name, "measure")
        )

    def aggregated(self, column: int, values: NDArray[np.float64]) -> float:
        """Turn values of topics into one number, as the measure of a column and its label do."""
        label = self.labels[column] if self.labels else None
        weighted = None if label is None else label.mean(values)
        return AGGREGATES[self.aggregates[column]].of(values) if weighted is None else weighted

    @property
    def mean_table(self) -> NDArray[np.float64]:
        """Means, shape (runs, measures)."""
        means = [[self.aggregated(m, values) for m, values in enumerate(run)] for run in self.table]
        return np.array(means, np.float64).reshape(len(self.runs), len(self.measures))

    @property
    def undefined(self) -> NDArray[np.int64]:
        """Number of undefined topics, shape (runs, measures)."""
        missing = np.isnan(self.table)
        if self.averaged is not None:
            missing &= self.averaged[:, None, :]
        for column, label in enumerate(self.labels):
            if label is not None and (concerns := label.concerns) is not None:
                missing[:, column] &= concerns
        counts: NDArray[np.int64] = missing.sum(axis=2)
        return counts

    @property
    def means(self) -> pl.DataFrame:
        """One row per run and measure."""
        import polars as pl

        means, undefined = self.mean_table, self.undefined
        rows = [(r, m) for r in range(len(self.runs)) for m in range(len(self.measures))]
        return pl.DataFrame(
            {
                "run": [self.runs[r] for r, _ in rows],
                "measure": [self.measures[m] for _, m in rows],
                "mean": pl.Series([float(means[at]) for at in rows], dtype=pl.Float64),
                "undefined": pl.Series([int(undefined[at]) for at in rows], dtype=pl.Int64),
            },
            schema_overrides={"run": pl.String, "measure": pl.String},
        ).with_columns(pl.col("mean").fill_nan(None))

    @property
    def values(self) -> pl.DataFrame:
        """One row per run, topic and measure."""
        import polars as pl

        n_runs, n_measures, n_topics = self.table.shape
        return pl.DataFrame(
            {
                "run": np.repeat(np.array(self.runs, object), n_topics * n_measures),
                "topic": np.tile(np.repeat(np.array(self.topics, object), n_measures), n_runs),
                "measure": np.tile(np.array(self.measures, object), n_runs * n_topics),
                "value": self.table.transpose(0, 2, 1).reshape(-1),
            },
            schema_overrides={"run": pl.String, "topic": pl.String, "measure": pl.String},
        ).with_columns(pl.col("value").fill_nan(None))

    def to_frame(self) -> pl.DataFrame:
        """Return `values`: one row per run, topic and measure."""
        return self.values

    def to_pandas(self) -> pd.DataFrame:
        """Return `values` as a pandas frame; needs pyarrow."""
        require_extra("frames", "to_pandas()", "pandas", "pyarrow")
        return self.values.to_pandas()

    def plot(self, kind: str, **wishes: Any) -> Any:
        """Draw these results: ``res.plot("means")``; the wishes are those of `partwise.plot`.

        Kinds that need the runs read them again, as long as what was given to `evaluate` is
        still there.
        """
        from importlib import import_module

        return import_module("partwise.report.plots").plot_results(self, kind, **wishes)

    def to_json(self, *, per_topic: bool = True) -> str:
        """Return the results as JSON text."""
        from partwise.tables.saved_results import to_json

        return to_json(self, per_topic=per_topic)

    @classmethod
    def from_json(cls, text: str | bytes | Path) -> Results:
        """Read results that `to_json` wrote with per-topic values (text, bytes or a path)."""
        from partwise.tables.saved_results import from_json

        return from_json(text)


def total(values: NDArray[np.float64]) -> float:
    """Exactly rounded sum of the defined values."""
    return math.fsum(values[~np.isnan(values)].tolist())


def or_none(value: float) -> float | None:
    """Return None for NaN, which JSON does not know."""
    return None if math.isnan(value) else float(value)


def _position(names: Sequence[str], name: str, what: str) -> int:
    try:
        return names.index(name)
    except ValueError:
        raise TableError(None, f"no {what} {quote(name)} (available: {', '.join(names)})") from None
