from __future__ import annotations

import numpy as np

from partwise.evaluation.buckets import batches
from partwise.evaluation.buckets.batches import Batches
from partwise.evaluation.buckets.planner import FIXED, ROW


def test_without_a_bound_everything_is_one_batch():
    free = Batches(None)

    assert free.hold(10**12)
    assert free.fitting(np.array([10**9] * 3)) == 3
    assert not free.passed()


def test_a_bucket_without_a_bound_is_evaluated_in_few_batches():
    assert batches.batches_of(None, 10).rows == 500_000
    assert batches.batches_of(None, 80_000_000).rows == 5_000_000


def test_what_was_learned_of_a_bound_holds_for_all_buckets():
    bound = FIXED + 10 * ROW

    assert batches.batches_of(bound, 10) is batches.batches_of(bound, 20)
    assert batches.batches_of(bound, 80_000_000).rows == 10


def test_a_batch_is_never_empty_and_never_too_large():
    some = Batches(FIXED + 10 * ROW)

    assert (some.hold(10), some.hold(11)) == (True, False)
    assert some.fitting(np.array([4, 6, 1])) == 2
    assert some.fitting(np.array([4, 7])) == 1
    assert some.fitting(np.array([11, 1])) == 1


def test_only_a_batch_that_raised_the_peak_halves_the_rows(monkeypatch):
    held = iter([100.0, 151.0, 151.0, 152.0])
    monkeypatch.setattr(batches, "peak_mb", lambda: next(held))
    monkeypatch.setattr(batches, "held_mb", lambda: 100.0)
    some = Batches(FIXED + 8 * ROW)

    assert [some.passed() for _ in range(3)] == [True, False, True]
    assert (some.hold(2), some.hold(3)) == (True, False)


def test_what_a_program_held_before_is_not_counted(monkeypatch):
    held = iter([2000.0, 2001.0, 2001.0])
    monkeypatch.setattr(batches, "peak_mb", lambda: next(held))
    monkeypatch.setattr(batches, "held_mb", lambda: 2000.0)

    assert not Batches(FIXED + 2_000_000).passed()
