"""Buckets made by engines, and what processes hold meanwhile."""

from __future__ import annotations

import pytest
from tests.cli.test_making import INPUT, RUNS, write_files
from tests.evaluation.buckets.small import held
from tests.helpers import answer, small_pieces

from partwise.cli import _making
from partwise.cli._buckets import make_buckets
from partwise.cli._job import EvaluationJob


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


def test_no_piece_is_held_while_the_next_is_read(files, monkeypatch):
    counts = held(monkeypatch, _making)

    assert answer(files, "bucket", *INPUT, "b").code == 0

    assert len(counts) > 3
    assert not any(counts)
