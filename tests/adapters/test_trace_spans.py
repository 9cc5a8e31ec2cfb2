"""Spans of three kinds of traces, read as one."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from partwise.adapters.traces import read_spans
from partwise.errors import AdapterError


def test_values_of_otlp():
    value = {"kvlistValue": {"values": [
        {"key": "n", "value": {"intValue": "9007199254740993"}},
        {"key": "xs", "value": {"arrayValue": {"values": [{"doubleValue": 0.5}]}}},
        {"key": "yes", "value": {"boolValue": True}},
    ]}}  # fmt: skip
    (span,) = read_spans("me", [{"attributes": [{"key": "a", "value": value}]}])
    assert span.attributes == {"a.n": 9007199254740993, "a.xs": [0.5], "a.yes": True}


def test_times():
    at = datetime(2026, 1, 1, tzinfo=UTC)
    for written in (at, at.isoformat(), "2026-01-01T00:00:00Z"):
        (span,) = read_spans("me", [{"attributes": {}, "start_time": written}])
        assert span.start == at.timestamp()
    (span,) = read_spans("me", [{"attributes": {}, "startTimeUnixNano": "1500000000"}])
    assert span.start == 1.5


def test_metadata_is_json_in_text():
    given = {"metadata": '{"topic": 7}', "other": "{}", "x.metadata": "not json"}
    (span,) = read_spans("me", [{"attributes": given}])
    assert span.attributes == {"metadata.topic": 7, "other": "{}", "x.metadata": "not json"}


def test_failures():
    for status in ({"status": {"code": 2}}, {"status": {"code": "STATUS_CODE_ERROR"}},
                   {"status_code": "ERROR"}, {"status": {"status_code": "ERROR"}}):  # fmt: skip
        (span,) = read_spans("me", [{"attributes": {}, **status}])
        assert span.failed


def test_objects_that_export_themselves():
    (span,) = read_spans("me", [SimpleNamespace(to_json=lambda: '{"attributes": {"a": 1}}')])
    assert span.attributes == {"a": 1}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"attributes": [{"value": {}}]}, "an entry of attributes has no key"),
        ({"attributes": ["a"]}, "an entry of attributes is not an object"),
        ({"attributes": [{"key": "a", "value": "b"}]}, "the value of a is not an object"),
        ({"attributes": [{"key": "a", "value": {"intValue": "b"}}]}, "a is not a whole number"),
        (
            {"attributes": [{"key": "a", "value": {"arrayValue": [1]}}]},
            "the value of a is not an object",
        ),
        (
            {"attributes": [{"key": "a", "value": {"kvlistValue": {"values": {"b": 1}}}}]},
            "the value of a is not a list",
        ),
        ({"attributes": {}, "start_time": "soon"}, "start_time is not a time"),
        ({"attributes": {}, "endTimeUnixNano": []}, "endTimeUnixNano is not a whole number"),
        ({"attributes": {}, "context": [1]}, "context is not an object"),
        ({"x": 1}, "neither attributes nor run_type (fields: x)"),
        ({"run_type": "retriever", "outputs": [1]}, "outputs is not an object"),
        (
            {"run_type": "retriever", "outputs": {"documents": "a"}},
            "the list of documents is not a list",
        ),
    ],
)
def test_spans_of_another_shape_are_refused_in_words(wrong, said):
    with pytest.raises(AdapterError) as error:
        read_spans("me", [{"attributes": {}}, wrong])

    assert str(error.value) == f"me: span 2: {said}"
