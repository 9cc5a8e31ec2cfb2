from __future__ import annotations

import shutil

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
        (["-", "x"], "<stdin>: the file is empty"),
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
    assert refused.err == (
        "q.tsv:2: a graded element is no span, and the format holds nothing else. "
        "Use --lossy to drop it\n"
    )
    assert lossy.code == 0, lossy.err
    assert "1 graded element left out" in lossy.err
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


def test_fol_holds_runs_and_assessments(partwise, files):
    run = partwise("convert", "run.txt", "run.fol", "--structure", "d.xml")
    qrels = partwise("convert", "qrels.fol", "again.fol")
    packed = partwise("convert", "run.fol", "run.fol.gz")

    assert (run.code, qrels.code, packed.code) == (0, 0, 0), run.err + qrels.err + packed.err
    assert (files / "run.fol").read_text() == (
        "1 Q0 d 1 3.5 r 5 3\n1 Q0 d 2 2.5 r 9 5\n2 Q0 d 1 1.0 r 5 9\n"
    )
    assert (files / "again.fol").read_text() == (files / "qrels.fol").read_text()


def test_a_submission_becomes_fol(partwise, files):
    (files / "run.xml").write_text(
        '<inex-submission run-id="r"><topic topic-id="1">\n<result><file>d</file>'
        "<path>/a[1]/b[2]</path><rsv>2</rsv></result></topic></inex-submission>"
    )

    answer = partwise("convert", "run.xml", "r.fol", "--structure", "d.xml")

    assert answer.code == 0, answer.err
    assert (files / "r.fol").read_text() == "1 Q0 d 1 2.0 r 9 5\n"


def test_whole_documents_become_fol(partwise, files):
    (files / "r.tsv").write_text(
        "topic\tdoc\telement\tscore\trun\n1\td\t\t2\tr\n1\td\t/a[1]/b[1]\t1\tr\n"
    )

    whole = ("--missing", "document")
    there = partwise("convert", "r.tsv", "r.fol", "--structure", "d.xml", *whole)
    back = partwise("convert", "r.fol", "again.tsv")

    assert (there.code, back.code) == (0, 0), there.err + back.err
    assert (files / "r.fol").read_text() == "1 Q0 d 1 2.0 r 0 18\n1 Q0 d 2 1.0 r 5 3\n"


def test_elements_have_no_offsets_without_a_structure(partwise, files):
    answer = partwise("convert", "run.txt", "run.fol")

    assert answer.code == 2
    assert answer.err == (
        "run.txt:1: /a[1]/b[1] has no offsets, and a .fol file holds nothing else. "
        "Use --structure FILE\n"
    )
    assert not (files / "run.fol").exists()


@pytest.mark.parametrize("name", ["r.json", "x.unknown", "r.zip"])
def test_a_name_that_says_nothing_is_refused(partwise, files, name):
    answer = partwise("convert", "run.txt", name)

    assert answer.code == 2
    assert answer.err == (
        f"{name}: a run is not written to {name[name.index('.') :]} files. Use --to trec-run, "
        "inex-run, genomics-run, inex-submission, bioasq, kilt, msmarco, ranx, tsv, csv, jsonl "
        "or parquet\n"
    )
    assert not (files / name).exists()


def test_assessments_have_formats_of_their_own(partwise, files):
    answer = partwise("convert", "qrels.fol", "q.json")

    assert answer.code == 2
    assert answer.err.endswith(
        "Use --to trec-qrels, fol-qrels, genomics-gold, xrai, xrai-2004, bioasq, kilt, "
        "beir, ranx, tsv, csv, jsonl or parquet\n"
    )


@pytest.mark.parametrize("name", ["r.txt", "r.run", "r.inex-run", "r", "r.TXT", "r.txt.gz"])
def test_text_names(partwise, files, name):
    assert partwise("convert", "run.txt", name).code == 0
    assert partwise("convert", name, "again.txt").code == 0
    assert (files / "again.txt").read_text() == RUN


def test_what_a_format_cannot_hold_names_the_line_of_the_input(partwise, files):
    (files / "mixed.txt").write_text(f"# a run\n\n{RUN}")

    answer = partwise("convert", "mixed.txt", "out.trec-run")

    assert answer.code == 2
    assert answer.err == (
        "mixed.txt:3: a TREC run cannot hold parts of documents. Use --lossy to drop it\n"
    )


def test_a_name_with_a_blank_names_its_line(partwise, files):
    (files / "r.tsv").write_text("topic\tdoc\tscore\n1\td\t3\n1\td e\t2\n")

    answer = partwise("convert", "r.tsv", "r.txt")

    assert answer.code == 2
    assert answer.err.startswith('r.tsv:3: a TREC run cannot hold document "d e": it has a blank')


def test_lines_of_rows_that_were_several_or_left_out(partwise, files):
    (files / "r.tsv").write_text(
        "topic\tdoc\tstart\tend\ttree\tscore\n1\td\t0\t18\t\t3\n1\td\t\t\t/a[1]/b[1]|/a[1]\t2\n"
    )

    answer = partwise("convert", "r.tsv", "r.txt", "--structure", "d.xml", "--elements", "leaves")

    assert answer.code == 2
    assert answer.err.startswith("r.tsv:3: an INEX run cannot hold trees")


def test_tables_without_lines_count_rows(partwise, files):
    partwise("convert", "run.txt", "run.parquet")

    answer = partwise("convert", "run.parquet", "r.trec-run")
    lost = partwise("convert", "run.parquet", "r.txt", "--structure", "s.tsv", "--spans")

    assert answer.err.startswith("run.parquet: row 1: a TREC run cannot hold parts of documents")
    assert "s.tsv: no such file" in lost.err


def test_columns_that_do_not_fit_name_the_input(partwise, files):
    (files / "r.tsv").write_text("topic\tdoc\tscore\tcolour\n1\td\t3\tred\n")

    answer = partwise("convert", "r.tsv", "r.txt")

    assert answer.err == (
        "r.tsv: a TREC run cannot hold the column colour. Use --lossy to drop it\n"
    )


@pytest.mark.parametrize("packed", [False, True])
def test_assessments_in_several_files_name_file_and_line(partwise, files, packed):
    (files / "pools").mkdir()
    for topic, number in ((1, 1), (2, 9)):
        (files / "pools" / f"{topic}.xml").write_text(
            f'<assessments pool="{topic}" topic="{topic}"><file name="d">\n'
            f'<passage start="/a[1]/b[{number}]" end="/a[1]/b[{number}]"/></file></assessments>'
        )
    if packed:
        shutil.make_archive(str(files / "pools"), "zip", files / "pools")
    name = "pools.zip" if packed else "pools"

    answer = partwise("convert", name, "q.fol", "--structure", "d.xml")

    assert answer.code == 2
    assert answer.err == f"{name}/2.xml:2: no element /a[1]/b[9] in document d (it has 2 b there)\n"


def test_standard_input_tells_what_it_is(partwise, tmp_path):
    answer = partwise(
        "convert", "-", "run.tsv", stdin=b"301 Q0 d1 1 2.5 tag\n301 Q0 d2 2 1.5 tag\n"
    )

    assert answer.code == 0
    assert (tmp_path / "run.tsv").read_text().splitlines()[1].startswith("301\td1\t")
