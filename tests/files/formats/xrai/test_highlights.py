from __future__ import annotations

import zipfile

import numpy as np
import pytest

from partwise.errors import FormatError, FormatErrors
from partwise.files.formats.xrai import folder as xrai_folder
from partwise.files.formats.xrai import grades as xrai_2004
from partwise.files.formats.xrai import highlights as xrai
from partwise.files.parsing.columns import Options
from partwise.files.source import Source

POOL = """\
<assessments pool="17" topic="544" version="2" whitespace-text-node="keep">
 <inex_topic topic_id="544" ct_no="3"><title>x</title></inex_topic>
 <file collection="wikipedia" name="12345">
  <best-entry-point path="/article[1]/body[1]/p[2]"/>
  <passage start="/article[1]/p[2]/text()[1].0" end="/article[1]/p[3]/text()[2].57" size="310"/>
  <element path="/article[1]/p[2]" exhaustivity="2" size="200" rsize="180"/>
  <element path="/article[1]/p[3]" exhaustivity="?" size="10" rsize="10"/>
 </file>
 <file collection="wikipedia" name="999"></file>
</assessments>
"""

OLD = """\
<assessments pool='12' topic='127'>
 <file file='an/1995/a1004'>
  <path path='/article[1]/bdy[1]/sec[2]' exhaustiveness='3' specificity='2' inferred='true'/>
  <path path='/article[1]/bdy[1]' exhaustiveness='0' specificity='0'/>
  <path path='/article[1]' exhaustiveness='U' specificity='U'/>
  <path path='/article[1]/fm[1]'/>
 </file>
 <file file="an/1995/a1005"/>
</assessments>
"""


@pytest.fixture
def read(tmp_path):
    def reader(module, content, *, lenient=False):
        file = tmp_path / "pool.xml"
        file.write_text(content)
        return module.read_qrels(Source(file), Options(lenient=lenient))

    return reader


def test_passages_elements_and_entry_points(read):
    reading = read(xrai, POOL)
    q = reading.table

    assert q.scale == "share"
    assert [q.elements[c] if c >= 0 else None for c in q.element] == [
        "/article[1]/p[2]/text()[1].0 /article[1]/p[3]/text()[2].57",
        "/article[1]/p[2]",
        "/article[1]/p[3]",
        None,
    ]
    assert np.isnan(q.grade[:3]).all()
    assert q.grade[3] == 0
    assert np.array_equal(q.e, [np.nan, 2, 0, np.nan], equal_nan=True)
    assert np.array_equal(q.s, [np.nan, 0.9, 1, np.nan], equal_nan=True)
    assert q.extra["bep_path"].tolist() == ["/article[1]/body[1]/p[2]"] * 3 + [""]
    assert q.assessors.tolist() == ["17"]
    assert q.docs.tolist() == ["12345", "999"]
    assert [reading.lines.of(row) for row in range(4)] == [5, 6, 7, 9]


def test_grades_of_2004(read):
    q = read(xrai_2004, OLD).table

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
    q = read(xrai_2004, f"<assessments topic='1'><file file='d'>{rows}</file></assessments>").table

    assert q.e.tolist() == [2, 2, 2]
    assert q.s.tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('exhaustivity="2"', 'exhaustivity="4"', 6, 'exhaustivity "4" is not 1, 2 or ?'),
        ('rsize="180"', 'rsize="210"', 6, "rsize 210 is more than size 200"),
        ('size="200"', 'size="many"', 6, 'size "many" is not a whole number'),
        ('start="/article[1]/p[2]/text()[1].0"', 'start="p[2].0"', 5, "is not an element path"),
        ('path="/article[1]/body[1]/p[2]"', 'path="/article[1]>"', 4, "is not an element path"),
        (' name="12345"', "", 3, "a file without name"),
        ('topic="544"', "", 1, "assessments without a topic"),
        ('"keep"', '"maybe"', 1, 'whitespace-text-node "maybe" is not keep or strip'),
        ("<passage", "<snippet", 5, 'unknown element "snippet" in a file'),
    ],
)
def test_refused_with_the_line(read, old, new, line, words):
    with pytest.raises(FormatErrors) as caught:
        read(xrai, POOL.replace(old, new, 1))

    assert words in str(caught.value)
    assert caught.value.problems[0].line == line


def test_an_entry_point_needs_something_relevant(read):
    entry = '<best-entry-point path="/a[1]"/>'
    content = f'<assessments topic="1"><file name="d">{entry}</file></assessments>'

    with pytest.raises(FormatErrors, match="nothing relevant"):
        read(xrai, content)


def test_lenient_cuts_shares(read):
    q = read(xrai, POOL.replace('rsize="180"', 'rsize="210"'), lenient=True).table

    assert q.s[1] == 1
    assert q.notes == ("1 element with more relevant characters than characters, cut to all",)


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
        read(xrai_2004, OLD.replace(old, new, 1))

    assert words in str(caught.value)


def test_nothing_judged(read):
    with pytest.raises(FormatError, match="no assessments in the file"):
        read(xrai, '<assessments topic="1"/>')


@pytest.mark.parametrize("packed", [False, True])
def test_folders_and_archives(tmp_path, packed):
    folder = tmp_path / "pools"
    folder.mkdir()
    (folder / "a.xml").write_text(POOL)
    (folder / "b.xml").write_text(POOL.replace("544", "545"))
    (folder / "readme.txt").write_text("not a pool")
    source = folder
    if packed:
        source = tmp_path / "pools.zip"
        with zipfile.ZipFile(source, "w") as archive:
            for file in sorted(folder.iterdir()):
                archive.write(file, file.name)

    q = xrai_folder.read_qrels(source, Options()).table

    assert q.topics.tolist() == ["544", "545"]
    assert len(q) == 8


def test_a_folder_of_two_formats(tmp_path):
    (tmp_path / "a.xml").write_text(POOL)
    (tmp_path / "b.xml").write_text(OLD)

    with pytest.raises(FormatError, match="are not of one format"):
        xrai_folder.read_qrels(tmp_path, Options())


def test_a_folder_without_pools(tmp_path):
    with pytest.raises(FormatError, match=r"holds no \.xml files"):
        xrai_folder.read_qrels(tmp_path, Options())


def test_a_bad_pool_names_its_file(tmp_path):
    (tmp_path / "a.xml").write_text(POOL)
    (tmp_path / "b.xml").write_text("<assessments>")

    with pytest.raises(FormatError, match=r"b.xml:1: not well-formed"):
        xrai_folder.read_qrels(tmp_path, Options())
