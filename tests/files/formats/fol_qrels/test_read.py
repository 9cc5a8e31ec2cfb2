from __future__ import annotations

from pathlib import Path

import pytest
from tests.files.samples import said as refusal
from tests.files.samples import texts

from partwise.files import reading as api
from partwise.files.formats.fol_qrels.read import read_qrels
from partwise.files.options import Reading
from partwise.files.source import Source

FOL = "1 Q0 a 0 100\n1 Q0 b 10 200 5 5:10\n"


def said(read, content: str, name: str, **options) -> str:
    Path(name).write_text(content)
    return refusal(read, name, **options)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n"])
@pytest.mark.parametrize("close", [True, False])
def test_lines_by_hand(source, end, close):
    lines = [
        "1 Q0 a 543 32230 2814 2814:185 12097:358",
        "# a comment",
        "1 Q0 b 0 9",
        "2 0 a 1 32230 0 0:1",
    ]
    reading = read_qrels(source(end.join(lines) + (end if close else "")), Reading())
    qrels, step = reading, 2 if end == "\n\n" else 1

    assert texts(qrels, "topic") == ["1", "1", "1", "2"]
    assert texts(qrels, "doc") == ["a", "a", "b", "a"]
    assert qrels.start.tolist() == [2814, 12097, -1, 0]
    assert qrels.end.tolist() == [2999, 12455, -1, 1]
    assert qrels.grade.tolist() == [1.0, 1.0, 0.0, 1.0]
    assert qrels.bep.tolist() == [2814, 2814, -1, 0]
    assert qrels.length.tolist() == [32230, 32230, 9, 32230]
    assert [reading.lines.of(row) for row in range(4)] == [1, 1, 1 + 2 * step, 1 + 3 * step]
    assert qrels.notes == ("1 comment line skipped",)


def test_small_blocks_change_nothing(here, monkeypatch):
    rows = [f"{i % 3} Q0 d{i} {i} 900 0 0:{i}" if i else "0 Q0 d0 0 900" for i in range(40)]
    Path("qrels").write_text("\n".join(rows))
    whole = api.read_qrels("qrels")
    monkeypatch.setattr(Source.blocks, "__defaults__", (50, None))
    small = api.read_qrels("qrels")

    assert texts(small, "doc") == texts(whole, "doc") == [f"d{i}" for i in range(40)]
    assert small.end.tolist() == whole.end.tolist() == [-1, *range(1, 40)]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("1 Q0 c 5", "4 columns, expected 5 or more (topic Q0 doc relevant_size doc_size "),
        ("1 Q0 c x 9", 'relevant size "x" is not a whole number'),
        ("1 Q0 c 0 -9", "document size -9 is negative"),
        ("1 Q0 c 5 9 x 0:5", 'best entry point "x" is not a whole number'),
        ("1 Q0 c 5 9 0 :5", 'passage ":5" is not offset:length'),
        ("1 Q0 c 5 9 0 0:5:1", 'passage "0:5:1" is not offset:length'),
        ("1 Q0 c 5 9 0 0:99999999999999999999", "is beyond 64 bits"),
        ("1 Q0 b 0 200", "document b judged twice for topic 1 (line 2)"),
        ("2 Q0 b 0 201", "document b has the lengths 200 and 201"),
    ],
)
def test_lines_that_are_refused(here, line, problem):
    words = said(api.read_qrels, f"{FOL}{line}\n", "qrels", format="fol-qrels")

    assert words.startswith("qrels:3: ")
    assert problem in words


def test_lenient_repairs_meet_in_one_line(here):
    Path("qrels").write_text(FOL + "1 Q0 c 130 100 300 80:50 0:30 20:50\n")
    qrels = api.read_qrels("qrels", reading=Reading(lenient=True))

    # 80:50 is clipped at 100, 0:30 and 20:50 are merged
    assert (qrels.start.tolist()[2:], qrels.end.tolist()[2:]) == ([0, 80], [70, 100])
    assert qrels.bep.tolist()[2:] == [99, 99]
    assert len(qrels.notes) == 5


