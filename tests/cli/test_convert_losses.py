"""``partwise convert`` says what it wrote and counts every loss (findings 9.1-9.5, 5.26)."""

from __future__ import annotations

import pytest

import partwise as pw

GENOMICS = "200\t12\t1\t48.63\t28426\t295\n200\t13\t2\t50.5\t0\t10\n"
TREE = """\
doc	node	parent	path	tag	start	end	depth
d	0		/a[1]	a	0	20	1
d	1	0	/a[1]/b[1]	b	0	10	2
d	2	0	/a[1]/c[1]	c	10	20	2
"""


@pytest.mark.parametrize("through", ["jsonl", "tsv", "csv", "parquet"])
def test_values_of_a_genomics_run_come_back(partwise, tmp_path, through):  # findings 9.1
    (tmp_path / "york.tsv").write_text(GENOMICS)
    assert partwise("convert", "york.tsv", f"y.{through}", "--format-run", "genomics-run").code == 0
    done = partwise("convert", f"y.{through}", "back.tsv", "--to", "genomics-run")
    assert (done.code, done.err) == (0, "note: column value written\n")
    lines = [f"{line}\tyork\n" for line in GENOMICS.splitlines()]
    assert (tmp_path / "back.tsv").read_text() == "".join(lines)


def test_no_tag_is_written_that_the_file_did_not_have(partwise, tmp_path):  # findings 9.1
    (tmp_path / "york.txt").write_text(GENOMICS)
    done = partwise("convert", "york.txt", "again.txt", "--to", "genomics-run", "-q")
    assert done.code == 0, done.err
    assert (tmp_path / "again.txt").read_text() == GENOMICS


def test_columns_that_are_left_out_are_counted(partwise, tmp_path):  # findings 9.1
    (tmp_path / "r.tsv").write_text("topic\tdoc\tscore\tx\ttokens\nq\ta\t2\tred\t5\nq\tb\t1\t\t6\n")
    done = partwise("convert", "r.tsv", "r.run", "--to", "trec-run", "--lossy")
    assert done.code == 0
    assert "note: column x left out (1 value)\n" in done.err
    assert "note: column tokens left out (2 values)\n" in done.err
    assert "kept" not in done.err
    done = partwise("convert", "r.tsv", "r.jsonl")
    assert done.err == "note: column x written\n"


def test_spans_without_an_element_are_counted(partwise, tmp_path):  # findings 9.2
    (tmp_path / "s.tsv").write_text(TREE)
    (tmp_path / "r.tsv").write_text(
        "topic\tdoc\tstart\tend\tscore\nt\td\t0\t20\t3\nt\td\t3\t9\t2\nt\td\t2\t4\t1\n"
    )
    done = partwise("convert", "r.tsv", "c.txt", "--elements", "leaves", "--structure", "s.tsv",
                    "--lossy")  # fmt: skip
    assert done.code == 0
    assert done.err == (
        "note: 1 of 3 spans became 2 elements; 2 left out (no element inside; first: line 3)\n"
    )


def test_documents_out_of_passages(partwise, tmp_path):  # findings 9.3
    (tmp_path / "q.fol").write_text("1 Q0 a 10 100 0 0:5 8:5\n1 Q0 b 0 50\n2 Q0 a 5 100 2 2:5\n")
    done = partwise("convert", "q.fol", "q.trec", "--to", "trec-qrels", "--lossy")
    assert "note: 2 documents judged by spans became document grades; the spans are left out\n" in (
        done.err
    )
    assert (tmp_path / "q.trec").read_text() == "1 0 a 1\n1 0 b 0\n2 0 a 1\n"
    done = partwise("convert", "q.fol", "q2.trec", "--to", "trec-qrels")
    assert (done.code, done.err) == (
        2,
        "q.fol:1: TREC qrels cannot hold places in documents. Use --lossy to drop it\n",
    )


def test_grades_of_documents_are_the_largest_of_their_rows(partwise, tmp_path):  # findings 9.3
    (tmp_path / "q.tsv").write_text(
        "topic\tdoc\tstart\tend\tgrade\n1\ta\t0\t5\t1\n1\ta\t9\t12\t3\n1\tb\t0\t5\t-1\n"
    )
    assert partwise("convert", "q.tsv", "q.trec", "--to", "trec-qrels", "--lossy").code == 0
    assert (tmp_path / "q.trec").read_text() == "1 0 a 3\n1 0 b -1\n"


@pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")
def test_runs_of_passages_become_runs_of_documents(partwise, tmp_path):  # findings 9.3
    (tmp_path / "r.txt").write_text(
        "1 Q0 a 1 3 x 0 5\n1 Q0 b 2 2 x 0 5\n1 Q0 a 3 1 x 7 5\n2 Q0 a 1 9 x 7 5\n"
    )
    done = partwise("convert", "r.txt", "d.txt", "--to", "trec-run", "--lossy")
    assert done.err == "note: 4 parts became 3 documents; the places are left out\n"
    assert (tmp_path / "d.txt").read_text() == ("1 Q0 a 1 3.0 x\n1 Q0 b 2 2.0 x\n2 Q0 a 1 9.0 x\n")
    qrels = pw.Qrels.from_columns(topic=["1", "2"], doc=["b", "a"], grade=[1, 1])
    values = [
        pw.evaluate(qrels, pw.read_run(tmp_path / name), ["AP", "RR"]).table.tolist()
        for name in ("r.txt", "d.txt")
    ]
    assert values[0] == values[1]


