from __future__ import annotations

from dataclasses import replace

import pytest
from tests.evaluation.buckets.small import QRELS, folder

import partwise as pw
from partwise.errors import FormatError
from partwise.evaluation.buckets import batches, one
from partwise.evaluation.buckets.asked import Asked
from partwise.evaluation.buckets.one import evaluate_part
from partwise.evaluation.buckets.planner import FIXED, ROW
from partwise.files.bucketed.folder import BucketFolder


def test_a_part_says_how_it_came_about(tmp_path):
    place = folder(tmp_path, 3)
    parts = [evaluate_part(place, n, Asked(["CharR@1"], {"undefined": "zero"})) for n in range(3)]

    assert len({part.key for part in parts}) == 1
    assert sorted(topic for part in parts for topic in part.topics) == ["a", "b", "c"]
    about = parts[0].about
    assert (about["undefined"], about["buckets"], about["bucket"]) == ("zero", 3, 0)
    assert about["peak_mb"] > 0


def test_a_topic_larger_than_the_memory_is_named(tmp_path, seen):
    _, holds = seen
    holds()  # whatever the tests before have left in memory
    place = folder(tmp_path)
    asked = Asked(["CharR@1"], {}, memory=FIXED + 2 * ROW)

    assert evaluate_part(place, 0, asked).topics
    with pytest.raises(FormatError, match="topic a has 2 results and needs about"):
        evaluate_part(place, 0, replace(asked, memory=FIXED + ROW))


@pytest.fixture
def seen(monkeypatch):
    """Batches as they are evaluated, in a process that holds what the test says."""
    found, held = [], iter(())
    inside = one._evaluated
    for module in (batches, one):
        monkeypatch.setattr(module, "peak_mb", lambda: next(held, 0.0))
    monkeypatch.setattr(batches, "held_mb", lambda: 0.0)

    def told(bucket, *more):
        found.append(bucket.topics.tolist())
        return inside(bucket, *more)

    def holds(*mb):
        nonlocal held
        held = iter(mb)
        batches.bounded.cache_clear()

    monkeypatch.setattr(one, "_evaluated", told)
    yield found, holds
    batches.bounded.cache_clear()


def test_topics_are_evaluated_as_many_at_once_as_fit(tmp_path, seen):
    found, holds = seen
    holds()
    place = folder(tmp_path)
    whole = evaluate_part(place, 0, Asked(["CharR@1"], {}))
    part = evaluate_part(place, 0, Asked(["CharR@1"], {}, memory=FIXED + 2 * ROW))

    assert found == [["b", "a", "c"], ["b"], ["a", "c"]]  # b has one row, a two, c none
    assert part.frame().equals(whole.frame())
    assert (part.topics, part.key) == (whole.topics, whole.key)
    assert part.runs[0].facts == whole.runs[0].facts


def test_a_large_bucket_is_evaluated_in_batches_without_a_bound(tmp_path, seen, monkeypatch):
    found, holds = seen
    holds()
    place = folder(tmp_path)
    whole = evaluate_part(place, 0, Asked(["CharR@1"], {}))
    monkeypatch.setattr(batches, "_AT_ONCE", 2)
    part = evaluate_part(place, 0, Asked(["CharR@1"], {}))

    assert found == [["b", "a", "c"], ["b", "a"], ["c"]]  # of about as many rows each
    assert part.frame().equals(whole.frame())
    assert (part.topics, part.key) == (whole.topics, whole.key)


def test_a_batch_that_passed_the_memory_halves_the_next(tmp_path, seen):
    found, holds = seen
    mb = (FIXED + 4 * ROW) / 1e6
    holds(0, mb + 1, mb + 1, mb + 1)
    run = pw.Run.from_columns(topic=list("bacbac"), doc=list("xxxyyy"), start=[0] * 6, end=[9] * 6)
    pw.bucket(QRELS, run, tmp_path, 1)
    evaluate_part(BucketFolder(tmp_path), 0, Asked(["CharR@1"], {}, memory=FIXED + 4 * ROW))

    assert found == [["b", "a"], ["c"]]
    found.clear()
    evaluate_part(BucketFolder(tmp_path), 0, Asked(["CharR@1"], {}, memory=FIXED + 4 * ROW))
    assert found == [["b"], ["a"], ["c"]]  # what a process learned holds for its other buckets


def test_a_single_topic_that_passed_the_memory_is_named(tmp_path, seen):
    _, holds = seen
    holds(0, FIXED / 1e6 + 7, 157)
    with pytest.raises(FormatError, match="topic b has 1 result and needs about 157 MB"):
        evaluate_part(folder(tmp_path, 1), 0, Asked(["CharR@1"], {}, memory=FIXED + 2 * ROW))
