"""Files of traces as runs, found by their content."""

from __future__ import annotations

import json

import pytest
from tests.adapters.shapes import rows
from tests.adapters.test_traces import EXPECTED, PLACES, ROOT_SPAN, listed, otlp, request
from tests.files.samples import said

import partwise as pw
from partwise.errors import PartwiseError
from partwise.files.detect import detect
from partwise.files.formats.traces import spans_of
from partwise.files.source import Source

SPANS = [ROOT_SPAN, otlp("RETRIEVER", listed(PLACES), parent="r")]
SMITH = {
    "id": "s", "trace_id": "t", "run_type": "retriever", "inputs": {"query": "why?"},
    "outputs": {
        "documents": [
            {"page_content": "12345", "metadata": {"source": d, "start_index": s}}
            for d, s, _ in PLACES
        ]
    },
    "start_time": "2026-01-01T00:00:00", "end_time": "2026-01-01T00:00:01",
}  # fmt: skip
PHOENIX = {
    "name": "retrieve", "context": {"trace_id": "t", "span_id": "s"}, "parent_id": None,
    "attributes": {"openinference.span.kind": "RETRIEVER", "metadata.topic": "q", **listed(PLACES)},
}  # fmt: skip
GIVEN = {
    "request": json.dumps(request(*SPANS)),
    "indented": json.dumps(request(*SPANS), indent=2),
    "requests": "\n".join(json.dumps(request(span)) for span in SPANS),
    "spans": "\n".join(map(json.dumps, SPANS)),
    "list": json.dumps(SPANS),
    "smith": json.dumps(SMITH),
    "smiths": json.dumps([SMITH], indent=1),
    "output": json.dumps([{**SMITH, "outputs": {"output": SMITH["outputs"]["documents"]}}]),
    "phoenix": json.dumps(PHOENIX),
    "phoenixes": json.dumps([PHOENIX]),
}


@pytest.fixture(params=GIVEN)
def path(request, tmp_path):
    file = tmp_path / f"{request.param}.json"
    file.write_text(GIVEN[request.param])
    return file


def test_every_shape_is_found_and_read(path):
    assert detect(Source(path)) == "traces"
    run = pw.read_run(path, reading=pw.Reading(topics_file={"q": "why?"}))
    assert rows(run) == EXPECTED
    assert run.name == path.stem
    assert run.natural == "rank"


def test_other_fields_and_places_by_id(tmp_path):
    numbered = list(enumerate(PLACES))
    documents = [{"id": n, "metadata": {"file": d, "at": s, "to": e}} for n, (d, s, e) in numbered]
    inventory = pw.Inventory.from_frame(
        [{"id": n, "doc": d, "start": s, "end": e} for n, (d, s, e) in numbered]
    )
    bare = [{"id": one["id"]} for one in documents]
    path = tmp_path / "t.json"
    columns = {"doc": "file", "start": "at", "end": "to", "topic": "test.case"}
    about = {"extra": {"metadata": {"test.case": "q"}}}
    for outputs, more in ((documents, {}), (bare, {"inventory": inventory})):
        path.write_text(json.dumps({**SMITH, "outputs": {"documents": outputs}, **about}))
        assert rows(pw.read_run(path, reading=pw.Reading(columns=columns), **more)) == EXPECTED


def test_what_cannot_be_read(tmp_path):
    path = tmp_path / "t.json"

    def words(text, **options):
        path.write_text(text)
        return said(pw.read_run, path, **options).removeprefix(f"{path}")

    assert words(json.dumps(SMITH)) == (
        ": trace t does not name its topic (attributes: input.value). "
        'Use columns={"topic": NAME} or topics_file=...'
    )
    bare = {**SMITH, "outputs": {"documents": [{"metadata": {"source": "a"}}] * 4}}
    assert words(json.dumps(bare), topics_file={"q": "why?"}) == (
        ": 4 of 4 items have no place: q[1] (no start), q[2] (no start), q[3] (no start) and more. "
        "Places stand in the documents' metadata, where the splitter wrote them. "
        'Use inventory=..., missing="skip" or missing="document"'
    )
    skipped = pw.read_run(path, reading=pw.Reading(topics_file={"q": "why?"}, missing="skip"))
    assert skipped.answered == ["q"]
    empty = ": traces without a list of a retriever or reranker"
    assert words('{"resourceSpans": []}') == empty
    assert words('[{"run_type": "retriever", "outputs": {}') == ":1: not JSON (at character 41)"
    assert words(json.dumps(SPANS[0]) + "\n{", format="traces") == ":2: not JSON (at character 2)"


def test_one_value_or_one_a_line(tmp_path):
    path = tmp_path / "t.json"
    for text in ('{"a":\n1}', '{"a": 1}\n{"a": 2}\n'):
        path.write_text(text)
        found = spans_of(Source(path))
        assert found in ({"a": 1}, [{"a": 1}, {"a": 2}])


def test_every_function_that_reads_runs_takes_the_questions(tmp_path):
    (tmp_path / "trace.json").write_text(GIVEN["smith"])
    doc, start, end = PLACES[0]
    qrels = pw.Qrels.from_columns(topic=["q"], doc=[doc], start=[start], end=[end], length=[1000])
    (tmp_path / "topics.tsv").write_text("topic\ttext\nq\twhy?\n")
    for questions in ({"q": "why?"}, tmp_path / "topics.tsv"):
        file = tmp_path / "trace.json"
        found = pw.evaluate(qrels, file, "CharR", reading=pw.Reading(topics_file=questions))
        assert found.means["mean"].to_list() == [1.0]
        parts = pw.Inventory.from_columns(
            doc=[d for d, _, _ in PLACES],
            start=[a for _, a, _ in PLACES],
            end=[b for _, _, b in PLACES],
        )
        assert pw.losses(qrels, file, inventory=parts, reading=pw.Reading(topics_file=questions))
        page = pw.report(qrels, file, "CharR", topics_file=questions, path=tmp_path / "r.html")
        assert "trace" in page.read_text()
    with pytest.raises(PartwiseError, match="topics_file"):
        pw.evaluate(qrels, tmp_path / "trace.json", "CharR")