def test_lengths_may_come_from_a_file(partwise, tmp_path):  # findings 9.4
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\tbep\n1\ta\t0\t5\t0\n")
    (tmp_path / "l.tsv").write_text("doc\tlength\na\t9\n")
    done = partwise("convert", "q.tsv", "q.fol")
    assert (done.code, done.err) == (
        2,
        "q.tsv:2: FOL qrels cannot hold a document whose length is not known. "
        "Use --lengths FILE or --structure FILE\n",
    )
    assert partwise("convert", "q.tsv", "q.fol", "--lengths", "l.tsv").code == 0
    assert (tmp_path / "q.fol").read_text() == "1 Q0 a 5 9 0 0:5\n"
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\tbep\tlength\n1\ta\t0\t5\t0\t8\n")
    done = partwise("convert", "q.tsv", "q.fol", "--lengths", "l.tsv")
    assert done.code == 2
    assert "document a is 9 long in the lengths, 8 in the assessments" in done.err


def test_several_topics_make_a_folder(partwise, tmp_path):  # findings 9.5
    (tmp_path / "q.tsv").write_text(
        "topic\tdoc\telement\te\ts\n1\ta\t/a[1]\t3\t3\n2\ta\t/a[1]\t2\t2\n"
    )
    done = partwise("convert", "q.tsv", "pools", "--to", "xrai-2004")
    assert done.code == 0, done.err
    assert sorted(file.name for file in (tmp_path / "pools").iterdir()) == ["1.xml", "2.xml"]


@pytest.mark.parametrize(("to", "words"), [("inex-run", "an INEX run"), ("trec-run", "a TREC run")])
def test_ranks_become_falling_scores(partwise, tmp_path, to, words):  # findings 5.26
    if to == "inex-run":
        (tmp_path / "r.txt").write_text(GENOMICS)
    else:
        (tmp_path / "r.txt").write_text("topic\tdoc\trank\n200\t12\t1\n200\t13\t2\n")
    done = partwise("convert", "r.txt", "out", "--to", to)
    assert (done.code, done.err) == (
        2,
        f"r.txt: {words} is ordered by score, and this run by rank. "
        "Use --lossy to write the ranks as falling scores\n",
    )
    done = partwise("convert", "r.txt", "out", "--to", to, "--lossy")
    assert "note: ranks written as falling scores (2 rows)" in done.err
    assert pw.read_run(tmp_path / "out").score.tolist() == [2.0, 1.0]


def test_whole_documents_among_parts_get_their_extent(partwise, tmp_path):  # findings 1.1
    (tmp_path / "r.txt").write_text("1 Q0 a 1 3 x 0 5\n1 Q0 b 2 2 x\n1 Q0 c 3 1 x\n")
    (tmp_path / "l.tsv").write_text("doc\tlength\nb\t9\n")
    done = partwise("convert", "r.txt", "r.tsv", "--format-run", "inex-run", "--lengths", "l.tsv")
    assert done.err == ("note: 1 row is a whole document; read the file with --missing document\n")
    cells = [line.split("\t")[1:4] for line in (tmp_path / "r.tsv").read_text().splitlines()]
    assert cells[1:] == [["a", "0", "5"], ["b", "0", "9"], ["c", "", ""]]


PARTS = "id\tdoc\tstart\tend\nc1\td\t0\t10\nc2\td\t10\t25\nc3\te\t0\t7\n"


def test_ids_of_parts_become_places(partwise, tmp_path):  # rulings 27
    (tmp_path / "i.tsv").write_text(PARTS)
    (tmp_path / "q").write_text("t 0 c2 1\nt 0 c3 2\nu 0 c9 0\n")
    done = partwise("convert", "q", "q.tsv", "--inventory", "i.tsv")
    assert (done.code, done.err) == (0, "note: 2 parts found by id in the inventory\n")
    lines = (tmp_path / "q.tsv").read_text().splitlines()
    assert lines == ["topic\tdoc\tstart\tend\tgrade", "t\td\t10\t25\t1", "t\te\t0\t7\t2",
                     "u\tc9\t\t\t0"]  # fmt: skip
    (tmp_path / "r.tsv").write_text("topic\tdoc\tchunk_id\tscore\nt\td\tc1\t1\nt\td\tc2\t2\n")
    assert partwise("convert", "r.tsv", "r.jsonl", "--inventory", "i.tsv").code == 0
    run = pw.read_run(tmp_path / "r.jsonl")
    assert (run.start.tolist(), run.end.tolist()) == ([0, 10], [10, 25])


def test_ids_that_lead_nowhere(partwise, tmp_path):
    (tmp_path / "i.tsv").write_text(PARTS)
    (tmp_path / "q").write_text("t 0 c2 1\nt 0 c9 1\n")
    words = ("convert", "q", "q.tsv", "--inventory", "i.tsv")
    done = partwise(*words)
    assert (done.code, done.err) == (
        2,
        'q:2: part "c9" is not in the inventory. Use --missing document to keep such rows as '
        "whole documents, or --missing skip to leave them out\n",
    )
    done = partwise(*words, "--missing", "skip")
    assert "1 row left out: its part is not in the inventory" in done.err
    assert len((tmp_path / "q.tsv").read_text().splitlines()) == 2
    done = partwise(*words, "--missing", "document")
    assert "1 row is a whole document; read the file with --missing document" in done.err
    (tmp_path / "r.tsv").write_text("topic\tdoc\tid\tscore\nt\te\tc1\t1\n")
    done = partwise("convert", "r.tsv", "r.jsonl", "--inventory", "i.tsv")
    assert done.err == "r.tsv:2: the inventory places c1 at d[0:10], the row at e\n"
    (tmp_path / "i.tsv").write_text(PARTS + "c1\td\t3\t4\n")
    assert partwise(*words).err == 'i.tsv: id "c1" is that of two parts, d[0:10] and d[3:4]\n'
    (tmp_path / "i.tsv").write_text("doc\tstart\tend\nd\t0\t3\n")
    assert partwise(*words).err == "i.tsv: no column id, by which parts are found\n"
