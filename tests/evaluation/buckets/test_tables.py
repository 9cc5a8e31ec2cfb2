from __future__ import annotations

from dataclasses import replace

from tests.evaluation.buckets.small import QRELS, RUN, folder

import partwise as pw
from partwise.evaluation.buckets.tables import Bucket
from partwise.files.bucketed.folder import BucketFolder


def test_a_bucket_has_its_topics_in_the_order_of_the_assessments(tmp_path):
    bucket = Bucket(folder(tmp_path), 0)

    assert bucket.qrels().topics.tolist() == ["b", "a", "c"]
    ((run, facts),) = bucket.runs()
    assert run.topics.tolist() == ["a", "b", "c"]
    assert run.score.tolist() == [1.0, 3.0, 2.0]
    assert (facts.ignored, facts.answered) == (("z", "y"), ("c", "y"))
    assert bucket.qrels().holds("spans", here=False)


def test_a_batch_has_some_of_the_topics_and_the_facts_of_all(tmp_path):
    bucket = Bucket(folder(tmp_path), 0)
    first, last = bucket.batch(0, 2), bucket.batch(2, 3)

    assert (first.topics.tolist(), last.topics.tolist()) == (["b", "a"], ["c"])
    assert (first.positions.tolist(), last.positions.tolist()) == ([0, 1], [2])
    assert first.qrels().topics.tolist() == ["b", "a"]
    ((run, facts),) = first.runs()
    assert (run.topics.tolist(), run.score.tolist()) == (["a", "b"], [1.0, 3.0, 2.0])
    ((run, same),) = last.runs()
    assert (run.topics.tolist(), len(run)) == (["c"], 0)
    assert replace(same, rises=True) == facts  # from row to row, which a batch does not know


def test_rows_of_the_largest_run(tmp_path):
    other = pw.Run.from_columns(topic=["b"] * 2, doc=["x", "y"], start=[0, 0], end=[1, 1])
    pw.bucket(QRELS, [RUN, other.named("o")], tmp_path, 1)
    bucket = Bucket(BucketFolder(tmp_path), 0)

    assert bucket.rows() == 3
    assert bucket.rows_of_topics().tolist() == [2, 2, 0]  # b, a, c
