"""Commands that need an extra name it before any work; tools/bare.py tries them without it."""

from __future__ import annotations

import importlib.util
import runpy

import pytest
from tests.conftest import ROOT

BARE = runpy.run_path(str(ROOT / "tools" / "bare.py"))


@pytest.fixture
def without(monkeypatch):
    """Hide a library, as in an installation that lacks it."""

    def hide(module):
        usual = importlib.util.find_spec
        monkeypatch.setattr(
            importlib.util, "find_spec", lambda name: None if name == module else usual(name)
        )

    return hide


@pytest.mark.parametrize("module", BARE["CASES"])
def test_the_extra_is_named(partwise, tmp_path, without, module):  # findings 11.2
    words, expected = BARE["CASES"][module]
    for name, text in BARE["FILES"].items():
        (tmp_path / name).write_text(text)
    before = sorted(tmp_path.iterdir())
    without(module)

    answer = partwise(*words)

    assert answer.code == 2
    assert answer.out == ""
    assert expected in answer.err
    assert sorted(tmp_path.iterdir()) == before


def test_a_plot_is_refused_before_files_are_opened(partwise, without):  # findings 11.2
    without("vl_convert")

    answer = partwise("lab", "correlate", "no.qrels", "no.run", "-m", "AP", "--plot", "x.svg")

    assert answer.code == 2
    assert answer.err == "--plot needs the extra charts: pip install 'partwise[charts]'\n"


def test_all_else_is_done_without(partwise, tmp_path, without):
    without("selectolax")
    (tmp_path / "page.xml").write_text("<article><p>Ropes</p></article>\n")

    assert partwise("structure", "page.xml", "-o", "x.tsv").code == 0


def test_demo_and_plot_name_their_extra_and_write_nothing(partwise, tmp_path, without):
    without("jinja2")
    answer = partwise("demo")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "demo needs the extra report: pip install 'partwise[report]'\n"

    without("vl_convert")
    answer = partwise("plot", "budget", "no.qrels", "no.run", "-o", "x.svg")
    assert answer.code == 2
    assert answer.err == "plot needs the extra charts: pip install 'partwise[charts]'\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("module", ["distributed", "pyspark"])
def test_an_engine_is_missed_before_any_work(partwise, tmp_path, without, module):
    (tmp_path / "q.tsv").write_text(BARE["FILES"]["qrels.tsv"])
    (tmp_path / "a.run").write_text(BARE["FILES"]["a.run"])
    before = sorted(tmp_path.iterdir())
    without(module)

    engine = "dask" if module == "distributed" else "spark"
    answer = partwise("evaluate", "q.tsv", "a.run", "--engine", engine, "--work", "w")

    assert answer.code == 2
    assert answer.err.startswith(f"the engine {engine} needs the extra")
    assert sorted(tmp_path.iterdir()) == before
