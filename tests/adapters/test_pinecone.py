"""Results of Pinecone."""

from __future__ import annotations

from types import SimpleNamespace

from tests.adapters.shapes import (
    spans,
)

import partwise as pw


def test_pinecone():
    match = {
        "id": "v",
        "score": 0.5,
        "values": [],
        "metadata": {"doc": "a", "start": 1.0, "end": 9.0},
    }
    hit = {"_id": "v", "_score": 0.5, "fields": {"doc": "a", "start": 1.0, "end": 9.0}}
    results = [
        {"matches": [match], "namespace": ""},
        SimpleNamespace(matches=[SimpleNamespace(**match)], namespace="", usage=None),
        {"result": {"hits": [hit]}},
    ]
    run = pw.Run.from_pinecone(results, topics=["a", "b", "c"])
    assert spans(run) == [(1, 9)] * 3
    assert run.extra["id"].tolist() == ["v"] * 3
    assert run.extra["given_score"].tolist() == [0.5] * 3
