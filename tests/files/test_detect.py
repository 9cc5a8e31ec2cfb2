"""Telling formats apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from partwise.errors import FormatError, UnknownNameError, UsageError
from partwise.files import reading as api
from partwise.files.detect import detect
from partwise.files.kinds import kind_of
from partwise.files.registry import grammars
from partwise.files.source import Source


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


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


def test_all_of_the_first_thousand_lines_decide(here):
    idle = "".join(f"1 Q0 d{i} 0 100\n" for i in range(500))

    assert found(idle + "1 Q0 x 10 100 5 5:10\n") == "fol-qrels"
    trec = "".join(f"1 Q0 d{i} {i} {i}.5 tag\n" for i in range(500))
    assert found(trec + "1 Q0 x 1 2.5 tag 5\n") == "trec-run"  # findings 5.11, ruling 11
    inex = "1 Q0 x 1 2.5 tag 5\n" * 31 + trec[: 17 * 100]
    with pytest.raises(FormatError, match='could be "trec-run" or "inex-run"'):
        found(inex)


def test_a_run_with_whole_scores_and_a_number_for_tag(here):
    assert found("1 Q0 a 1 5 7\n1 Q0 b 2 4 7\n") == "trec-run"
    text = "1 Q0 a:1 1 5 7\n1 Q0 b:2 2 4 7\n"
    assert found(text) == "trec-run"  # findings 5.12: no line holds offset:length


def test_a_genomics_run_with_whole_values(here):
    with pytest.raises(FormatError, match='could be "trec-run" or "genomics-run"'):
        found("200 12595615 1 48 28426 295\n")


def test_junk_after_column_six(here):
    good = "".join(f"1 Q0 d{i} {i} {i}.5 tag\n" for i in range(50))
    junk = "1 Q0 a 1 2.5 tag junk of seven\n" * 5
    Path("run").write_text(junk.replace(" a ", " {} ").format(*"abcde") + good)
    with pytest.raises(ValueError, match="run:1: 9 columns, expected 6"):
        api.read_run("run")
    run = api.read_run("run", format="trec-run")
    assert len(run) == 55
    assert "5 lines have more columns than the format knows; they were not read" in run.notes


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello world\n", "x: line 1 (2 columns) fits no known format"),
        ("<html></html>", "x: an XML document (<html>), neither run nor assessments"),
        (
            json.dumps({"questions": [{"snippets": []}]}),
            "x: BioASQ JSON; partwise does not read it",
        ),
        (json.dumps({"tests": []}), "x: LegalBench-RAG JSON"),
        (json.dumps({"data": [{"paragraphs": []}]}, indent=1), "x: SQuAD JSON"),
        (json.dumps({"id": 1, "output": [{"provenance": []}]}) + "\n", "x: KILT JSON lines"),
        (json.dumps({"claim": "c", "evidence": {}}) + "\n", "x: SciFact or FEVER JSON lines"),
        (
            "question,references,corpus_id\n",
            "x: a Chroma file of questions; partwise does not read it. Write a table with topic, ",
        ),  # findings 5.6
        ("UserID,PromptID,PMCID\n", "x: an Evidence Inference file"),
        ('{"topic": 1, "title": "t"}\n', "x: JSON lines without the key doc"),
        ("[1, 2]\n", "x: a JSON array, not JSON lines. Write one object a line"),
    ],
)
def test_what_cannot_be_read_is_named(here, text, words):
    with pytest.raises(FormatError) as caught:
        found(text)
    assert str(caught.value).startswith(words)


def test_unknown_format_names(here):
    Path("x").write_text("1 Q0 d 1 2 t\n")
    with pytest.raises(UnknownNameError, match="trec-run"):
        api.read_run("x", format="trecrun")
    with pytest.raises(FormatError, match="FOL qrels, not a run"):
        api.read_run("x", format="fol-qrels")


def test_the_detected_format_is_reported(here):
    Path("x").write_text("1 Q0 d 1 2 t\n")

    assert api.read_run("x").notes == ("x was read as trec-run",)
    assert api.read_run("x", format="trec-run").notes == ()


def test_every_format_has_a_grammar():
    known = grammars()

    assert {
        "trec-run",
        "trec-qrels",
        "inex-run",
        "fol-qrels",
        "tsv",
        "csv",
        "jsonl",
        "parquet",
    } <= set(known)
    for name, grammar in known.items():
        assert len(grammar.strip().splitlines()) > 3, name
        assert grammar.strip().splitlines()[0].endswith("."), name


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1 Q0 d 1 2 t\n", "run"),
        ("1 0 d 1\n", "qrels"),
        ("topic\tdoc\tscore\nq\td\t1\n", "run"),
        ("topic\tdoc\tstart\tend\nq\td\t1\t2\n", "qrels"),
        ('{"topic": 1, "doc": 2, "rank": 1}\n', "run"),
        ("doc\tlength\nd\t1\n", "lengths"),
        ("doc\tstart\tend\nd\t1\t2\n", "inventory"),
        ("doc\tnode\tparent\ttag\tstart\tend\nd\t0\t\ta\t1\t2\n", "structure"),
        ("topic\ttext\nq\thow?\n", "topics"),
        ("query_id,kind\nq,how\n", "topics"),
        ("site\t/home\t/news\t0.4\n", "links"),
        ("site\thome\tnews\t1\n", "links"),
        ("1\t0\td\t1\n", "qrels"),
        ("1\tQ0\td\t0\n", "qrels"),
        ("d\t/a[1]\t/a[1]/b[1]\n", "routes"),
        ('{"partwise": "0.1.0"}', "results"),
    ],
)
def test_kind_of_a_file(here, text, kind):
    Path("x").write_text(text)

    assert kind_of("x") == kind


def test_other_units_need_the_documents(here):
    Path("x").write_text("1 Q0 d 1 2 t 0 5\n")
    with pytest.raises(UsageError, match="x: offsets in utf16 units need the texts"):
        api.read_run("x", unit="utf16")
    with pytest.raises(UsageError, match="unit must be codepoint, utf16 or byte"):
        api.read_qrels("x", unit="bit")


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
