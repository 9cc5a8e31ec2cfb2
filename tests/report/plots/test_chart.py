"""Charts save and show themselves."""

from __future__ import annotations

import json

import pytest
from tests.report.plots.conftest import QRELS, RUNS

import partwise as pw
from partwise.errors import UsageError
from partwise.report.plots import check_target


@pytest.fixture(scope="module")
def chart():
    return pw.plot("recall", QRELS, RUNS)


@pytest.mark.parametrize(
    ("name", "begins"), [("c.svg", b"<svg"), ("c.png", b"\x89PNG"), ("c.pdf", b"%PDF")]
)
def test_formats(chart, tmp_path, name, begins):
    chart.save(tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_the_specification(chart, tmp_path):
    chart.save(tmp_path / "c.json")
    assert json.loads((tmp_path / "c.json").read_text()) == chart.spec


def test_a_notebook_shows_it(chart):
    assert chart._repr_svg_().startswith("<svg")
    assert "parts read" in chart._repr_svg_()
    assert repr(chart) == "Chart('recall')"


def test_names_of_runs_are_no_markup(tmp_path):
    run = pw.Run.from_columns(
        topic=["wick"], doc=["lamp"], start=[0], end=[200], name="<b>&\"'</b>"
    )
    drawn = pw.plot("recall", QRELS, run)._repr_svg_()
    assert "<b>" not in drawn
    assert "&lt;b&gt;&amp;" in drawn


def test_other_suffixes_are_refused(chart, tmp_path):
    with pytest.raises(UsageError, match=r"\.png, \.svg, \.pdf, \.json"):
        chart.save(tmp_path / "c.gif")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(UsageError):
        check_target("chart")
