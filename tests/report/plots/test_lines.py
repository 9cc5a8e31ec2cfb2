"""A curve holds the means of its measure at every cutoff."""

from __future__ import annotations

import pytest
from tests.report.plots.conftest import NAMES, QRELS, RUNS, rows_of

import partwise as pw
from partwise.errors import UsageError
from partwise.evaluation.evaluate import evaluate
from partwise.report.plot_kinds import LINES
from partwise.report.plots import PlotOptions, Source

OF_TEXT = ("igp", "gprecision", "iprecision", "effort", "prum")


@pytest.mark.parametrize("kind", OF_TEXT)
def test_means_at_every_cutoff(kind):
    line = LINES[kind]
    spec = line.draw(Source(QRELS, RUNS), PlotOptions(ranks=6))
    rows = rows_of(spec, "x", "y", "run")
    cutoffs = line.levels or tuple(range(1, 7))
    assert sorted({row["x"] for row in rows}) == list(cutoffs)
    for x in cutoffs[:: max(1, len(cutoffs) // 4)]:
        measure = f"{line.measure}@{x if line.levels else int(x)}"
        results = evaluate(QRELS, RUNS, [measure])
        for name in NAMES:
            drawn = {row["y"] for row in rows if row["run"] == name and row["x"] == x}
            assert drawn == {results.mean(name, results.measures[0])}


@pytest.fixture
def elements(tmp_path):
    (tmp_path / "a.xml").write_text("<a><s><p>one two</p><p>three</p></s><s><p>four</p></s></a>")
    structure = pw.read_structure(tmp_path / "a.xml")
    qrels = pw.Qrels.from_columns(
        topic=["q", "q"],
        doc=["a", "a"],
        element=["/a[1]/s[1]/p[1]", "/a[1]/s[1]"],
        e=[2, 1],
        s=[2, 1],
    )
    run = pw.Run.from_columns(
        topic=["q", "q"], doc=["a", "a"], element=["/a[1]/s[2]", "/a[1]/s[1]/p[1]"], score=[2, 1]
    )
    return Source(qrels, run, None, {"structure": structure})


@pytest.mark.parametrize("kind", ["xcg", "nxcg", "epgr"])
def test_curves_of_elements(kind, elements):
    line = LINES[kind]
    spec = line.draw(elements, PlotOptions(ranks=3))
    rows = rows_of(spec, "x", "y", "run")
    last = rows[-1]
    measure = f"{line.measure}@{last['x'] if line.levels else int(last['x'])}"
    assert last["y"] == elements.evaluated([measure]).mean_table[0, 0]
    ideal = [row for row in rows_of(spec, "x", "y") if "run" not in row]
    assert bool(ideal) == (kind == "xcg")
    for row in ideal[:3]:
        assert row["y"] == elements.evaluated([f"xCI@{int(row['x'])}"]).mean_table[0, 0]


def test_a_measure_of_the_family_with_or_without_a_cutoff():
    for measure in ("gP(BEP)", "gP(BEP)@7", pw.gP(pw.BEP) @ 3, [pw.gP(pw.BEP)]):
        spec = LINES["gprecision"].draw(Source(QRELS, RUNS, measure), PlotOptions(ranks=2))
        assert spec["title"]["text"] == "gP(BEP(n=500)) by rank of documents"


def test_a_measure_without_such_a_curve():
    with pytest.raises(UsageError, match=r"^CharR has no curve of this kind; it draws iP$"):
        LINES["iprecision"].draw(Source(QRELS, RUNS, "CharR@5"), PlotOptions())
    with pytest.raises(UsageError, match="draws one measure, not gP, gP"):
        LINES["gprecision"].draw(Source(QRELS, RUNS, ["gP", "gP(BEP)"]), PlotOptions())


def test_measures_evaluated_before_are_no_wish():
    known = evaluate(QRELS, RUNS, ["CharR@5"])
    source = Source(QRELS, RUNS, ["CharR@5"], prior_results=known)
    assert LINES["igp"].draw(source, PlotOptions())["title"]["text"] == "igP by generalised recall"


def test_lower_is_better_is_said_on_the_axis():
    spec = LINES["effort"].draw(Source(QRELS, RUNS), PlotOptions(ranks=2))
    assert spec["layer"][0]["encoding"]["y"]["title"] == "mean NCE (lower is better)"


def test_an_unknown_baseline():
    with pytest.raises(pw.UnknownNameError, match="smal"):
        LINES["igp"].draw(Source(QRELS, RUNS), PlotOptions(baseline="smal"))
