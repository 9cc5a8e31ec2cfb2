from __future__ import annotations

import numpy as np
import pytest
from tests.files.formats.xrai.samples import POOL

from partwise.errors import FormatError, FormatErrors
from partwise.files.formats.xrai import highlights as xrai
from partwise.files.options import Reading
from partwise.files.source import Source


@pytest.fixture
def read(tmp_path):
    def reader(module, content, *, lenient=False):
        file = tmp_path / "pool.xml"
        file.write_text(content)
        return module.read_qrels(Source(file), Reading(lenient=lenient))

    return reader


def test_passages_elements_and_entry_points(read):
    reading = read(xrai, POOL)
    q = reading

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
    q = read(xrai, POOL.replace('rsize="180"', 'rsize="210"'), lenient=True)

    assert q.s[1] == 1
    assert q.notes == ("1 element with more relevant characters than it has, cut to its length",)


def test_nothing_judged(read):
    with pytest.raises(FormatError, match="no assessments in the file"):
        read(xrai, '<assessments topic="1"/>')
