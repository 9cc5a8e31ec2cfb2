"""A small collection in buckets: topics in no order, ignored, and answered with nothing."""

from __future__ import annotations

import weakref

import partwise as pw
from partwise.evaluation.buckets.making import BucketMaker
from partwise.files.bucketed.folder import BucketFolder

QRELS = pw.Qrels.from_columns(topic=["b", "a", "c"], doc=["x"] * 3, start=[0] * 3, end=[4] * 3)
RUN = pw.Run.from_columns(
    topic=["z", "a", "b", "a"],
    doc=["x", "y", "x", "x"],
    start=[0] * 4,
    end=[9] * 4,
    score=[4.0, 1.0, 3.0, 2.0],
    answered=["c", "y"],
)


def folder(place, n=1):
    pw.bucket(QRELS, RUN, place, n)
    return BucketFolder(place)


def held(monkeypatch, module):
    """How many runs that were split are still there whenever memory is given back."""
    split, runs, found = BucketMaker.split, [], []

    def watched(maker, run, where):
        runs.append(weakref.ref(run))
        return split(maker, run, where)

    def look():
        found.append(sum(run() is not None for run in runs))

    monkeypatch.setattr(BucketMaker, "split", watched)
    monkeypatch.setattr(module, "give_back", look, raising=False)
    return found
