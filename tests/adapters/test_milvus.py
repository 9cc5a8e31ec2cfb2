"""Results of Milvus."""

from __future__ import annotations

import pytest
from tests.adapters.shapes import (
    spans,
)

import partwise as pw
from partwise.errors import AdapterError


def test_milvus():
    hits = [{"key": 7, "distance": 0.9, "entity": {"doc": "a", "start": 1, "end": 9}},
            {"key": 8, "distance": 0.5, "entity": {"doc": "a", "start": 9, "end": 12}}]  # fmt: skip
    run = pw.Run.from_milvus([hits, []], topics=["q", "r"])
    assert spans(run) == [(1, 9), (9, 12)]
    assert run.extra["id"].tolist() == [7, 8]
    assert run.extra["given_distance"].tolist() == [0.9, 0.5]
    assert run.answered == ["r"]
    with pytest.raises(AdapterError, match="does not name its topics"):
        pw.Run.from_milvus([hits])
