"""Tables show their size and their first rows."""

from __future__ import annotations

import numpy as np
import pytest

import partwise as pw


@pytest.fixture
def run():
    n = np.arange(9)
    return pw.Run.from_columns(
        topic=["q<1>"] * 9, doc=[f"d{i}" for i in n], start=n, end=n + 5, score=9.0 - n, name="a&b"
    )


def test_five_rows_as_text(run):
    lines = str(run).splitlines()
    assert lines[0] == repr(run) == "Run('a&b': 9 parts, 1 topic)"
    assert lines[1].split() == ["topic", "doc", "start", "end", "score", "run"]
    assert [line.split()[1] for line in lines[3:]] == ["d0", "d1", "d2", "d3", "d4"]


def test_five_rows_in_a_notebook_with_names_as_text(run):
    page = run._repr_html_()
    assert page.startswith("<p>Run(&#x27;a&amp;b&#x27;: 9 parts, 1 topic)</p>\n<table>")
    assert page.count("q&lt;1&gt;") == 5
    assert "q<1>" not in page


def test_assessments_and_structures(tmp_path):
    qrels = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[1], end=[4])
    assert str(qrels).splitlines()[0] == "Qrels(1 row, 1 topic)"
    assert "<td" in qrels._repr_html_()
    (tmp_path / "a.xml").write_text("<a><b>x</b>y</a>")
    found = pw.read_structure(tmp_path / "a.xml")
    assert [line.split() for line in str(found).splitlines()[3:]] == [
        ["a", "a", "0", "2"],
        ["a", "b", "0", "1"],
    ]


def test_nothing_to_show():
    empty = pw.Run.from_columns(topic=[], doc=[], name="none")
    assert str(empty) == repr(empty)
    assert empty._repr_html_() == "<p>Run(&#x27;none&#x27;: 0 parts, 0 topics)</p>"
