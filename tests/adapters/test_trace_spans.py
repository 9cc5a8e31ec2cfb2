"""Spans of three kinds of traces, read as one."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from partwise.adapters._trace_spans import read_spans
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


def test_shapes_that_are_wrong():
    for wrong in ({"attributes": [{"value": {}}]}, {"attributes": {}, "start_time": "soon"}):
        with pytest.raises(AdapterError, match="me: span 1 cannot be read"):
            read_spans("me", [wrong])
