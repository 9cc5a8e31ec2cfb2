"""Element measures against exact arithmetic on random trees with gaps."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference import exact_elements as exact
from tests.reference.element_tables import (
    ideal_gains_of,
    in_order_of_ties,
    view_of,
    view_without_structure,
)
from tests.reference.element_worlds import forests, graded, runs, topics

import partwise as pw

TABLES = {
    **exact.TABLES,
    "own": {(3, 3): Fraction(1), (2, 2): Fraction(1, 3), (1, 1): Fraction(1, 8)},
}
TOLERANCES = [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)]
CLOSE = {"rel": 0, "abs": 1e-9, "nan_ok": True}

settings_of_gain = st.fixed_dictionaries(
    {
        "t": st.sampled_from(TOLERANCES),
        "norm": st.sampled_from(["bounded", "literal", "none"]),
        "ideal": st.sampled_from(["derived", "full"]),
    }
)


def spelled(quant):
    """A quantisation as the measures take it."""
    if quant != "own":
        return quant
    return {pair: float(value) for pair, value in TABLES["own"].items()}


def curves(trees, per_topic, quant, setting):
    """Exact curve of each topic, None where nothing can be earned."""
    found = []
    for grades, run in per_topic:
        q = {c: TABLES[quant].get(pair, exact.ZERO) for c, pair in grades.items()}
        made = exact.curve(trees, q, set(grades), run, **setting)
        found.append(made if made.T > 0 else None)
    return found


def numbers(expected):
    return [float("nan") if x is None else float(x) for x in expected]


@pytest.mark.parametrize("quant", TABLES)
@settings(max_examples=30)
@given(world=topics(), setting=settings_of_gain, k=st.integers(1, 15))
def test_cumulated_gain(quant, world, setting, k):
    trees, per_topic = world
    view = view_of(trees, per_topic)
    made = curves(trees, per_topic, quant, setting)
    names = {"tolerance": float(setting["t"]), "norm": setting["norm"], "ideal": setting["ideal"]}
    for measure in (pw.xCG, pw.nxCG, pw.AnxCG, pw.gr):
        found = (measure(quant=spelled(quant), **names) @ k).values(view)
        expected = [None if c is None else getattr(c, measure.__name__)(k) for c in made]
        assert found == pytest.approx(numbers(expected), **CLOSE)
    found = (pw.xCI(quant=spelled(quant), ideal=setting["ideal"]) @ k).values(view)
    assert found == pytest.approx(numbers([None if c is None else c.xCI(k) for c in made]), **CLOSE)
    for measure, depth in ((pw.Q, None), (pw.Q, k), (pw.Rmeasure, None)):
        asked = measure(quant=spelled(quant), **names)
        found = (asked if depth is None else asked @ depth).values(view)
        expected = [None if c is None else getattr(c.cut(depth), measure.__name__)() for c in made]
        assert found == pytest.approx(numbers(expected), **CLOSE)


@pytest.mark.parametrize("how", ["linear", "inex2005"])
@pytest.mark.parametrize("quant", TABLES)
@settings(max_examples=30)
@given(
    world=topics(),
    setting=settings_of_gain,
    level=st.integers(1, 20).map(lambda i: Fraction(i, 20)),
    points=st.sampled_from([1, 3, 10]),
    k=st.none() | st.integers(1, 9),
)
def test_effort(quant, how, world, setting, level, points, k):
    trees, per_topic = world
    view = view_of(trees, per_topic)
    made = curves(trees, per_topic, quant, setting)
    names = {
        "quant": spelled(quant),
        "tolerance": float(setting["t"]),
        "norm": setting["norm"],
        "ideal": setting["ideal"],
        "interpolation": how,
    }
    found = (pw.ep(**names) @ float(level)).values(view)
    expected = [None if c is None else c.ep(level, how) for c in made]
    assert found == pytest.approx(numbers(expected), **CLOSE)

    average = pw.Aep(**names) if k is None else pw.Aep(**names) @ k
    expected = [None if c is None else c.cut(k).Aep(how) for c in made]
    assert average.values(view) == pytest.approx(numbers(expected), **CLOSE)

    average = pw.iAep(**names, points=points)
    average = average if k is None else average @ k
    expected = [None if c is None else c.cut(k).iAep(points, how) for c in made]
    assert average.values(view) == pytest.approx(numbers(expected), **CLOSE)


@pytest.mark.parametrize("quant", TABLES)
@settings(max_examples=30)
@given(
    world=topics(),
    level=st.integers(1, 20).map(lambda i: Fraction(i, 20)),
    collection=st.none() | st.integers(1, 40),
    points=st.sampled_from([100, 101]),
    k=st.none() | st.integers(1, 9),
)
def test_recall_base(quant, world, level, collection, points, k):
    trees, per_topic = world
    views = view_of(trees, per_topic), view_without_structure(trees, per_topic)
    at_level, average = [], []
    for grades, run in per_topic:
        q = {c: TABLES[quant].get(pair, exact.ZERO) for c, pair in grades.items()}
        if not any(q.values()):
            at_level.append(None)
            average.append(None)
            continue
        listed = [[c] for c in run]
        at_level.append(exact.precall(q, listed, level, collection))
        average.append(exact.aprecall(q, listed[:k], points, collection))
    one = pw.Precall(quant=spelled(quant), collection=collection) @ float(level)
    mean = pw.APrecall(quant=spelled(quant), collection=collection, points=points)
    mean = mean if k is None else mean @ k
    for view in views:
        assert one.values(view) == pytest.approx(numbers(at_level), **CLOSE)
        assert mean.values(view) == pytest.approx(numbers(average), **CLOSE)


def cut(ranks, k):
    """Keep the first k results, also inside a rank."""
    kept, left = [], k
    for shared in ranks:
        kept.append(shared if left is None else shared[:left])
        left = None if left is None else left - len(kept[-1])
    return [shared for shared in kept if shared]


@pytest.mark.parametrize("quant", TABLES)
@settings(max_examples=30)
@given(
    world=topics(),
    data=st.data(),
    level=st.integers(1, 20).map(lambda i: Fraction(i, 20)),
    collection=st.none() | st.integers(1, 40),
    points=st.sampled_from([100, 101]),
    k=st.none() | st.integers(1, 9),
)
def test_recall_base_with_ties(quant, world, data, level, collection, points, k):
    # findings 2.1: results of one rank share it
    trees, per_topic = world
    ranks = [
        data.draw(st.lists(st.integers(1, 4), min_size=len(run), max_size=len(run)))
        for _, run in per_topic
    ]
    at_level, average, one_by_one = [], [], []
    for (grades, run), rank in zip(per_topic, ranks, strict=True):
        q = {c: TABLES[quant].get(pair, exact.ZERO) for c, pair in grades.items()}
        if not any(q.values()):
            for values in (at_level, average, one_by_one):
                values.append(None)
            continue
        shared = in_order_of_ties(trees, run, rank)
        at_level.append(exact.precall(q, shared, level, collection))
        average.append(exact.aprecall(q, cut(shared, k), points, collection))
        singles = [[c] for c in chain.from_iterable(shared)]
        one_by_one.append(exact.precall(q, singles, level, collection))
    view = view_of(trees, per_topic, ranks=ranks)
    names = {"quant": spelled(quant), "collection": collection}
    mean = pw.APrecall(**names, points=points)
    mean = mean if k is None else mean @ k
    assert (pw.Precall(**names) @ float(level)).values(view) == pytest.approx(
        numbers(at_level), **CLOSE
    )
    assert mean.values(view) == pytest.approx(numbers(average), **CLOSE)
    assert (pw.Precall(**names, ties="order") @ float(level)).values(view) == pytest.approx(
        numbers(one_by_one), **CLOSE
    )


@given(
    world=topics(), k=st.integers(1, 14), level=st.integers(1, 20).map(lambda i: Fraction(i, 20))
)
def test_unseen_text(world, k, level):
    trees, per_topic = world
    view = view_of(trees, per_topic)
    recall, precision, at_level = [], [], []
    for grades, run in per_topic:
        defined = bool(grades)
        recall.append(exact.grpng_recall(trees, grades, run, k) if defined else None)
        precision.append(exact.grpng_precision(trees, grades, run, k) if defined else None)
        at_level.append(exact.grpng(trees, grades, run, level) if defined else None)

    assert (pw.GRPngR() @ k).values(view) == pytest.approx(numbers(recall), **CLOSE)
    assert (pw.GRPngP() @ k).values(view) == pytest.approx(numbers(precision), **CLOSE)
    assert (pw.GRPng() @ float(level)).values(view) == pytest.approx(numbers(at_level), **CLOSE)


@given(world=topics(), k=st.none() | st.integers(1, 14), direction=st.sampled_from(["any", "seen"]))
def test_overlap(world, k, direction):
    trees, per_topic = world
    measure = pw.Overlap(direction=direction)
    found = (measure if k is None else measure @ k).values(view_of(trees, per_topic))
    expected = [exact.overlap(trees, run, k, direction) for _, run in per_topic]

    assert found == pytest.approx(numbers(expected), **CLOSE)


# -- what the definitions promise -----------------------------------------------------------


@given(
    world=topics(),
    quant=st.sampled_from(list(TABLES)),
    t=st.floats(0, 1),
    ideal=st.sampled_from(["derived", "full"]),
)
def test_bounded_never_earns_more_than_the_ideal(world, quant, t, ideal):
    trees, per_topic = world
    view, names = view_of(trees, per_topic), {"quant": spelled(quant), "ideal": ideal}
    for k in range(1, 16):  # before anything is cut to 1
        run, best = pw.xCG(**names, tolerance=t) @ k, pw.xCI(**names) @ k
        ahead = run.values(view) - best.values(view)
        assert (ahead[~np.isnan(ahead)] <= 1e-12).all()


@given(trees=forests(), quant=st.sampled_from(list(TABLES)), data=st.data())
def test_facts_about_ideals(trees, quant, data):
    grades = data.draw(graded(trees))
    q = {c: TABLES[quant].get(pair, exact.ZERO) for c, pair in grades.items()}
    ideals = exact.ideals_of(trees, q, set(grades))
    view = view_of(trees, [(grades, [])])
    best = sorted((float(q[i]) for i in ideals), reverse=True)

    found = ideal_gains_of(view, len(best) + 1, quant=spelled(quant))[:, 0]
    assert found == pytest.approx([*best, 0] if best else [np.nan], nan_ok=True)
    for i in ideals:
        assert not set(trees.above(i)) & set(ideals)
        assert all(q.get(a, 0) <= q[i] for a in trees.above(i))
    for c, value in q.items():
        if value > 0:
            assert {c, *trees.above(c), *trees.below(c)} & set(ideals)


@given(trees=forests(), data=st.data(), t=st.sampled_from(TOLERANCES))
def test_values_do_not_depend_on_other_topics(trees, data, t):
    per_topic = [(data.draw(graded(trees)), data.draw(runs(trees))) for _ in range(3)]
    together, apart = view_of(trees, per_topic), [view_of(trees, [one]) for one in per_topic]
    for measure in (pw.nxCG(tolerance=float(t)) @ 5, pw.Q(), pw.Aep(), pw.APrecall(), pw.Overlap()):
        alone = [measure.values(one)[0] for one in apart]
        assert np.array_equal(measure.values(together), alone, equal_nan=True)
