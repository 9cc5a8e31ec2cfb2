"""Valid inputs to damage: the files of the golden tests and small ones made here."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from functools import cache
from pathlib import Path

from tests.files.test_shapes import GOOD

GOLDEN = Path(__file__).parent.parent / "golden" / "files"

XRAI = b"""<?xml version="1.0"?>
<assessments pool="9" topic="51" version="2.0"><file collection="ieee" name="harbour">
<passage start="/a[1]/s[1]" end="/a[1]/s[1]/p[1]" size="20"/>
<best-entry-point path="/a[1]/s[1]"/></file></assessments>
"""
SUBMISSION = b"""<inex-submission participant-id="p" run-id="r" task="CO.Focussed">
<topic topic-id="51"><result><file>harbour</file><path>/a[1]/s[1]</path><rsv>0.9</rsv></result>
<result><file>quay</file><path>/a[1]</path><rank>2</rank><rsv>0.5</rsv></result></topic>
</inex-submission>
"""
INEX = b"""51 Q0 harbour 1 0.9 r 0 20
51 Q0 quay 2 0.5 r 10 5
52 Q0 mole 1 0.4 r 0 8
"""
INEX_ENDS = INEX.replace(b" 10 5\n", b" 10 15\n")
HTML = b"""<!doctype html><html><head><title>T</title></head><body><h1 id="a">One</h1>
<p>Some <b>bold</b> text &amp; more.<p>Next<table><tr><td>1<td>2</table>
<a href="quay.html#x">quay</a></body></html>"""
MARKDOWN = b"""# One

