"""Results of Weaviate."""

from __future__ import annotations

import uuid
from types import SimpleNamespace

from tests.adapters.shapes import (
    spans,
    weaviate_object,
)

import partwise as pw


def test_weaviate():
    name = uuid.uuid4()
    one = weaviate_object(name, 0.25, {"doc": "a", "start": 10.0, "end": 12.0})
    run = pw.Run.from_weaviate({"q": SimpleNamespace(objects=[one]), "r": [one]})
    assert spans(run) == [(10, 12)] * 2
    assert run.extra["given_distance"].tolist() == [0.25] * 2
    assert run.extra["id"].tolist() == [str(name)] * 2
