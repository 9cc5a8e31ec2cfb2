from __future__ import annotations

import itertools

import numpy as np
import pytest
from tests.statistics.builders import results

from partwise.errors import ParameterError, UsageError
from partwise.evaluation.evaluate import evaluate
from partwise.lab.variants import (
    Variants,
    assessment_variants,
    assessor_slots,
    assessor_variants,
    known_lengths,
    rows_of,
    topic_variants,
)
from partwise.tables.lengths import Lengths
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

MEASURES = ["CharR@2", "CharP@2", "AgP"]


@pytest.fixture
def judged():
    """Topic 1 has assessors x and y, topic 2 only y, topic 3 z and x."""
    return Qrels.from_columns(
        topic=["1", "1", "1", "2", "3", "3"],
        doc=["a", "a", "b", "a", "b", "b"],
        start=[0, 5, 0, 2, 0, 6],
        end=[10, 12, 4, 6, 5, 9],
        assessor=["x", "y", "y", "y", "z", "x"],
        length=[40] * 6,
    )


@pytest.fixture
def runs():
    random = np.random.default_rng(0)
    made = []
    for name in ("r1", "r2", "r3"):
        start = random.integers(0, 20, 9)
        made.append(
            Run.from_columns(
                name=name,
                topic=["1", "2", "3"] * 3,
                doc=["a"] * 3 + ["b"] * 3 + ["a"] * 3,
                start=start,
                end=start + random.integers(1, 12, 9),
                score=random.random(9),
            )
        )
    return made


def only(qrels, chosen):
    """Keep the rows of one assessor per topic."""
    rows = [
        r
        for r in range(len(qrels))
        if chosen[qrels.topics[qrels.topic[r]]] == qrels.assessors[qrels.assessor[r]]
    ]
    return Qrels.from_columns(
        topic=[qrels.topics[qrels.topic[r]] for r in rows],
        doc=[qrels.docs[qrels.doc[r]] for r in rows],
        start=qrels.start[rows],
        end=qrels.end[rows],
        length=qrels.length[rows],
    )


def test_slots(judged):
    slot, count = assessor_slots(judged)

    assert count.tolist() == [2, 1, 2]
    assert slot.tolist() == [0, 1, 1, 0, 1, 0]  # x stands before z: it appeared first


def test_variants_equal_evaluating_each_combination(judged, runs):
    found = assessor_variants(judged, runs, MEASURES)

    assert len(found) == 4
    means = np.stack([found.means(m) for m in range(3)], axis=2)  # [variant, run, measure]
    seen = {tuple(np.round(m, 12).ravel()) for m in means}
    for one, three in itertools.product("xy", "xz"):
        part = only(judged, {"1": one, "2": "y", "3": three})
        expected = evaluate(part, runs, MEASURES).mean_table
        assert tuple(np.round(expected, 12).ravel()) in seen


def test_the_official_assessments(judged, runs):
    union = assessor_variants(judged, runs, MEASURES).official
    first = assessor_variants(judged, runs, MEASURES, official="first").official

    np.testing.assert_array_equal(union.table, evaluate(judged, runs, MEASURES).table)
    part = only(judged, {"1": "x", "2": "y", "3": "x"})
    np.testing.assert_array_equal(first.table, evaluate(part, runs, MEASURES).table)


def test_the_official_combination_is_left_out_of_tau(judged, runs):
    # findings 2.3
    from partwise.lab.reliability import reliability

    union = assessor_variants(judged, runs, MEASURES)
    first = assessor_variants(judged, runs, MEASURES, official="first")

    assert union.others.tolist() == [True] * 4
    assert first.others.tolist() == [slots.any() for slots in first.slot]
    assert first.others.sum() == 3
    drawn = assessor_variants(judged, runs, MEASURES, official="first", limit=2, seed=3)
    assert drawn.slot.tolist() == [[1, 0, 0], [0, 0, 0]]
    assert drawn.others.tolist() == [True, False]
    assert not any("were merged" in note for note in reliability(first).notes)
    assert any("were merged" in note for note in reliability(union).notes)


def test_only_topics_with_several_assessors(judged, runs):
    found = assessor_variants(judged, runs, MEASURES, only_several=True)

    assert found.official.topics == ("1", "3")
    assert found.values.shape == (2, 3, 3, 2)
    assert len(found) == 4


def test_a_sample_of_many_combinations(judged, runs):
    found = assessor_variants(judged, runs, MEASURES, limit=3, seed=1)
    again = assessor_variants(judged, runs, MEASURES, limit=3, seed=1)

    assert len(found) == 3
    assert found.slot.tolist() == again.slot.tolist()
    assert "a random sample of the combinations" in found.notes[0]


def test_one_assessor_per_topic_is_refused(runs):
    qrels = Qrels.from_columns(topic=["1"], doc=["a"], start=[0], end=[4], assessor=["x"])

    with pytest.raises(UsageError, match="no topic has more than one assessor"):
        assessor_variants(qrels, runs, MEASURES)


def test_lengths_known_from_other_rows_are_kept(judged):
    part, codes = rows_of(judged, np.array([False] * 3 + [True] + [False] * 2))
    known = known_lengths(judged, Lengths.from_columns(doc=["z"], length=[7]), None)

    assert codes.tolist() == [1]
    assert part.topics.tolist() == ["2"]
    assert dict(zip(known.docs, known.length.tolist(), strict=True)) == {"a": 40, "b": 40, "z": 7}


def test_resampled_topics():
    res = results(np.random.default_rng(0).random((3, 2, 8)))
    found = topic_variants(res, count=50, seed=3)

    assert found.topic.shape == (50, 8)
    np.testing.assert_allclose(found.means(1)[7], res.table[:, 1, found.topic[7]].mean(axis=1))
    assert topic_variants(res, count=50, seed=3).topic.tolist() == found.topic.tolist()
    with pytest.raises(ParameterError):
        topic_variants(res, count=0)


def test_means_skip_undefined_topics():
    res = results([[0.2, np.nan, 0.4], [np.nan, np.nan, np.nan]])
    place = np.array([[0, 1, 2], [1, 1, 1]])
    found = Variants(res, res.table[None], place, np.zeros_like(place))

    np.testing.assert_allclose(found.means(0), [[0.3, np.nan], [np.nan, np.nan]])


def test_resampled_assessments(judged, runs):
    found = assessment_variants(judged, runs, MEASURES, count=4, keep=0.6, seed=2)

    kept = np.random.default_rng((2, 3)).random(6) < 0.6
    part, codes = rows_of(judged, kept)
    expected = evaluate(part, runs, MEASURES, lengths=known_lengths(judged, None, None)).table
    np.testing.assert_array_equal(found.values[3][:, :, codes], expected)
    with pytest.raises(ParameterError):
        assessment_variants(judged, runs, MEASURES, keep=1)


@pytest.mark.slow
def test_processes_change_nothing(judged, runs):
    one = assessment_variants(judged, runs, MEASURES, count=4, seed=2)
    two = assessment_variants(judged, runs, MEASURES, count=4, seed=2, jobs=2)

    np.testing.assert_array_equal(one.values, two.values)
