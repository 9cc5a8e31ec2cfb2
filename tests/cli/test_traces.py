"""Files of traces on the command line."""

from __future__ import annotations

import json

import pytest

PLACES = [("a", n, n + 5) for n in range(12)]
"""More than ten, so that 10 has to come after 9."""


def otlp(kind, attributes, *, span="s", parent="", end=2):
    """Span as OpenTelemetry's protocol writes it, with the kind of OpenInference."""
    values = {"openinference.span.kind": kind, **attributes}
    return {
        "traceId": "t", "spanId": span, "parentSpanId": parent,
        "startTimeUnixNano": str(10**9), "endTimeUnixNano": str(end * 10**9),
        "attributes": [{"key": k, "value": {"stringValue": v}} for k, v in values.items()],
        "status": {"code": 1},
    }  # fmt: skip


def listed(places):
    """Attributes of retrieved documents, in the order of their names."""
    attributes = {}
    for number in sorted(range(len(places)), key=str):
        doc, start, end = places[number]
        name = f"retrieval.documents.{number}.document"
        attributes[f"{name}.id"] = f"c{number}"
        attributes[f"{name}.metadata"] = json.dumps({"doc": doc, "start": start, "end": end})
    return attributes


def request(*spans):
    return {"resourceSpans": [{"scopeSpans": [{"spans": list(spans)}]}]}


SPANS = [
    otlp("CHAIN", {"metadata": '{"topic": "q"}', "input.value": "why?"}, span="r", end=9),
    otlp("RETRIEVER", listed(PLACES), parent="r"),
]
DOCUMENTS = [
    {"page_content": "12345", "metadata": {"source": doc, "start_index": start}}
    for doc, start, _ in PLACES
]
SMITH = {
    "id": "s", "trace_id": "t", "run_type": "retriever", "inputs": {"query": "why?"},
    "outputs": {"documents": DOCUMENTS},
    "start_time": "2026-01-01T00:00:00", "end_time": "2026-01-01T00:00:01",
}  # fmt: skip
PHOENIX = {
    "name": "retrieve", "context": {"trace_id": "t", "span_id": "s"}, "parent_id": None,
    "attributes": {"openinference.span.kind": "RETRIEVER", "metadata.topic": "q", **listed(PLACES)},
}  # fmt: skip
TRACES = {
    "request": json.dumps(request(*SPANS)),
    "indented": json.dumps(request(*SPANS), indent=2),
    "requests": "\n".join(json.dumps(request(span)) for span in SPANS),
    "spans": "\n".join(map(json.dumps, SPANS)),
    "list": json.dumps(SPANS),
    "smith": json.dumps(SMITH),
    "smiths": json.dumps([SMITH], indent=1),
    "output": json.dumps([{**SMITH, "outputs": {"output": DOCUMENTS}}]),
    "phoenix": json.dumps(PHOENIX),
    "phoenixes": json.dumps([PHOENIX]),
}


@pytest.mark.parametrize("name", TRACES)
def test_traces_are_runs(partwise, tmp_path, name):
    (tmp_path / f"{name}.json").write_text(TRACES[name])
    (tmp_path / "gold.tsv").write_text("topic\tdoc\tstart\tend\nq\ta\t3\t9\n")
    (tmp_path / "topics.tsv").write_text("topic\ttext\nq\twhy?\n")
    lines = ["topic\tdoc\tstart\tend\trank"]
    lines += [f"q\t{d}\t{s}\t{e}\t{n}" for n, (d, s, e) in enumerate(PLACES, 1)]
    (tmp_path / "table.tsv").write_text("\n".join(lines))
    more = ("-m", "CharAP", "--format", "tsv", "--topics-file", "topics.tsv")
    found = partwise("evaluate", "gold.tsv", f"{name}.json", *more)
    assert found.code == 0, found.err
    expected = partwise("evaluate", "gold.tsv", "table.tsv", *more)
    assert found.out.replace(name, "table") == expected.out


def test_traces_are_no_assessments(partwise, tmp_path):
    (tmp_path / "t.json").write_text(TRACES["spans"])
    found = partwise("evaluate", "t.json", "t.json")
    assert (found.code, found.out) == (2, "")
    assert found.err == "t.json: traces, not assessments. QRELS come first, then RUNs\n"
