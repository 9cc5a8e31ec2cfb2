"""Buckets made by engines, and what processes hold meanwhile."""

from __future__ import annotations

import pytest
from tests.cli.test_making import INPUT, RUNS, content, write_files
from tests.evaluation.buckets.small import held
from tests.helpers import answer, small_pieces

from partwise.cli import _making
from partwise.cli._buckets import make_buckets
from partwise.cli._job import EvaluationJob
from partwise.cli._making import Making
from partwise.engines.base import TaskFailedError
from partwise.evaluation.buckets.spread import BucketFailedError


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    small_pieces(monkeypatch)
    write_files(tmp_path)
    return tmp_path


class Twice:
    """Does every task twice, the last one first, as if workers had died."""

    def completed(self, function, tasks):
        for index, task in reversed(list(enumerate(tasks))):
            function(*task)
            yield index, function(*task)


def shared(output, engine):
    job = EvaluationJob("q.tsv", RUNS, {"quiet": True})
    return make_buckets(job, output, 3, engine=engine)


def test_engines_can_do_the_work(files):
    assert shared("b", Twice()) == "b: 600 rows in 3 buckets"
    assert shared("plain", None) == "plain: 600 rows in 3 buckets"

    assert content(files / "b") == content(files / "plain")


def test_a_piece_that_no_worker_can_do_is_named(files):
    class Failing:
        def completed(self, function, tasks):
            raise TaskFailedError(2, 3, "a worker died")
            yield

    message = "piece 2 of the input failed 3 times: a worker died"
    with pytest.raises(BucketFailedError, match=message):
        shared("b", Failing())
    assert not (files / "b" / "manifest.json").exists()


def test_what_cannot_be_opened_twice_is_not_shared(files):
    making = Making(EvaluationJob("-", RUNS[:2], {}), "b", 2)
    assert not making.can_be_shared
    assert Making(EvaluationJob("q.tsv", ("r.tsv",), {}), "b", 2).can_be_shared


def test_no_piece_is_held_while_the_next_is_read(files, monkeypatch):
    counts = held(monkeypatch, _making)

    assert answer(files, "bucket", *INPUT, "b").code == 0

    assert len(counts) > 3
    assert not any(counts)


def test_pieces_may_be_begun_at_the_same_moment(files, monkeypatch):
    """Others write into the folder between two looks at it."""
    refuse = _making.refuse_used

    def begun(path):
        (path / "..progress.json.0123abcd.partwise").mkdir(parents=True, exist_ok=True)
        refuse(path)

    monkeypatch.setattr(_making, "refuse_used", begun)

    assert answer(files, "bucket", *INPUT, "b", "--piece", "0/1").code == 0
    assert answer(files, "bucket", *INPUT, "b", "--finish").code == 0
