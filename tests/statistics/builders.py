"""Small Results for the tests of statistics and lab."""

from __future__ import annotations

import numpy as np

from partwise.tables.results import Results


def results(values, *, runs=None, measures=None, better=None, topics=None, notes=()):
    """Results from values [run, measure, topic]; a missing measure axis is added."""
    table = np.asarray(values, np.float64)
    if table.ndim == 2:
        table = table[:, None, :]
    n_runs, n_measures, n_topics = table.shape
    return Results(
        runs=tuple(runs or (f"r{i}" for i in range(n_runs))),
        topics=tuple(topics or (f"t{i}" for i in range(n_topics))),
        measures=tuple(measures or (f"M{i}" for i in range(n_measures))),
        better=tuple(better or ("higher",) * n_measures),
        table=table,
        present=np.ones((n_runs, n_topics), np.bool_),
        counts={"judged": n_topics, "run": n_topics, "ignored": 0},
        notes=tuple(notes),
    )
