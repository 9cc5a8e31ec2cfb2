from __future__ import annotations

from partwise.cli import _pace
from partwise.cli._pace import Pace
from partwise.cli._progress import Progress


def test_buckets_rows_workers_and_time_are_told(monkeypatch):
    clock = iter([0.0, 2.0, 4.0])
    monkeypatch.setattr(_pace.time, "monotonic", lambda: next(clock))
    progress = Progress(10, quiet=True)
    told = Pace(progress, 2)
    assert (progress.what, progress.done) == ("evaluating buckets", 0)

    told(5, 10, {"rows": 3000})  # four were done before
    assert progress.what == "evaluating buckets (2 workers, 1,500 rows/s, 10 s left)"
    assert progress.done == 5
    told(6, 10, {"rows": 1000})
    assert progress.what == "evaluating buckets (2 workers, 1,000 rows/s, 8 s left)"
    assert progress.done == 6
