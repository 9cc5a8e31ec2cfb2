"""``partwise check`` says what ``partwise evaluate`` would say."""

from __future__ import annotations

import gzip
import io

import polars as pl
import pytest

RUN = b"1 Q0 d 1 2.5 tag\n1 Q0 e 2 1.5 tag\n"
XML = b"""<inex-submission participant-id="1" run-id="r" task="Focused">
<topic topic-id="1"><result><file>d</file><path>/a[1]</path><rsv>1</rsv></result></topic>
</inex-submission>"""
QRELS = b"1 0 d 1\n"


def parquet() -> bytes:
    stream = io.BytesIO()
    pl.DataFrame({"topic": ["1"], "doc": ["d"], "score": [1.5]}).write_parquet(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (RUN, "a run of 2 parts for 1 topic"),
        (gzip.compress(RUN), "a run of 2 parts for 1 topic"),
        (XML, "a run of 1 part for 1 topic"),
        (b'{"topic": 1, "doc": "d", "rank": 1}\n', "a run of 1 part for 1 topic"),
        (parquet, "a run of 1 part for 1 topic"),
        (QRELS, "assessments with 1 row for 1 topic"),
        (b"topic,doc,start,end\n1,d,0,5\n", "assessments with 1 row for 1 topic"),
    ],
    ids=["trec", "gzip", "xml", "jsonl", "parquet", "qrels", "csv"],
)
def test_standard_input(partwise_process, content, words):
    done = partwise_process("check", "-", stdin=content() if callable(content) else content)

    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"-: {words}, no problems")


def test_standard_input_twice_and_archives(partwise):
    done = partwise("check", "-", "-", stdin=RUN)
    assert (done.code, done.err) == (2, "standard input (-) can be read only once\n")
    done = partwise("check", "-", stdin=b"PK\x03\x04" + bytes(600))
    assert (done.code, done.err) == (
        2,
        "<stdin>: an archive, which cannot be read from a pipe. Save it as a file\n",
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 Q0 d 1 abc tag\n", 'f:1: score "abc" is not a number\n'),
        ("1 Q0 d one 1 tag\n", 'f:1: rank "one" is not a whole number\n'),
        ("1 Q0 d -1 1 tag\n", "f:1: rank -1 is negative\n"),
        ("1 0 d x\n", 'f:1: grade "x" is not a number\n'),
        ("1 Q0 d 1 2.5\n", "f:1: 5 columns, expected 6 (topic Q0 doc rank score tag)\n"),
        (
            "1 Q0 d 1 3 tag\n1 Q0 e 2 2\n1 Q0 f 3 1 tag\n",
            "f:2: 5 columns, expected 6 (topic Q0 doc rank score tag)\n",
        ),
        ("1 0 d 1\n1 0 e 1 x\n1 0 f 1\n", "f:2: 5 columns, expected 4"),
        ("1 Q0 d 1 x tag /a[1]\n", 'f:1: score "x" is not a number\n'),
        ("1 Q0 d 9 20 0 a:b\n", 'f:1: passage "a:b" is not offset:length\n'),
        ("".join(f"1 Q0 {n} 3 4 t\n" for n in range(9)) + "not like it\n", "f:10: 3 columns"),
        ("1 Q0 2 3 4 t\nnothing like it\n", "f: line 2 (3 columns) fits no known format"),
    ],
)
def test_what_is_wrong_is_told_without_saying_what_it_is(partwise, tmp_path, text, words):
    (tmp_path / "f").write_text(text)

    done = partwise("check", "f")

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(words)


def test_neither_run_nor_assessments(partwise, tmp_path):
    (tmp_path / "f").write_text("once upon a time there was\n")
    assert "fits no known format" in partwise("check", "f").err
    (tmp_path / "f").write_text("1 Q0 d 1 2.5 tag\n1 0 d 1\n")
    assert 'could be "trec-run" or "trec-qrels" (4 and 6 columns)' in partwise("check", "f").err


@pytest.mark.parametrize("row", [1, 2])
def test_an_unclosed_quote(partwise, tmp_path, row):
    lines = ["topic,doc,score", "301,D1,3", "301,D2,2", "302,D3,1"]
    lines[row] = lines[row].replace("D", '"D')
    (tmp_path / "c.csv").write_text("\n".join(lines) + "\n")

    done = partwise("check", "c.csv")

    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"c.csv:{row + 1}: a quote is opened and never closed. Double a quote that is text\n"
    )


@pytest.mark.parametrize(
    ("encoding", "words"),
    [
        ("utf-16", "f: not utf-16 (no byte-order mark). Use --encoding NAME"),
        ("utf-32", "f:1: not utf-32 (byte 0x31)"),
        ("rot13", '"rot13" is not an encoding of text'),
        ("base64", '"base64" is not an encoding of text'),
        ("idna", '"idna" is not an encoding of text files'),
        ("unicode_escape", '"unicode_escape" is not an encoding of text files'),
        ("klingon", 'unknown encoding "klingon"'),
    ],
)
def test_encodings(partwise, tmp_path, encoding, words):
    (tmp_path / "f").write_bytes(RUN)

    done = partwise("check", "f", "--encoding", encoding)

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(words)
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("unit", ["byte", "utf16"])
def test_units_matter_where_there_are_offsets(partwise, tmp_path, unit):
    (tmp_path / "f").write_bytes(RUN)
    assert partwise("check", "f", "--unit", unit).code == 0
    (tmp_path / "f").write_text("1 Q0 d 1 2.5 tag 0 5\n")
    done = partwise("check", "f", "--unit", unit)
    assert done.code == 2
    assert done.err.startswith(
        f"f: offsets in {unit} units need the texts. Use --texts T; where run and"
    )
    (tmp_path / "f").write_text("1 Q0 d 0 5\n1 Q0 e 5 9 0 0:5\n")
    assert partwise("check", "f", "--unit", unit).code == 2


def test_a_misspelt_column_is_named(partwise, tmp_path):
    (tmp_path / "f").write_text("topic\tdoc\tscroe\n1\td\t2\n1\te\t3\n")

    done = partwise("check", "f")

    assert done.code == 0
    assert "  note: unknown column scroe (did you mean score for scroe?)\n" in done.err
    assert "  note: no score and no rank: ranked by line\n" in done.err


def test_empty_scores_rank_nothing(partwise, tmp_path):
    (tmp_path / "f.jsonl").write_text(
        '{"topic": "1", "doc": "d", "start": 0, "end": 3, "score": null}\n'
    )
    done = partwise("check", "f.jsonl")

    assert done.code == 0
    assert "note: no score and no rank: ranked by line\n" in done.err


def test_several_names_of_runs(partwise, tmp_path):
    (tmp_path / "f.tsv").write_text("topic\tdoc\trun\trank\n1\td\tx\t1\n1\te\ty\t2\n")

    said = "warning: 2 names of runs (x, y) read as one run, f. Use one table for each run\n"
    assert said in partwise("check", "f.tsv").err


@pytest.mark.parametrize("words", [("check", "q"), ("evaluate", "q", "r")])
def test_places_without_a_header_are_refused(partwise, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q").write_text("1\td\t0\t10\n1\te\t5\t30\n")
    (tmp_path / "r").write_bytes(RUN)
    answer = partwise(*words)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == (
        "q: no header, and its 4 columns look like topic doc start end. Use a first line "
        "topic<TAB>doc<TAB>start<TAB>end with tabs between all columns, or "
        "--format-qrels trec-qrels if column 3 is the document\n"
    )
    assert partwise(*words, "--format-qrels", "trec-qrels").code == 0
