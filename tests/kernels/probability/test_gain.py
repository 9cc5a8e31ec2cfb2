from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import slow_navigation as slow

from partwise.kernels import probability as gain
from partwise.kernels.probability import NEVER, Certainty, Collector
from partwise.kernels.ragged import offsets_from_lengths


def collect(lists, cut=1 << 40):
    """Each list: (results, assessed {node: rel}, step {(from, to): p}), nodes as single trees."""
    offsets = offsets_from_lengths(np.array([len(results) for results, _, _ in lists]))
    weight, returned, owner, events = [], [], [], []
    for t, (results, assessed, step) in enumerate(lists):
        first = len(weight)
        for node, rel in assessed.items():
            weight.append(float(rel))
            returned.append(offsets[t] + results.index(node) if node in results else -1)
            owner.append(t)
        for i, x in enumerate(results):
            if x in results[:i]:
                continue
            for k, node in enumerate(assessed):
                if x != node and step.get((x, node)):
                    events.append((offsets[t] + i, first + k, float(step[x, node])))
    kernel = Collector(
        np.array(weight), np.array(returned, np.int64), np.array(owner, np.int64), offsets
    )
    for piece in (events[:cut], events[cut:]):
        row, thing, chance = zip(*piece, strict=True) if piece else ((), (), ())
        kernel.feed(np.array(row, np.int64), np.array(thing, np.int64), np.array(chance, float))
    return kernel.finish()


STEPS = {("e1", "e3"): 0.16, ("e1", "e4"): 0.11, ("e2", "e4"): 0.133}


def test_table_seven_of_the_esr_paper():
    runs = [list(run) for run in (("e1", "e3", "e4"), ("e1", "e2", "e6"), ("e3", "e1", "e4"))]
    gains = collect([(run, {"e3": 1, "e4": 1}, STEPS) for run in runs])

    assert gains.hits == pytest.approx([0, 0.84, 1.73, 0, 0, 0, 1, 1, 1.89])
    two = 1 - 0.89 * 0.867
    assert gains.near == pytest.approx([0.27, 0.11, 0, 0.27, 0.16 + two, 0.16 + two, 0, 0.11, 0])
    assert gains.unreturned == pytest.approx([2, 1, 0, 2, 2, 2, 1, 1, 0])


@st.composite
def topics(draw):
    nodes = "abcde"
    results = draw(st.lists(st.sampled_from(nodes), max_size=6))
    assessed = draw(st.dictionaries(st.sampled_from(nodes), st.integers(1, 9), min_size=1))
    pairs = [(x, y) for x in nodes for y in nodes if x != y]
    chance = st.sampled_from([Fraction(0), Fraction(1)]) | st.fractions(0, 1, max_denominator=9)
    step = draw(st.dictionaries(st.sampled_from(pairs), chance))
    return results, assessed, step


@given(st.lists(topics(), min_size=1, max_size=4), st.integers(0, 12))
def test_equals_the_definition(lists, cut):
    gains = collect(lists)
    row = 0
    for results, assessed, step in lists:
        trees = [frozenset(x) for x in results]
        wanted = {frozenset(x): rel for x, rel in assessed.items()}

        def look(f, e, step=step):
            return step.get((f, e), Fraction(0))

        for k in range(1, len(results) + 1):
            hits, near, misses = slow.expectations(trees[:k], wanted, look)
            assert gains.hits[row] == pytest.approx(float(hits), abs=1e-12)
            assert gains.near[row] == pytest.approx(float(near), abs=1e-12)
            assert gains.unreturned[row] - gains.near[row] == pytest.approx(
                float(misses), abs=1e-12
            )
            row += 1
    pieces = collect(lists, cut)
    assert pieces.hits.tolist() == gains.hits.tolist()


@given(st.lists(topics(), min_size=2, max_size=4))
def test_other_topics_do_not_change_a_bit(lists):
    together = collect(lists)
    alone = [collect([one]) for one in lists]

    assert together.near.tolist() == np.concatenate([g.near for g in alone]).tolist()
    assert together.hits.tolist() == np.concatenate([g.hits for g in alone]).tolist()


def test_agrees_with_simulated_users():
    # Every result is left for each assessed node by chance; a hit counts if nobody was there yet.
    results, assessed = ["a", "b", "c", "d"], {"c": 2, "d": 1, "e": 3}
    step = {("a", "c"): 0.3, ("a", "e"): 0.2, ("b", "c"): 0.5, ("b", "d"): 0.1, ("c", "e"): 0.4}
    rng = np.random.default_rng(11)
    n = 20_000
    seen = {node: np.zeros(n, bool) for node in assessed}
    hits, near = np.zeros(n), np.zeros(n)
    for x in results:
        if x in assessed:
            hits += assessed[x] * ~seen[x]
        for node in assessed:
            seen[node] |= rng.random(n) < step.get((x, node), 0)
    for node in set(assessed) - set(results):
        near += assessed[node] * seen[node]
    gains = collect([(results, assessed, step)])

    assert abs(gains.hits[-1] - hits.mean()) < 4 * hits.std() / np.sqrt(n)
    assert abs(gains.near[-1] - near.mean()) < 4 * near.std() / np.sqrt(n)


def test_what_was_seen_before_and_what_overlap_takes_shrink_a_hit():
    # worth 2, of which overlap leaves three quarters; seen with .4 from the row before
    offsets, nothing = np.array([0, 2]), np.zeros(1, np.int64)
    kernel = Collector(np.array([2.0]), np.array([1]), nothing, offsets, np.array([0.75]))
    kernel.feed(nothing, nothing, np.array([0.4]))
    gains = kernel.finish()

    assert gains.hits == pytest.approx([0, 2 * 0.75 * 0.6])
    assert gains.shrunk == pytest.approx([0, 2 * (0.25 + 0.75 * 0.4)])
    assert gains.near == pytest.approx([0.8, 0])
    assert gains.unreturned.tolist() == [2, 0]


def test_a_row_that_returns_a_thing_shows_it_no_more():
    offsets, nothing = np.array([0, 3]), np.zeros(1, np.int64)
    kernel = Collector(np.array([1.0]), np.array([1]), nothing, offsets)
    kernel.feed(np.array([1, 2]), np.zeros(2, np.int64), np.array([0.5, 0.5]))
    gains = kernel.finish()

    assert gains.hits.tolist() == [0, 1, 1]
    assert not gains.near.any()


def test_rows_at_which_things_are_surely_seen(monkeypatch):
    # 1 at once; twice all but 1e-7; a half, and a half again in another piece
    known = Certainty(4)
    chance = np.array([0.5, 1 - 1e-7, 1 - 1e-7, 1.0, 1.0])
    known.feed(np.array([0, 1, 3, 4, 5]), np.array([1, 2, 2, 0, 0]), chance)
    assert known.row.tolist() == [4, NEVER, 3, NEVER]
    monkeypatch.setattr(gain, "CERTAIN", 2 * np.log1p(-0.5))
    known.feed(np.array([6, 7]), np.array([3, 1]), np.array([0.5, 0.5]))
    assert known.row.tolist() == [4, 7, 3, NEVER]
