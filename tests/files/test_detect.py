"""Telling formats apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from partwise.errors import FormatError
from partwise.files import reading as api
from partwise.files.detect import detect
from partwise.files.source import Source


def found(text: str, kind=None) -> str:
    Path("x").write_text(text)
    return detect(Source("x"), kind)


ROWS = [
    ("301 0 CR93E-1282 1", "trec-qrels"),
    ("301\t0\tCR93E-1282\t-1", "trec-qrels"),
    ("200\t14747618\t64716\t194\tICAM-1|TNF-ALPHA", "genomics-gold"),
    ("200\t14747618\t64716\t194\tANTI-DS DNA ANTIBODIES", "genomics-gold"),
    ("2009011 Q0 3939109 0 11230", "fol-qrels"),
    ("2009011 0 3939109 0 11230", "fol-qrels"),
    ("200 12595615 1 28426 295", "genomics-run"),
    ("301 Q0 FR940202-2-00150 1 2.129 myrun", "trec-run"),
    ("301 0 FR940202-2-00150 1 2 myrun", "trec-run"),
    ("200 12595615 1 48.63 28426 295", "genomics-run"),
    ("200\t12595615\t1\t48.63\t28426\t295\ttagA", "genomics-run"),
    ("2009011 Q0 3945065 543 32230 2814 2814:185 12097:358", "fol-qrels"),
    ("2009011 Q0 3945065 1 73.61 teamA /article[1]/bdy[1]/sec[2]", "inex-run"),
    ("2009011 Q0 3945065 1 73.61 teamA 1320", "inex-run"),
    ("2009011 Q0 3945065 1 73.61 teamA /article[1]/p[1] /article[1]/p[4]", "inex-run"),
    ("2009011 Q0 3945065 2 70.10 teamA 1320 455", "inex-run"),
    ("topic\tdoc\tstart\tend", "tsv"),
    ("assessor,doc,topic,start,end", "csv"),
    ('"topic","doc"', "csv"),
    ("doc\tlength", "tsv"),
    ('{"topic": "q1", "doc": "d"}', "jsonl"),
    ('{"doc": "d", "length": 5}', "jsonl"),
    ("<inex-submission run-id='x'>", "inex-submission"),
    (
        "<?xml version='1.0'?>\n<!-- c -->\n<!DOCTYPE e SYSTEM 'x.dtd' [<!ENTITY a 'b'>]>\n"
        "<efficiency-submission/>",
        "inex-submission",
    ),
    ("<assessments pool='1'><file name='x'><element path='/a[1]'/></file></assessments>", "xrai"),
    ("<assessments pool='1'><file file='x'><path path='/a[1]'/></file></assessments>", "xrai-2004"),
]


@pytest.mark.parametrize(("line", "name"), ROWS)
def test_each_row_of_the_table(here, line, name):
    assert found(f"\n# a comment\n{line}\n" if line[0] not in "<{" else line) == name


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello world\n", "x: line 1 (2 columns) fits no known format"),
        ("<html></html>", "x: an XML document (<html>), neither run nor assessments"),
    ],
)
def test_what_cannot_be_read_is_named(here, text, words):
    with pytest.raises(FormatError) as caught:
        found(text)
    assert str(caught.value).startswith(words)


def test_real_files(real_data):
    ei, genomics = real_data / "evidence-inference", real_data / "trec_genomics_2007"
    expected = {
        ei / "qrels.fol": "fol-qrels",
        ei / "spans.tsv": "tsv",
        ei / "runs" / "bm25-p.path.txt": "inex-run",
        ei / "runs" / "bm25-chunk500.fol.txt": "inex-run",
        genomics / "gold.tsv": "genomics-gold",
        genomics / "run-york-01.tsv.gz": "genomics-run",
        real_data / "trec-eval-test" / "qrels.test": "trec-qrels",
        real_data / "trec-eval-test" / "results.test": "trec-run",
    }

    assert {path: detect(Source(path)) for path in expected} == expected


@pytest.mark.parametrize(
    ("sign", "words"), [(";", "semicolons"), ("|", "bars"), (" ", "blanks"), (" ; ", "semicolons")]
)
def test_a_heading_between_other_signs_is_named(here, sign, words):
    Path("x").write_text(sign.join(["topic", "doc", "start", "end"]) + "\n")

    with pytest.raises(FormatError, match=f"x: a heading whose columns are separated by {words}"):
        api.read_qrels("x")


@pytest.mark.parametrize("sign", [",", "\t"])
def test_a_heading_without_doc_is_a_heading(here, sign):
    rows = [["query", "document", "start", "end"], ["q", "d", "0", "9"]]
    Path("x").write_text("".join(sign.join(row) + "\n" for row in rows))

    with pytest.raises(FormatError, match="no columns topic and doc"):
        api.read_qrels("x")
