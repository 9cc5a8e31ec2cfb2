"""Which topic got which result; results of systems without an adapter."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from tests.adapters.shapes import (
    spans,
)

import partwise as pw
from partwise.errors import AdapterError, UsageError


def test_topics():
    items = [{"doc": "a", "start": 0, "end": 1}]
    assert pw.Run.from_results([(7, items), ("8", [])]).topics.tolist() == ["7", "8"]
    assert len(pw.Run.from_results([items, items], topics=["a", "b"])) == 2
    assert len(pw.Run.from_results({})) == 0
    for wrong, words in [
        ({"given": items}, "does not say which topic"),
        ({"given": {None: items}}, "is not a topic"),
        ({"given": {"1": items, 1: items}}, "topic 1 is given twice"),
        ({"given": [items], "topics": ["a", "b"]}, "2 topics for 1 results"),
        ({"given": {"q": "text"}}, "a result must be a list of items, not str"),
        ({"given": {"q": None}}, "not NoneType"),
    ]:
        with pytest.raises(AdapterError, match=words):
            pw.Run.from_results(**wrong)
    with pytest.raises(UsageError, match="errors must be raise or skip"):
        pw.Run.from_results({}, errors="ignore")
    with pytest.raises(UsageError, match=r"locate=True needs the documents' text\. Use texts="):
        pw.Run.from_results({}, locate=True)


def test_elasticsearch():
    body = {"hits": {"hits": [{"_id": "c", "_score": 2.5, "_source": {
        "doc": "a", "start": 1, "end": 9}}]}}  # fmt: skip
    for result in (body, SimpleNamespace(body=body)):
        run = pw.Run.from_results({"q": result})
        assert spans(run) == [(1, 9)]
        assert run.extra["given_score"].tolist() == [2.5]
