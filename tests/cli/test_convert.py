from __future__ import annotations

import pytest

RUN = """\
1 Q0 d 1 3.5 r /a[1]/b[1]
1 Q0 d 2 2.5 r /a[1]/b[2]
2 Q0 d 1 1.0 r /a[1]/b[1] /a[1]/b[2]
"""
DOCUMENT = "<a>zero <b>one</b> <b>two <i>2</i></b> end</a>"
# text: "zero one two 2 end"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "run.txt").write_text(RUN)
    (tmp_path / "d.xml").write_text(DOCUMENT)
    (tmp_path / "qrels.fol").write_text("1 Q0 d 6 18 9 9:6\n1 Q0 e 0 5\n")
    return tmp_path


@pytest.mark.parametrize(
    "name", ["run.tsv", "run.csv", "run.jsonl", "run.parquet", "run.xml", "run.tsv.gz"]
)
def test_there_and_back(partwise, files, name):
    there = partwise("convert", "run.txt", name)
    back = partwise("convert", name, "again.txt", "--to", "inex-run")

    assert (there.code, back.code) == (0, 0), there.err + back.err
    assert (files / "again.txt").read_text() == RUN


def test_elements_become_spans(partwise, files):
    answer = partwise("convert", "run.txt", "spans.txt", "--structure", "d.xml", "--spans")

    assert answer.code == 0, answer.err
    assert (files / "spans.txt").read_text() == (
        "1 Q0 d 1 3.5 r 5 3\n1 Q0 d 2 2.5 r 9 5\n2 Q0 d 1 1.0 r 5 9\n"
    )


def test_spans_become_elements(partwise, files):
    (files / "spans.txt").write_text("1 Q0 d 1 3.5 r 5 3\n1 Q0 d 2 2.5 r 9 4\n")

    exact = partwise("convert", "spans.txt", "e.txt", "--structure", "d.xml", "--elements", "exact")
    around = partwise(
        "convert", "spans.txt", "e.txt", "--structure", "d.xml", "--elements", "around"
    )

    assert exact.code == 2
    assert exact.err == "spans.txt:2: no element is exactly 9..13 (around it is /a[1]/b[2])\n"
    assert around.code == 0, around.err
    assert (files / "e.txt").read_text() == RUN.splitlines(keepends=True)[0] + (
        "1 Q0 d 2 2.5 r /a[1]/b[2]\n"
    )


def test_tables_keep_elements_beside_their_offsets(partwise, files):
    answer = partwise("convert", "run.txt", "run.tsv", "--structure", "d.xml")

    assert answer.code == 0, answer.err
    assert (files / "run.tsv").read_text().splitlines()[:2] == [
        "topic\tdoc\tstart\tend\telement\trank\tscore\trun",
        "1\td\t5\t8\t/a[1]/b[1]\t1\t3.5\tr",
    ]


def test_highlights_become_points_and_spans_again(partwise, files):
    there = partwise("convert", "qrels.fol", "pool.xml", "--structure", "d.xml", "--lossy")
    back = partwise("convert", "pool.xml", "again.fol", "--structure", "d.xml", "--lenient")

    assert there.code == 0, there.err
    assert (
        '<passage start="/a[1]/b[2]/text()[1].0" end="/a[1]/text()[3].1"/>'
        in (files / "pool.xml").read_text()
    )
    # document e is not in the structure, so nothing knows its length
    assert back.code == 2
    assert "FOL qrels cannot hold a document whose length is not known" in back.err


def test_a_path_that_does_not_exist_names_the_line(partwise, files):
    (files / "run.txt").write_text(RUN + "2 Q0 d 2 0.5 r /a[1]/b[9]\n")

    answer = partwise("convert", "run.txt", "s.txt", "--structure", "d.xml", "--spans")

    assert answer.code == 2
    assert answer.err == "run.txt:4: no element /a[1]/b[9] in document d (it has 2 b there)\n"
    assert not (files / "s.txt").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run.txt", "x.run", "--to", "trec-run"], "cannot hold"),
        (["run.txt", "x.fol", "--to", "fol-qrels"], 'a run cannot be written as "fol-qrels"'),
        (["run.txt", "x", "--to", "klingon"], 'there is no format "klingon"'),
        (["run.txt", "x", "--spans"], "--structure FILE"),
        (
            ["run.txt", "x", "--structure", "d.xml", "--spans", "--elements", "exact"],
            "exclude each",
        ),
        (["d.xml", "x"], "an XML document (<a>), neither run nor assessments"),
        (["nothing.txt", "x"], "nothing.txt: no such file"),
        (["-", "x"], "say --as run or --as qrels"),
        (["qrels.fol", "q.txt", "--to", "trec-qrels"], "cannot hold"),
    ],
)
def test_what_is_refused_with_the_reason(partwise, files, words, message):
    before = sorted(p.name for p in files.iterdir())

    answer = partwise("convert", *words, stdin=b"")

    assert answer.code == 2
    assert message in answer.err
    assert sorted(p.name for p in files.iterdir()) == before


def test_graded_elements_are_no_spans(partwise, files):
    (files / "q.tsv").write_text(
        "topic\tdoc\telement\te\ts\tstart\tend\tlength\tbep\n"
        "1\td\t/a[1]/b[1]\t1\t0.5\t\t\t18\t5\n1\td\t\t\t\t5\t8\t18\t5\n"
    )
    refused = partwise("convert", "q.tsv", "q.fol", "--structure", "d.xml")
    lossy = partwise("convert", "q.tsv", "q.fol", "--structure", "d.xml", "--lossy")

    assert refused.code == 2
    assert "FOL qrels cannot hold elements or trees" in refused.err
    assert lossy.code == 0, lossy.err
    assert "1 graded elements left out" in lossy.err
    assert (files / "q.fol").read_text() == "1 Q0 d 3 18 5 5:3\n"


def test_real_runs_survive_every_format(partwise, real_data, tmp_path):
    source = real_data / "evidence-inference" / "runs" / "bm25-p.path.txt"

    def rows(path):
        lines = path.read_text().splitlines()
        return [(*line.split()[:4], float(line.split()[4]), *line.split()[5:]) for line in lines]

    for name in ("r.tsv", "r.xml", "r.parquet"):
        assert partwise("convert", source, name, "-q").code == 0
        assert partwise("convert", name, "again.txt", "--to", "inex-run", "-q").code == 0
        assert rows(tmp_path / "again.txt") == rows(source)
