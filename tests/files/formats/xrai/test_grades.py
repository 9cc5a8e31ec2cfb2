from __future__ import annotations

import pytest
from tests.files.formats.xrai.samples import OLD, same_qrels

from partwise.errors import FormatErrors
from partwise.files import reading, writing
from partwise.files.formats.xrai.grades import read_file, read_qrels, write_files
from partwise.files.options import Reading
from partwise.files.parsing.assessed_rows import Rows
from partwise.files.parsing.losses import Losses
from partwise.files.source import Source
from partwise.tables.qrels import Qrels


@pytest.fixture
def read(tmp_path):
    def reader(content, *, lenient=False):
        file = tmp_path / "pool.xml"
        file.write_text(content)
        return read_qrels(Source(file), Reading(lenient=lenient))

    return reader


def test_grades_of_2004(read):
    q = read(OLD)

    assert q.scale == "grade"
    assert [q.elements[c] if c >= 0 else None for c in q.element] == [
        "/article[1]/bdy[1]/sec[2]",
        "/article[1]/bdy[1]",
        None,
    ]
    assert q.e.tolist()[:2] == [3, 0]
    assert q.s.tolist()[:2] == [2, 0]
    assert q.grade[2] == 0
    assert q.extra["inferred"].tolist() == ["true", "", ""]
    assert q.notes == ("2 elements marked U, not assessed, left out",)


def test_relevance_and_coverage_of_2002(read):
    row = "<path path='/a[1]' relevance='2' coverage='{}'/>"
    rows = "".join(row.format(c) for c in "LSE")
    q = read(f"<assessments topic='1'><file file='d'>{rows}</file></assessments>")

    assert q.e.tolist() == [2, 2, 2]
    assert q.s.tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("exhaustiveness='3'", "exhaustiveness='4'", 'exhaustiveness "4" is not 0, 1, 2, 3 or U'),
        ("specificity='2'", "specificity='x'", 'specificity "x" is not 0, 1, 2, 3 or U'),
        ("<path path='/article[1]/bdy[1]'", "<element path='/a[1]'", "unknown element"),
    ],
)
def test_old_files_are_refused_with_words(read, old, new, words):
    with pytest.raises(FormatErrors, match=r"pool\.xml:") as caught:
        read(OLD.replace(old, new, 1))

    assert words in str(caught.value)


def test_lines_of_rows(read):
    lines = read(OLD).lines

    assert [lines.of(row) for row in range(3)] == [3, 4, 8]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("<assessments><file file='d'/></assessments>", "assessments without a topic"),
        (
            "<assessments topic='1'><file/></assessments>",
            "a file element without the attribute file",
        ),
        (
            "<assessments topic='1'><file file='d'><path path='/a[1]' relevance='2' coverage='X'/>"
            "</file></assessments>",
            'coverage "X" is not N, L, S or E',
        ),
        (
            "<assessments topic='1'><file file='d'><path exhaustiveness='1' specificity='1'/>"
            "</file></assessments>",
            'path "" is not an element path',
        ),
    ],
)
def test_what_is_missing_is_told_with_its_line(read, content, words):
    with pytest.raises(FormatErrors, match=r"pool\.xml:1: ") as caught:
        read(content)

    assert words in str(caught.value)


def test_several_files_are_one_table():
    files = [("a.xml", OLD.encode()), ("b.xml", OLD.replace("127", "128").encode())]
    rows = Rows()
    for place, data in files:
        rows.begin(place)
        read_file(place, data, rows, lenient=False)

    assert rows.lines.place(4) == ("b.xml", 4)
    assert rows.qrels("folder", "grade", "xrai-2004").topics.tolist() == ["127", "128"]


def test_a_file_for_each_topic_and_assessor():
    qrels = Qrels.from_columns(
        topic=["1", "2", "1", "1"],
        doc=["d", "d", "e", "d"],
        element=["/a[1]", "/a[1]", None, "/a[2]"],
        e=[3, 1, None, 2],
        s=[2, 1, None, 0],
        grade=[None, None, 0, None],
        assessor=["x", "x", "x", "y"],
        scale="grade",
    )
    files = write_files(qrels)

    assert sorted(files) == ["1-x.xml", "1-y.xml", "2-x.xml"]
    assert files["1-x.xml"].decode() == (
        '<assessments pool="x" topic="1">\n'
        '<file file="d">\n<path path="/a[1]" exhaustiveness="3" specificity="2"/>\n</file>\n'
        '<file file="e">\n</file>\n</assessments>\n'
    )


def test_columns_that_are_no_flags_are_lost_only_if_allowed():
    qrels = Qrels.from_columns(
        topic=["1"], doc=["d"], element=["/a[1]"], e=[3], s=[2], scale="grade", colour=["red"]
    )
    with pytest.raises(ValueError, match="an X-Rai file of 2004 cannot hold the column colour"):
        write_files(qrels)
    losses = Losses()

    assert b"red" not in write_files(qrels, lossy=losses)["1.xml"]
    assert losses.notes == ("column colour left out (1 value)",)


@pytest.mark.parametrize("through", ["xml", "tsv", "csv"])
def test_grades_of_2004_lose_nothing(tmp_path, through):
    (tmp_path / "one.xml").write_text(
        "<assessments pool='12' topic='127'><file file='an/1995/a1004'>"
        "<path path='/a[1]' exhaustiveness='3' specificity='2' inferred='true'/>"
        "<path path='/a[1]/b[1]' exhaustiveness='0' specificity='0'/></file>"
        "<file file='x'/></assessments>"
    )
    qrels = reading.read_qrels(tmp_path / "one.xml")
    writing.write_qrels(qrels, tmp_path / f"two.{through}")
    middle = reading.read_qrels(tmp_path / f"two.{through}")
    writing.write_qrels(middle, tmp_path / "three.xml", format="xrai-2004")

    same_qrels(qrels, reading.read_qrels(tmp_path / "three.xml"))
