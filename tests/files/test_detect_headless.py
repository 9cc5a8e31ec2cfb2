from __future__ import annotations

from pathlib import Path

import pytest
from tests.files.samples import said

from partwise.errors import FormatError
from partwise.files import reading as api
from partwise.files.detect import detect
from partwise.files.detect_headless import refuse_headless
from partwise.files.source import Source

PLACES = ["q1\tlamp\t0\t10", "q1\ttower\t5\t30", "q2\tlamp\t7\t9"]
SCORED = [f"{line}\t{score}" for line, score in zip(PLACES, ("0.9", "0.5", "1"), strict=True)]
FOUR = (
    "x: no header, and its 4 columns look like topic doc start end. Use a first line "
    "topic<TAB>doc<TAB>start<TAB>end with tabs between all columns, or "
)


def write(lines: list[str]) -> Path:
    path = Path("x")
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


@pytest.mark.parametrize("sign", ["\t", " "])
@pytest.mark.parametrize("kind", [None, "qrels", "run"])
def test_places_without_a_header_are_no_trec_qrels(here, sign, kind):
    write([line.replace("\t", sign) for line in PLACES])
    with pytest.raises(FormatError, match="no header, and its 4 columns look like") as caught:
        detect(Source("x"), kind)
    assert str(caught.value).startswith(FOUR)
    assert "trec-qrels" in str(caught.value)


def test_one_document_is_enough(here):
    write(PLACES[:1])
    with pytest.raises(FormatError, match="no header"):
        api.read_qrels("x")


def test_a_format_that_is_named_is_not_questioned(here):
    qrels = api.read_qrels(write(PLACES), format="trec-qrels")
    assert qrels.docs.tolist() == ["0", "5", "7"]


def test_the_header_that_is_asked_for_is_read(here):
    qrels = api.read_qrels(write(["topic\tdoc\tstart\tend", *PLACES]))
    assert qrels.end.tolist() == [10, 30, 9]


@pytest.mark.parametrize(
    ("kind", "last", "option"),
    [
        (None, "score", "--format-run"),
        ("run", "score", "--format-run"),
        ("qrels", "grade", "--format-qrels"),
    ],
)
def test_scored_places_without_a_header(here, kind, last, option):
    write(SCORED)
    with pytest.raises(FormatError, match=f"5 columns look like topic doc start end {last}") as bad:
        detect(Source("x"), kind)
    assert f"end<TAB>{last} " in str(bad.value)
    assert f"or {option} if you know" in bad.value.hint


def test_a_run_without_header_is_one_problem(here):
    path = write([f"q1 doc{i} {i} {i + 10} 0.{i}" for i in range(1, 30)])
    assert said(lambda: api.read_run(path)).count("x: ") == 1


@pytest.mark.parametrize(
    "lines",
    [
        ["1 0 4 5", "1 0 5 6"],
        ["1 Q0 4 5", "1 Q0 5 6"],
        ["1 Q1 4 5", "1 q0 5 6"],
        ["1 run 40 1", "1 run 50 2"],
        ["1 x d1 1", "1 y d2 2"],
        ["1 x 1 2", "1 x 12 0", "1 y 13 1"],
    ],
)
def test_trec_qrels_of_numbered_documents_are_read(here, lines):
    write(lines)
    assert detect(Source("x"), "qrels") == "trec-qrels"


def test_a_genomics_run_stays_one(here):
    write(["200 a 1 28426 295", "200 b 2 3000 10"])
    assert detect(Source("x"), "run") == "genomics-run"
    with pytest.raises(FormatError, match="topic doc start end grade"):
        detect(Source("x"), "qrels")


def test_tables_that_need_a_header_keep_their_words(here):
    write(PLACES)
    with pytest.raises(FormatError, match="4 columns that are no header of a table"):
        detect(Source("x"), "inventory")
    assert refuse_headless(Source("x"), iter([]), "qrels") is None


def test_documents_with_numbers_for_names_are_seen_by_their_change(here):
    lines = ["1 12 0 5", "1 13 4 90", "2 12 3 14"]
    write(lines)
    with pytest.raises(FormatError, match="no header, and its 4 columns look like"):
        detect(Source("x"))
    # an iteration is the same on all lines, and a document is seldom smaller than its grade
    for given in (["1 0 3 5", "1 0 4 9"], ["1 12 700 1", "1 13 800 0"]):
        write(given)
        assert detect(Source("x")) == "trec-qrels"