def test_e12_more_relevant_characters_than_characters(here):
    text = FOL + "1 Q0 c 812 800 0 0:812\n"

    assert said(api.read_qrels, text, "qrels") == (
        "qrels:3: 812 relevant characters in a document of 800"
    )
    qrels = api.read_qrels("qrels", reading=Reading(lenient=True))
    assert qrels.end.tolist() == [-1, 15, 800]
    assert (
        "qrels: 1 document has more relevant characters than its length; passages clipped"
        in qrels.notes
    )


def test_e13_relevant_size(here):
    text = FOL + "1 Q0 c 543 800 0 0:530\n"

    assert said(api.read_qrels, text, "qrels") == (
        "qrels:3: relevant size 543, but its passages add up to 530"
    )
    assert said(api.read_qrels, FOL + "1 Q0 c 543 800 7\n", "qrels") == (
        "qrels:3: relevant size 543, but its passages add up to 0"
    )


def test_entry_points_lie_in_the_document(here):
    text = FOL + "1 Q0 c 10 100 500 0:10\n1 Q0 d 10 100 100 0:10\n1 Q0 e 10 100 99 0:10\n"

    assert said(api.read_qrels, text, "qrels").splitlines() == [
        "qrels:3: best entry point 500 in a document of 100",
        "qrels:4: best entry point 100 in a document of 100",
    ]
    qrels = api.read_qrels("qrels", reading=Reading(lenient=True))
    assert qrels.bep.tolist()[-3:] == [99, 99, 99]
    assert qrels.notes[1:] == (
        "qrels: 2 documents have a best entry point past the end; moved to the last character",
    )


def test_lenient_order_is_counted(here):
    Path("qrels").write_text(FOL + "1 Q0 c 10 100 0 20:5 0:5\n")

    qrels = api.read_qrels("qrels", reading=Reading(lenient=True))

    assert qrels.start.tolist()[-2:] == [0, 20]
    assert qrels.notes[1:] == ("qrels: 1 document has passages out of order; put in order",)


def test_nothing_relevant_needs_five_columns(here):
    assert said(api.read_qrels, FOL + "1 Q0 j 0 10 5 3:0\n", "qrels").splitlines() == [
        "qrels:3: empty span 3..3",
        "qrels:3: 7 columns, expected 5 where nothing is relevant",
    ]
    assert said(api.read_qrels, FOL + "1 Q0 c 0 800 7\n", "qrels") == (
        "qrels:3: 6 columns, expected 5 where nothing is relevant"
    )


def test_e19_overlapping_passages(here):
    text = FOL + "1 Q0 c 60 800 10 10:40 30:20\n"

    assert said(api.read_qrels, text, "qrels") == "qrels:3: passages 10:40 and 30:20 overlap"
    qrels = api.read_qrels("qrels", reading=Reading(lenient=True))
    assert (qrels.start.tolist(), qrels.end.tolist()) == ([-1, 5, 10], [-1, 15, 50])
    assert "qrels: 1 document has overlapping passages; merged" in qrels.notes
    assert said(api.read_qrels, FOL + "1 Q0 c 60 800 10 100:40 30:20\n", "qrels") == (
        "qrels:3: passages 100:40 and 30:20 are not in order"
    )


def test_touching_passages_are_one(here):
    Path("qrels").write_text("1 Q0 c 60 800 10 10:40 50:20\n")
    qrels = api.read_qrels("qrels")

    assert (qrels.start.tolist(), qrels.end.tolist()) == ([10], [70])


def test_passages_that_are_none(here):
    assert said(api.read_qrels, FOL + "1 Q0 c 5 9 0 7\n", "qrels") == (
        'qrels:3: passage "7" is not offset:length'
    )
    assert said(api.read_qrels, FOL + "1 Q0 c 0 9 0 7:0\n", "qrels").startswith(
        "qrels:3: empty span 7..7"
    )
