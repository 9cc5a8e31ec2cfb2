"""Lists of traces: OTLP, OpenInference and LangSmith say the same."""

from __future__ import annotations

import json

import pytest
from tests.adapters.shapes import rows

import partwise as pw
from partwise.errors import AdapterError, FormatError, UsageError

PLACES = [("a", n, n + 5) for n in range(12)]
"""More than ten, so that 10 has to come after 9."""


def metadata(doc, start, end):
    return json.dumps({"doc": doc, "start": start, "end": end})


def value(one):
    return {"intValue": str(one)} if isinstance(one, int) else {"stringValue": one}


def otlp(kind, attributes, *, trace="t", span="s", parent="", start=1, end=2, code=1):
    given = {"openinference.span.kind": kind, **attributes}
    return {
        "traceId": trace, "spanId": span, "parentSpanId": parent,
        "startTimeUnixNano": str(start * 10**9), "endTimeUnixNano": str(end * 10**9),
        "attributes": [{"key": k, "value": value(v)} for k, v in given.items()],
        "status": {"code": code},
    }  # fmt: skip


def listed(places, of="retrieval.documents"):
    return {
        f"{of}.{at}.document.{name}": one
        for at, place in sorted(enumerate(places), key=lambda pair: str(pair[0]))
        for name, one in (("id", f"c{at}"), ("metadata", metadata(*place)))
    }


def request(*spans):
    return {"resourceSpans": [{"scopeSpans": [{"spans": list(spans)}]}]}


EXPECTED = [("q", *place, rank) for rank, place in enumerate(PLACES, 1)]
ROOT_SPAN = otlp("CHAIN", {"metadata": '{"topic": "q"}', "input.value": "why?"}, span="r", end=9)


def test_otlp(tmp_path):
    spans = [ROOT_SPAN, otlp("RETRIEVER", listed(PLACES), parent="r")]
    path = tmp_path / "spans.jsonl"
    path.write_text("\n".join(json.dumps(span) for span in spans))
    (tmp_path / "request.json").write_text(json.dumps(request(*spans)))
    for given in (request(*spans), [request(*spans)], spans, path, tmp_path / "request.json"):
        run = pw.Run.from_traces(given)
        assert rows(run) == EXPECTED
        assert run.extra["id"].tolist() == [f"c{n}" for n in range(12)]


def test_openinference_flat_and_nested():
    documents = [
        {"document": {"content": "12345", "score": 0.5, "metadata": {"doc": d, "start": s}}}
        for d, s, _ in PLACES
    ]
    nested = {"openinference": {"span": {"kind": "RETRIEVER"}}, "metadata": {"query_id": "q"},
              "retrieval": {"documents": documents}}  # fmt: skip
    flat = {"openinference.span.kind": "RETRIEVER", "metadata.query_id": "q", **listed(PLACES)}
    for attributes in (nested, flat):
        span = {
            "context": {"trace_id": "t", "span_id": "s"}, "parent_id": None,
            "attributes": attributes, "start_time": "2026-01-01T00:00:00+00:00",
            "end_time": "2026-01-01T00:00:01+00:00", "status_code": "OK",
        }  # fmt: skip
        assert rows(pw.Run.from_traces([span])) == EXPECTED


def test_langsmith():
    documents = [
        {"page_content": "12345", "type": "Document", "metadata": {"source": d, "start_index": s}}
        for d, s, _ in PLACES
    ]
    for outputs in ({"documents": documents}, {"output": documents}):
        one = {
            "id": "s", "trace_id": "t", "parent_run_id": None, "run_type": "retriever",
            "inputs": {"query": "why?"}, "outputs": outputs, "error": None,
            "start_time": "2026-01-01T00:00:00", "end_time": "2026-01-01T00:00:01",
        }  # fmt: skip
        assert rows(pw.Run.from_traces([one], questions={"q": "why?"})) == EXPECTED


def test_the_last_reranker_wins_unless_a_stage_is_named():
    first = otlp("RETRIEVER", listed(PLACES), span="a", parent="r")
    last = otlp("RERANKER", listed(PLACES[:2][::-1], "reranker.output_documents"), span="b",
                parent="r", start=3, end=4)  # fmt: skip
    spans = [last, ROOT_SPAN, first]
    assert rows(pw.Run.from_traces(spans)) == [("q", *PLACES[1], 1), ("q", *PLACES[0], 2)]
    assert len(pw.Run.from_traces(spans, stage="retriever")) == 12
    with pytest.raises(UsageError, match="stage must be"):
        pw.Run.from_traces(spans, stage="last")


def test_lists_that_overlap_in_time():
    one = otlp("RETRIEVER", listed(PLACES[:1]), span="a", parent="r", start=1, end=4)
    two = otlp("RETRIEVER", listed(PLACES[1:2]), span="b", parent="r", start=2, end=3)
    spans = [ROOT_SPAN, two, one]
    run = pw.Run.from_traces(spans)
    assert run.start.tolist() == [0, 1]
    assert run.notes == ("1 trace with lists that overlap in time: appended in order of start",)
    assert pw.Run.from_traces(spans, merge="first").start.tolist() == [0]
    assert pw.Run.from_traces(spans, merge="last").start.tolist() == [1]
    with pytest.raises(AdapterError, match="overlap in time"):
        pw.Run.from_traces(spans, merge="error")


def test_two_traces_of_a_topic():
    spans = [
        otlp("RETRIEVER", {"metadata.topic": "q", **listed(PLACES[n : n + 1])}, trace=f"t{n}",
             start=9 - n, end=10)
        for n in range(2)
    ]  # fmt: skip
    run = pw.Run.from_traces(spans)
    assert run.start.tolist() == [0]
    assert run.notes == ("1 trace left out: a later one has the same topic",)
    with pytest.raises(AdapterError, match="topic q has two traces"):
        pw.Run.from_traces(spans, merge="error")


def test_empty_lists_are_answers_and_failures_are_not():
    empty = otlp("RETRIEVER", {"metadata.topic": "e"}, trace="e")
    failed = otlp("RETRIEVER", {"metadata.topic": "f"}, trace="f", code=2)
    run = pw.Run.from_traces([empty, failed])
    assert run.answered == ["e"]
    assert run.notes == ("1 span that failed without a document is left out",)


def test_no_topic():
    span = otlp("RETRIEVER", {"input.value": "why?", "session.id": "x", **listed(PLACES)})
    with pytest.raises(AdapterError) as caught:
        pw.Run.from_traces([span])
    assert str(caught.value) == (
        "from_traces: trace t does not name its topic (attributes: openinference.span.kind, "
        'input.value, session.id). Use topic="..." or questions={topic: question}'
    )
    assert pw.Run.from_traces([span], topic="session.id").topics.tolist() == ["x"]


def test_what_is_no_span(tmp_path):
    for wrong in (3, [{"name": "x"}], [object()]):
        with pytest.raises(AdapterError, match="span"):
            pw.Run.from_traces(wrong)
    (tmp_path / "x.jsonl").write_text("{}\nnot json\n")
    with pytest.raises(FormatError, match=r"x.jsonl:2: not JSON"):
        pw.Run.from_traces(tmp_path / "x.jsonl")
