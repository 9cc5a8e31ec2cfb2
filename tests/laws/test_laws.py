"""Laws that every registered measure keeps."""

from __future__ import annotations

import pickle
from contextlib import suppress
from dataclasses import replace
from math import isfinite

import numpy as np
import pytest
from tests.helpers import ranked_rows, views
from tests.laws.collections import (
    TOPICS,
    collection,
    empty_run,
    every_collection,
    judgements_of,
    results_of,
    rows_of,
)
from tests.laws.instances import MEASURES, VARIANTS

import partwise as pw

SEEDS = (1, 2)
ALWAYS_DEFINED = {"CharOverlap", "Overlap", "Judged", "NumRet"}
OF_THE_IDEAL = {"xCI", "Ceiling", "CharOmega", "NumRel"}
"""Measures of what could be retrieved, whatever was."""
BEYOND_THE_LIST = ("PRUM", "ERecallBase")
"""Measures of readers who go on after the list, or of what is left to find."""

every = pytest.mark.parametrize("measure", MEASURES, ids=repr)
every_variant = pytest.mark.parametrize("measure", [*MEASURES, *VARIANTS], ids=repr)


def same(a, b):
    """Whether two columns hold the same bits."""
    return np.asarray(a, np.float64).tobytes() == np.asarray(b, np.float64).tobytes()


def suited(measure, seed):
    """Return a collection; every setting must find one."""
    return collection(measure, seed)


@every_variant
def test_spelling_is_read_back(measure):
    assert pw.parse(repr(measure)) == measure
    assert repr(pw.parse(repr(measure))) == repr(measure)
    assert pickle.loads(pickle.dumps(measure)) == measure


@every
def test_facts_are_stated(measure):
    cls = type(measure)
    assert cls.better in ("higher", "lower")
    assert cls.bounds is not None
    assert cls.bounds[0] < cls.bounds[1]
    assert cls.needs is not None
    assert cls.family != "other"
    assert cls.question.endswith("?")
    assert cls.undefined
    assert ".. math::" in cls.__doc__
    assert "References\n" in cls.__doc__
    assert isfinite(measure.empty_value())


@every_variant
def test_range_is_kept(measure):
    low, high = measure.bounds  # of the instance, whose parameters may widen it: findings 3.4
    for seed in SEEDS:
        values = suited(measure, seed).values(measure)
        assert values.dtype == np.float64
        assert values.shape == (len(TOPICS),)
        known = values[~np.isnan(values)]
        assert known.size
        assert (known >= low).all()
        assert (known <= high).all()


@every_variant
def test_order_of_lines_does_not_matter(measure):
    tables = suited(measure, 3)
    values = tables.values(measure)
    for other in tables.reordered:
        assert same(other.values(measure), values)


@every_variant
def test_order_of_assessments_does_not_matter(measure):
    # findings 2.7: sums of unequal grades are the same bits whatever order they come in
    for tables in every_collection(measure, 3):
        other = tables.shuffled
        found = other.values(measure)[[other.topics.index(t) for t in TOPICS]]
        assert same(found, tables.values(measure))


@every
def test_other_topics_do_not_matter(measure):
    tables = collection(measure, 4)
    values = tables.values(measure)
    for topic, value in zip(TOPICS, values, strict=True):
        run, qrels = results_of(tables.run, topic), judgements_of(tables.qrels, topic)
        alone = replace(tables, run=run, qrels=qrels)
        assert same(alone.values(measure), [value])


@every
def test_other_runs_and_measures_do_not_matter(measure):
    tables = collection(measure, 5)
    values = tables.values(measure)
    half = rows_of(tables.run, np.arange(len(tables.run) // 2))
    together = []
    runs = (half, tables.run, empty_run(), tables.run)
    for view in views(tables.qrels, runs, **tables.beside):
        for other in MEASURES:
            if other.needs <= measure.needs:
                with suppress(pw.PartwiseError):
                    other.values(view)
        together.append(measure.values(view))
    assert same(together[1], values)
    assert same(together[3], values)


@pytest.mark.parametrize(
    "name", ["APRUM", "AEPRUM", "AESRP", "ASRiP", "ASRiP2", "ASRP", "SRPRUM", "CharAP", "AiP"]
)
@pytest.mark.parametrize("k", [1, 3, 40])
def test_a_rank_cuts_the_run_first(name, k):
    # findings 7.4
    for tables in every_collection(pw.parse(name), 9):
        rows = [row for ranked in ranked_rows(tables.view()) for row in ranked[:k]]
        cut = tables.with_run(rows_of(tables.run, np.sort(rows)))
        assert tables.values(pw.parse(f"{name}@{k}")) == pytest.approx(
            cut.values(pw.parse(name)), abs=1e-12, nan_ok=True
        )


@every
def test_inputs_are_not_touched(measure):
    tables = collection(measure, 6)
    before = pickle.dumps((tables.qrels, tables.run, tables.lengths))
    measure.values(tables.view())
    assert pickle.dumps((tables.qrels, tables.run, tables.lengths)) == before


@every
def test_an_empty_run_earns_nothing(measure):
    tables = collection(measure, 7)
    full = tables.values(measure)
    values = tables.with_run(empty_run()).values(measure)
    assert (np.isnan(values) == np.isnan(full)).all()
    if type(measure).__name__ in OF_THE_IDEAL:
        assert same(values, full)
    elif measure.better == "higher" and not type(measure).__name__.endswith(BEYOND_THE_LIST):
        assert (values[~np.isnan(values)] == 0).all()
    elif measure.better == "lower" and type(measure).__name__ not in ALWAYS_DEFINED:
        assert (values[~np.isnan(values)] >= full[~np.isnan(values)]).all()


@every
def test_a_topic_without_results_is_an_empty_run(measure):
    tables = collection(measure, 8)
    at = TOPICS.index("found nothing")
    empty = tables.with_run(empty_run()).values(measure)
    assert same(tables.values(measure)[at], empty[at])


@every
def test_undefined_only_where_nothing_is_relevant(measure):
    values = collection(measure, 9).values(measure)
    nothing = np.array([topic == "nothing to find" for topic in TOPICS])
    if type(measure).__name__ in ALWAYS_DEFINED:
        assert not np.isnan(values).any()
    else:
        assert (np.isnan(values) == nothing).all()


@every
def test_views_can_be_shipped(measure):
    tables = collection(measure, 10)
    view = pickle.loads(pickle.dumps(tables.view()))
    assert same(measure.values(view), tables.values(measure))
