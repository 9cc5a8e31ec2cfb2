"""The comparison of runs with a baseline, from Results to Comparisons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.errors import UnknownNameError, UsageError
from partwise.kernels.text.near import near
from partwise.messages import Notes
from partwise.statistics.comparisons import Comparison, Comparisons, Group, notes_on
from partwise.statistics.differences import Floats
from partwise.statistics.merging import merge
from partwise.statistics.paired_tests import Columns, Settings, adjusted, tested
from partwise.tables.aggregates import AGGREGATES, ON_LOGARITHMS
from partwise.tables.results import Results

By = Mapping[str, Mapping[str, str]]
"""Attribute -> topic -> value."""

NO_VALUE = "(none)"
"""The group of the topics for which an attribute has no value."""

Plan = list[tuple[int, int, int]]
"""Baseline, run and measure of each comparison, as positions in Results."""


def compare(
    results: Results | Sequence[Results],
    baseline: str | Sequence[str] | None = None,
    *,
    runs: Sequence[str] | None = None,
    measures: Sequence[str] | None = None,
    alpha: float = 0.05,
    correction: str = "holm",
    confidence: float = 0.95,
    tie: float = 0.0,
    flips: int = 10_000,
    resamples: int = 10_000,
    seed: int = 0,
    by: By | None = None,
    lenient: bool = False,
) -> Comparisons:
    """Compare runs with a baseline, topic by topic, without evaluating anything again.

    Parameters
    ----------
    results : Results or sequence of Results
        Values of the runs; several (saved) results are matched by topic id.
    baseline : str or sequence of str, optional
        Run or runs to compare against; the first run when None.
    runs, measures : sequence of str, optional
        Which to compare; all when None.
    alpha : float
        Significance level.
    correction : {'holm', 'bonferroni', 'bh', 'none'}
        Correction that decides what is significant; all are reported.
    confidence : float
        Nominal coverage of the bootstrap intervals.
    tie : float
        Largest difference of a topic that is neither won nor lost.
    flips, resamples : int
        Sign patterns of the permutation test and bootstrap resamples.
    seed : int
        Seed of both.
    by : mapping of mappings, optional
        Attribute -> topic -> value; the same tests are made on the topics of
        each value, corrected over all groups together.
    lenient : bool
        Compare several results although they are over different assessments.

    Returns
    -------
    Comparisons

    Raises
    ------
    UnknownNameError
        A baseline, run or measure that is not there.
    UsageError
        Nothing to compare, or a run without a topic in common with its baseline.
    ParameterError
        A parameter outside its range.

    Examples
    --------
    >>> import numpy as np
    >>> from partwise.tables.results import Results
    >>> values = np.array([[[0.1, 0.2, 0.3]], [[0.3, 0.2, 0.6]]])
    >>> present = np.ones((2, 3), bool)
    >>> topics = ("1", "2", "3")
    >>> res = Results(("a", "b"), topics, ("AP",), ("higher",), values, present, {})
    >>> row = compare(res).rows[0]
    >>> row.run, row.wins, row.ties, row.losses, row.permutation
    ('b', 2, 1, 0, 0.5)
    """
    settings = Settings(alpha, correction, confidence, tie, flips, resamples, seed)
    table = results if isinstance(results, Results) else _merged(results, lenient=lenient)
    plan, baselines = _plan(table, baseline, runs, measures)
    everything = np.arange(len(table.topics))
    rows = _comparisons(table, plan, adjusted(_block(table, plan, everything, settings)))
    values, base = _values(table.table, plan)
    scale_notes, rescaled = (
        Notes(),
        [m for m in table.rescaled if any(m == r.measure for r in rows)],
    )
    if rescaled:
        scale_notes.add(ON_LOGARITHMS, measures=rescaled)
    return Comparisons(
        baselines=baselines,
        rows=rows,
        groups=_groups(table, plan, by or {}, settings),
        alpha=alpha,
        correction=correction,
        confidence=confidence,
        topics=table.topics,
        values=values,
        baseline_values=base,
        notes=(*table.notes, *notes_on(rows, values, base), *scale_notes),
        nav=table.options.get("nav"),
    )


def _merged(results: Any, *, lenient: bool) -> Results:
    """Merge several Results; raise UsageError for files and tables, which have no values yet."""
    several = isinstance(results, Sequence) and not isinstance(results, str)
    tables = results if several else [results]
    for item in tables:
        if not isinstance(item, Results):
            raise UsageError(
                f"compare takes Results, not {type(item).__name__}. "
                "Use compare(evaluate(qrels, runs, measures)), or Results.from_json(Path(FILE)) "
                "for what was saved"
            )
    return merge(tables, lenient=lenient)


def _plan(
    table: Results,
    baseline: str | Sequence[str] | None,
    runs: Sequence[str] | None,
    measures: Sequence[str] | None,
) -> tuple[Plan, tuple[str, ...]]:
    if np.isinf(table.table).any():
        raise UsageError("the results hold an infinite value; nothing can be tested on it")
    if len(table.runs) < 2:
        raise UsageError("there is only one run; a comparison needs a baseline and a run")
    names = [table.runs[0]] if baseline is None else baseline
    against = _positions([names] if isinstance(names, str) else names, table.runs, "run")
    chosen = _positions(table.runs if runs is None else runs, table.runs, "run")
    spelled = table.measures if measures is None else [str(measure) for measure in measures]
    columns = _positions(spelled, table.measures, "measure")
    if not set(chosen) - set(against):
        raise UsageError("all runs are baselines; nothing is left to compare")
    pairs = [(b, r) for b in against for r in chosen if r not in against]
    for b, r in pairs:
        _check_topics(table, b, r)
    return [(b, r, m) for b, r in pairs for m in columns], tuple(table.runs[b] for b in against)


def _positions(names: Sequence[str], available: Sequence[str], kind: str) -> list[int]:
    if not names:
        raise UsageError(f"no {kind} given")
    out = []
    for name in dict.fromkeys(names):
        if name not in available:
            raise UnknownNameError(kind, name, near(name, available), available=available[:10])
        out.append(available.index(name))
    return out


def _check_topics(table: Results, baseline: int, run: int) -> None:
    defined = [~np.isnan(values).all(axis=0) for values in table.table]
    if (defined[baseline] & defined[run]).any() or not (
        defined[baseline].any() and defined[run].any()
    ):
        return
    names = [
        f"{table.runs[row]}: {table.topics[int(np.argmax(defined[row]))]}.."
        for row in (baseline, run)
    ]
    raise UsageError(
        f"{table.runs[run]} and the baseline {table.runs[baseline]} have no topic in common "
        f"({', '.join(names)})"
    )


def _comparisons(
    table: Results, plan: Plan, columns: Columns, first: int = 0
) -> tuple[Comparison, ...]:
    return tuple(
        Comparison(
            run=table.runs[r],
            baseline=table.runs[b],
            measure=table.measures[m],
            better=table.better[m],
            **{name: column[first + index].item() for name, column in columns.items()},
        )
        for index, (b, r, m) in enumerate(plan)
    )


def _groups(table: Results, plan: Plan, by: By, settings: Settings) -> tuple[Group, ...]:
    named: list[tuple[str, str, int]] = []
    blocks: list[Columns] = []
    for attribute, value_of in by.items():
        of_topic = np.array([value_of.get(topic) or NO_VALUE for topic in table.topics], object)
        if (of_topic == NO_VALUE).all():
            raise UsageError(f"no topic of the results has a value for {attribute}")
        for value in dict.fromkeys(of_topic.tolist()):
            rows = np.flatnonzero(of_topic == value)
            named.append((attribute, value, rows.size))
            blocks.append(_block(table, plan, rows, settings))
    if not named:
        return ()
    together = adjusted({name: np.concatenate([b[name] for b in blocks]) for name in blocks[0]})
    return tuple(
        Group(attribute, value, size, _comparisons(table, plan, together, index * len(plan)))
        for index, (attribute, value, size) in enumerate(named)
    )


def _block(table: Results, plan: Plan, rows: NDArray[np.int64], settings: Settings) -> Columns:
    values, base = _values(table.scaled, plan)
    sign = np.array([-1.0 if table.better[m] == "lower" else 1.0 for _, _, m in plan])
    columns = tested(values[rows], base[rows], sign, settings)
    for column, (_, _, m) in enumerate(plan):
        aggregate = AGGREGATES[table.aggregates[m]]
        if not aggregate.is_mean:
            for name in ("baseline_mean", "mean"):
                columns[name][column] = aggregate.read_back(columns[name][column])
            columns["relative"][column] = (
                columns["mean"][column] / columns["baseline_mean"][column] - 1
            )
    return columns


def _values(table: Floats, plan: Plan) -> tuple[Floats, Floats]:
    """Values of run and baseline, ``[topic, comparison]``."""
    values = np.stack([table[r, m] for _, r, m in plan], axis=1)
    base = np.stack([table[b, m] for b, _, m in plan], axis=1)
    return values, base
