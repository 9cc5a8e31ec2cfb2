from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.probability import Unseen, seen

EVENTS = st.lists(st.tuples(st.integers(0, 4), st.sampled_from([0.0, 1.0]) | st.floats(0, 1)))


def slow(events, n):
    """One chance after the other."""
    log = np.zeros(n)
    before = []
    for thing, chance in events:
        before.append(log[thing])
        with np.errstate(divide="ignore"):
            log[thing] += np.log1p(-chance)
    return before, log


@given(EVENTS, st.integers(0, 20))
def test_equals_one_after_the_other_bit_for_bit(events, cut):
    before, log = slow(events, 5)
    unseen = Unseen(5)
    got = []
    for piece in (events[:cut], events[cut:]):
        thing = np.array([t for t, _ in piece], np.int64)
        got += unseen.take(thing, np.array([c for _, c in piece], float)).tolist()

    assert got == before
    assert unseen.log.tolist() == log.tolist()


def test_figure_four_of_the_prum_paper():
    # a, b, c lead to d with .4, .9, .2: .4, .94, .952
    unseen = Unseen(1)
    values = []
    for chance in (0.4, 0.9, 0.2):
        unseen.take(np.zeros(1, np.int64), np.array([chance]))
        values.append(float(seen(unseen.log)[0]))

    assert values == pytest.approx([0.4, 0.94, 0.952])


def test_a_certain_thing_stays_seen():
    unseen = Unseen(1)
    unseen.take(np.zeros(3, np.int64), np.array([0.5, 1.0, 0.5]))

    assert seen(unseen.log).tolist() == [1.0]
