"""What is read off cumulated gains: two topics with three results, and two ideal elements."""

from __future__ import annotations

import math

import numpy as np
import pytest

from partwise.kernels.ranked import cumulated
from partwise.measures.xcg_gains import CumulatedGain
from partwise.messages import Notes


def gains(run=(0.0, 1.0, 0.5), ideal=(1.0, 0.5), touches=(False, True, True), **options):
    """A topic with these gains, and one in which nothing can be earned."""
    offsets = np.array([0, len(run), 2 * len(run)])
    gain = np.array([*run, *[0.0] * len(run)])
    seen = np.array([*touches, *[False] * len(run)])
    best = cumulated(np.array(ideal), np.array([0, len(ideal), len(ideal)]))
    known = {"bounded": True, **options}
    return CumulatedGain(gain, seen, cumulated(gain, offsets), best, **known)


def both(case):
    """The value of the case, and NaN where nothing can be earned."""
    return pytest.approx([case, math.nan], nan_ok=True)


def test_curves_at_a_rank():
    found = gains()

    assert found.total.tolist() == both(1.5)
    for rank, earned, best in ((1, 0, 1), (2, 1, 1.5), (3, 1.5, 1.5), (9, 1.5, 1.5)):
        assert found.at(rank).tolist() == both(earned)
        assert found.ideal_at(rank).tolist() == both(best)
    assert found.at(None).tolist() == both(1.5)
    assert found.ideal_at(None).tolist() == both(1.5)


def test_ranks_and_topics_of_results():
    found = gains()

    assert found.rank.tolist() == [1, 2, 3, 1, 2, 3]
    assert found.owner.tolist() == [0, 0, 0, 1, 1, 1]
    assert found.earning.tolist() == [False, True, True, False, False, False]


def test_a_bonus_for_each_earning_result():
    found = gains()

    assert found.bonus_curve[:3].tolist() == [0, 2, 3.5]
    assert found.bonus_at(np.array([2, 2])).tolist() == both(2)


@pytest.mark.parametrize(
    ("level", "ideal", "reached"),
    [
        # heights .75 and 1.5: the ideal ranking is there at ranks .75 and 2, the run at
        # 1.75 and 3
        (0.5, 0.75, 1.75),
        (1.0, 2, 3),
    ],
)
def test_effort_of_the_ideal_ranking_over_that_of_the_run(level, ideal, reached):
    found = gains()

    values = found.effort_precision(np.array([level]), "linear")

    assert values[:, 0].tolist() == both(ideal / reached)
    height = np.array([level * 1.5])
    assert found.ideal_rank(np.array([0]), height, "linear") == pytest.approx(ideal)


def test_levels_that_a_shorter_run_does_not_reach():
    values = gains().effort_precision(np.array([0.5, 1.0]), "linear", depth=2)

    assert values[0].tolist() == pytest.approx([0.75 / 1.75, 0])
    assert gains(run=(1.0, 0.0)).effort_precision(np.array([1.0]), "linear")[0] == [0]


def test_means_over_earning_results_and_missed_ideals():
    found = gains()

    # two results earn, and both ideal elements are touched
    assert found.mean_over_finds(np.array([0.4, 0.8])).tolist() == both(0.6)
    # down to rank 2 one result earns, and one ideal element is missed
    assert found.mean_over_finds(np.array([0.4, 0.8]), 2).tolist() == both(0.2)
    assert found.mean_over_finds(np.array([0.4, 0.8]), 1).tolist() == both(0)
    # the second result touches no new ideal element: three terms
    again = gains(touches=(False, True, False))
    assert again.mean_over_finds(np.array([0.4, 0.8])).tolist() == both(0.4)


def test_what_passes_one():
    values, notes = np.array([0.5, 1 + 1e-12]), Notes()

    assert gains().within(values).tolist() == [0.5, 1]
    loose = gains(bounded=False, notes=notes)
    assert loose.within(values[:1]).tolist() == [0.5]
    assert len(notes) == 0
    assert loose.within(values).tolist() == values.tolist()
    (said,) = notes
    assert said.startswith("near misses earn more than their ideal element")
    just = gains(bounded=False, notes=Notes())
    assert just.within(np.array([1.0])).tolist() == [1]
    assert len(just.notes) == 0


def test_small_gains_are_gains():
    """A quarter of everything: ratios stay, and totals below 1 are totals."""
    found = gains(run=(0.0, 0.25, 0.125), ideal=(0.25, 0.125))

    assert found.total.tolist() == both(0.375)
    assert found.earning.tolist() == [False, True, True, False, False, False]
    assert found.at(2).tolist() == both(0.25)
    assert found.bonus_at(np.array([2, 2])).tolist() == both(1.25)
    assert found.effort_precision(np.array([0.5]), "linear")[:, 0].tolist() == both(0.75 / 1.75)
    assert found.mean_over_finds(np.array([0.4, 0.8])).tolist() == both(0.6)


def test_a_height_is_reached_within_a_share_of_the_total():
    # a billionth of a million is a thousandth
    for short, reached in ((5e-4, 1.0), (5e-3, 0.0)):
        found = gains(run=(1e6 - short,), ideal=(1e6,), touches=(True,))
        values = found.effort_precision(np.array([1.0]), "linear")
        assert values[0] == pytest.approx(reached)
        rank = found.ideal_rank(np.array([0]), np.array([1e6 + short]), "linear")
        assert rank.tolist() == [1.0 if reached else math.inf]


def test_the_depth_counts_ranks_that_reach_a_level():
    levels = np.array([0.5, 1.0])  # reached at ranks 1.75, that is at 2, and 3
    for depth, expected in ((1, [0, 0]), (2, [0.75 / 1.75, 0]), (3, [0.75 / 1.75, 2 / 3])):
        found = gains().effort_precision(levels, "linear", depth=depth)
        assert found[0].tolist() == pytest.approx(expected)


def test_the_mean_of_one_find():
    found = gains(run=(1.0,), ideal=(1.0,), touches=(True,))

    assert found.mean_over_finds(np.array([0.4])).tolist() == both(0.4)