Some *text* with a [link](quay.md#x).

## Two

- a
- b

```
code
```

| a | b |
|---|---|
| 1 | 2 |
"""
JSON_LINES = b"""{"topic": "51", "doc": "harbour", "start": 0, "end": 20, "score": 2.5}
{"topic": "51", "doc": "quay", "start": 10, "end": 30, "score": 1.5, "text": "a \\"b\\""}
{"topic": "52", "doc": "mole", "start": 5, "end": 17, "score": 1.0}
"""
SPANS_FOUND = b"""{"topic": "q1", "doc": "harbour", "start": 0, "end": 40, "rank": 1}
{"topic": "q1", "doc": "lamp", "start": 10, "end": 30, "rank": 2}
{"topic": "q3", "doc": "lamp", "start": 5, "end": 17, "rank": 1}
"""
NESTED = b"""{"topic": "51", "results": [{"doc": "harbour", "start": 0, "end": 20}]}
{"topic": "52", "results": []}
"""
JUDGED_LINES = b"""{"topic": "51", "doc": "harbour", "start": 10, "end": 30, "grade": 1}
{"topic": "52", "doc": "mole", "start": 5, "end": 17, "group": "a", "weight": 2}
"""
CSV = b'topic,doc,start,end,score\r\n51,harbour,0,20,2.5\r\n"52","mo""le",5,17,1.5\r\n'
LINKS = b"""from_doc\tfrom_element\tto_doc\tto_element\tp
harbour\t/a[1]/s[1]\tharbour\t/a[1]/s[1]/p[1]\t0.6
quay\t/a[1]\tquay\t/a[1]/s[1]\t0.5
"""
ROUTES = b"""harbour\t/a[1]/s[1]\t/a[1]/s[1]/p[1]
quay\t/a[1]\t/a[1]/s[1]
"""
XRAI_2004 = b"""<?xml version="1.0"?>
<assessments topic="51"><file file="harbour">
<path path="/a[1]/s[1]" exhaustiveness="2" specificity="3"/></file></assessments>
"""
EVIDENCE = (
    b"UserID,PromptID,PMCID,Valid Label,Valid Reasoning,Label,Annotations,Label Code,In Abstract,"
    b"Evidence Start,Evidence End\n1,51,100,True,True,x,abc,1,True,10,20\n"
)
EXPRESSIONS = (
    b"CharR@5", b"CharR(budget=4000, unit=tokens)", b"AgP(F(beta=0.25))@10", b"iP@0.01",
    b"PRUM(nav=T2I(n=300))@0.1", b"nDCG(gains={1: 1, 2: 3})@10",
    b"GR(nav=Window(after=200))@5", b"Ceiling(CharR)@5", b"AgP(BEP(n=500, missing=zero))",
    b"ANCE(LE(screen=300))@10", b"map", b"ndcg_cut_10", b"CharF(beta=2)@3",
    b"AP(rel=2)@100", b"gP(short=last)@10",
    b"Precall(ties=order)@0.5", b"Q(quant=strict)", b"ESRP(nav=Depth)@3",
    b"GR(nav=Edges('e.tsv', kind=step))@3", b"hit_rate@5",
)  # fmt: skip
LANGCHAIN = {
    "51": [
        {"page_content": "abc", "metadata": {"source": "harbour", "start_index": 3}, "id": None},
        {"lc": 1, "type": "constructor", "kwargs": {
            "page_content": "x", "metadata": {"source": "quay", "start_index": 0}}},
    ],
    "52": [],
}  # fmt: skip
LLAMA = {
    "51": [
        {"node": {"id_": "n1", "text": "abc", "start_char_idx": 3, "end_char_idx": 6,
                  "relationships": {"1": {"node_id": "harbour"}, "4": {"node_id": "n0"}}},
         "score": 0.5},
    ],
}  # fmt: skip
HAYSTACK = {"51": {"documents": [
    {"id": "h", "content": "abc", "meta": {"file_path": "harbour", "split_idx_start": 3}},
    {"id": "h2", "content": "abc", "source_id": "quay", "split_idx_start": 0.0},
]}}  # fmt: skip
CHROMA = {"ids": [["a", "b"]], "documents": [["abc", None]], "distances": [[0.1, 0.2]],
          "metadatas": [[{"doc": "harbour", "start": 1, "end": 4}, {"doc": "q", "start": 0,
                                                                    "end": 2}]]}  # fmt: skip
POINTS = {"51": {"points": [
    {"id": 1, "score": 0.5, "payload": {"doc": "harbour", "start": 1.0, "end": 4.0}}
]}}  # fmt: skip
TRACES = {"resourceSpans": [{"scopeSpans": [{"spans": [{
    "traceId": "a", "spanId": "b", "startTimeUnixNano": "1", "attributes": [
        {"key": "openinference.span.kind", "value": {"stringValue": "RETRIEVER"}},
        {"key": "metadata", "value": {"stringValue": '{"topic": "51"}'}},
        {"key": "retrieval.documents.0.document.id", "value": {"stringValue": "c"}},
        {"key": "retrieval.documents.0.document.content", "value": {"stringValue": "abc"}},
        {"key": "retrieval.documents.0.document.metadata",
         "value": {"stringValue": '{"source": "harbour", "start_index": 3}'}}]}]}]}]}  # fmt: skip

COLUMNS: tuple[tuple[str, str, dict[str, list[object]]], ...] = (
    ("run", "parquet", {"topic": ["51", "52"], "doc": ["harbour", "quay"], "start": [0, 10],
                        "end": [20, 30], "score": [2.5, 1.5], "rank": [1, 1]}),
    ("qrels", "parquet", {"topic": ["51", "52"], "doc": ["harbour", "quay"], "start": [0, 10],
                          "end": [20, 30], "grade": [1, 2], "group": ["a", None]}),
    ("inventory", "autorag-corpus", {
        "doc_id": ["p", "r"], "contents": ["abc", "de"], "path": ["harbour", "quay"],
        "start_end_idx": [[0, 2], [3, 4]]}),
    ("qrels", "autorag-qa", {"qid": ["51"], "query": ["?"], "retrieval_gt": [[["p", "r"], ["r"]]]}),
    ("run", "ranx", {"q_id": ["51", "52"], "doc_id": ["d", "e"], "score": [1.5, 2.5]}),
    ("lengths", "parquet", {"doc": ["a", "b"], "length": [10, 20]}),
)  # fmt: skip
TREES = {"doc": ["a", "a"], "node": [0, 1], "parent": [None, 0], "path": ["/a[1]", "/a[1]/b[1]"],
         "tag": ["a", "b"], "start": [0, 2], "end": [9, 5], "depth": [1, 2]}  # fmt: skip


def golden(*names: str) -> tuple[bytes, ...]:
    """Return files of the golden tests."""
    return tuple((GOLDEN / name).read_bytes() for name in names)


def shapes(name: str) -> bytes:
    """Return a file of another tool."""
    value = GOOD[name]
    if isinstance(value, list) and name != "hotpot":
        return b"\n".join(json.dumps(each).encode() for each in value)
    return json.dumps(value).encode()


def as_json(value: object) -> bytes:
    """Return a value as the bytes that a target reads it from."""
    return json.dumps(value).encode()


@cache
def parquet(name: str) -> bytes:
    """Return a table of the golden tests as Parquet."""
    import polars as pl

    frame = pl.read_csv(GOLDEN / name, separator="\t")
    target = io.BytesIO()
    frame.write_parquet(target)
    return target.getvalue()


@cache
def json_lines(name: str) -> bytes:
    """Return a table of the golden tests as JSON lines."""
    import polars as pl

    return pl.read_csv(GOLDEN / name, separator="\t").write_ndjson().encode()


def _as_parquet(columns: dict[str, list[object]]) -> bytes:
    import polars as pl

    target = io.BytesIO()
    pl.DataFrame(columns).write_parquet(target)
    return target.getvalue()


@cache
def autorag_corpus() -> bytes:
    """Return a corpus of AutoRAG."""
    return _as_parquet({
        "doc_id": ["p", "r"], "contents": ["abc", "de"], "path": ["harbour", "quay"],
        "start_end_idx": [[0, 2], [3, 4]], "metadata": [{"x": "y"}, {"x": "z"}],
    })  # fmt: skip


@cache
def autorag_questions() -> bytes:
    """Return questions of AutoRAG."""
    return _as_parquet({"qid": ["51"], "query": ["?"], "retrieval_gt": [[["p", "r"], ["r"]]]})


@cache
def zipped(*names: str) -> bytes:
    """Return an archive of files of the golden tests."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(zipfile.ZipInfo(name), (GOLDEN / name).read_bytes())
    return target.getvalue()


@cache
def tarred(*names: str) -> bytes:
    """Return a packed tape archive of files of the golden tests."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        for name in names:
            archive.add(GOLDEN / name, name)
    return gzip.compress(target.getvalue(), 1, mtime=0)


@cache
def saved() -> bytes:
    """Return saved results."""
    import partwise as pw

    qrels, run = pw.read_qrels(GOLDEN / "documents.qrels"), pw.read_run(GOLDEN / "tide.run")
    return pw.evaluate(qrels, [run], ["AP", "P@2"]).to_json().encode()


@cache
def part() -> bytes:
    """Return the values of a bucket."""
    from contextlib import chdir, redirect_stdout
    from tempfile import TemporaryDirectory

    from partwise.cli import main

    # a part names its files as they were given, and what is found in it is kept
    with TemporaryDirectory() as folder, redirect_stdout(io.StringIO()), chdir(GOLDEN):
        made = Path(folder) / "part"
        files = ["documents.qrels", "tide.run"]
        try:
            main(["evaluate", *files, "--bucket", "0/1", "-o", str(made), "-q"])
        except SystemExit:
            return made.read_bytes()
    raise AssertionError
