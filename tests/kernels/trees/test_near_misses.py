"""Gains of near misses, against the exact recursion over the trees."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import exact_elements as exact
from tests.reference.element_worlds import columns, topics

from partwise.kernels.trees import (
    NOWHERE,
    families,
    find,
    forest,
    near_miss_gains,
    residual_values,
    shown_before,
)

TOLERANCES = [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)]
NORMS = ["bounded", "literal", "none"]


def joined(trees, per_topic, table):
    """Forest of runs and grades, places, values and relevance of its nodes."""
    parent, depth, last, size = columns(trees)
    pairs = [(t, c) for t, (_, run) in enumerate(per_topic) for c in run]
    segment = np.array([t for t, _ in pairs], np.int64)
    node = np.array([NOWHERE if c is None else c for _, c in pairs], np.int64)
    judged = [(t, c) for t, (grades, _) in enumerate(per_topic) for c in grades]
    all_ = [(t, c) for t, c in pairs if c is not None] + judged
    made = forest(
        np.array([t for t, _ in all_], np.int64),
        np.array([c for _, c in all_], np.int64),
        parent=parent,
        depth=depth,
        last=last,
    )
    value, relevant = np.zeros(made.size), np.zeros(made.size, np.bool_)
    for i, (t, c) in enumerate(zip(made.segment.tolist(), made.node.tolist(), strict=True)):
        grades = per_topic[t][0]
        value[i] = float(table.get(grades.get(c), 0))
        relevant[i] = c in grades
    return made, find(made, segment, node, parent.size), value, relevant, size[made.node]


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("quant", list(exact.TABLES))
@given(
    world=topics(),
    t=st.sampled_from(TOLERANCES),
    ideal=st.sampled_from(["derived", "full"]),
)
def test_against_the_recursion(quant, norm, world, t, ideal):
    trees, per_topic = world
    table = exact.TABLES[quant]
    made, place, value, relevant, size = joined(trees, per_topic, table)
    shown = shown_before(made, place)
    worth = residual_values(
        made, place, shown, value, size, tolerance=float(t), capped=norm == "bounded"
    )
    related = families(made, value, relevant, ideal)
    gain, touches = near_miss_gains(related, place, worth, value, norm=norm)

    row = 0
    for topic, (grades, run) in enumerate(per_topic):
        q = {c: table.get(g, exact.ZERO) for c, g in grades.items()}
        G, ideals, new = exact.gains(trees, q, set(grades), run, t=t, norm=norm, ideal=ideal)
        mine = related.ideal[made.segment[related.ideal] == topic]
        assert made.node[mine].tolist() == ideals
        assert gain[row : row + len(run)] == pytest.approx([float(g) for g in G], abs=1e-12)
        assert (gain[row : row + len(run)] > 0).tolist() == [g > 0 for g in G]
        assert touches[row : row + len(run)].tolist() == new
        row += len(run)
