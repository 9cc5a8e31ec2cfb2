"""Our measures inside ir_measures and PyTerrier, with the packages themselves."""

from __future__ import annotations

import math
import re
import sys

import ir_measures
import pytest
from tests.conftest import ROOT

import partwise as pw
from partwise.adapters.ir_measures import register
from partwise.errors import MeasureSyntaxError, ParameterError

PAGE = (ROOT / "docs" / "other-tools.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python ?([^\n]*)\n(.*?)```", PAGE, re.DOTALL)
GRADES = {"q1": {"a": 2, "b": 0}, "q2": {"c": 1}, "q3": {"a": 0}}
SCORES = {"q1": {"b": 2.0, "a": 1.0, "z": 0.5}, "q2": {"c": 1.0}}
PLACES = {"doc": ["D", "D", "E", "E"], "start": [0, 10, 0, 10], "end": [10, 30, 10, 30]}


@pytest.fixture
def peer():
    """The package itself, which the extra of the tests brings: it is small and needs no other."""
    register()
    return ir_measures


@pytest.mark.parametrize(("info", "code"), BLOCKS)
@pytest.mark.filterwarnings("ignore")
def test_programs_of_the_page(info, code, capsys):
    if info:
        package = info.removeprefix("needs ")
        pytest.importorskip(package, reason=f"needs {package}")
    exec(code, {})
    assert float(capsys.readouterr().out) in (0.75, 0.5, pytest.approx(1 / 3))


def test_values_and_means_are_ours(peer):
    measures = [peer.parse_measure(text) for text in ("Hit@1", "GM(of='AP')", "AgP(gain='Rel')@2")]
    ours = ["Hit@1", "GM(AP)", "AgP(Rel)@2"]
    wanted = pw.evaluate(GRADES, SCORES, ours, rules=pw.Rules(undefined="zero"))
    found = peer.calc_aggregate([*measures, peer.AP], GRADES, SCORES)
    for measure, name in zip(measures, ours, strict=True):
        assert found[measure] == pytest.approx(wanted.mean("run", name), abs=1e-12)
    assert found[peer.AP] == pytest.approx((1 / 2 + 1) / 3)
    values = {one.query_id: one.value for one in peer.iter_calc([measures[0]], GRADES, SCORES)}
    assert values == dict(zip(wanted.topics, wanted.of("run", "Hit@1").tolist(), strict=True))


def test_all_names_that_are_free(peer):
    from partwise.language.homes import MEASURES

    ours = register()
    assert set(ours) >= {name for name in MEASURES if name not in theirs(peer)}
    assert not set(ours) & {"AP", "P", "RR", "nDCG"}
    assert ours["CharR"] is register()["CharR"]
    assert peer.parse_measure("AP") == peer.AP


def theirs(peer):
    """Names of ir_measures itself."""
    mine = register()
    return {name for name in peer.measures.registry if name not in mine}


def test_parts_through_an_inventory(peer):
    inventory = pw.Inventory.from_columns(id=["a", "b", "c", "z"], **PLACES)
    measures = register(inventory=inventory)
    asked = [measures["CharR"] @ 2, measures["CharR"](budget=25)]
    found = peer.calc_aggregate(asked, GRADES, SCORES)
    ours = ["CharR@2", "CharR(budget=25)"]
    wanted = pw.evaluate(
        GRADES, SCORES, ours, inventory=inventory, rules=pw.Rules(undefined="zero")
    )
    assert [found[one] for one in asked] == [wanted.mean("run", name) for name in ours]
    assert found[asked[0]] == pytest.approx(2 / 3)


def test_parts_of_frames(peer):
    pd = pytest.importorskip("pandas", reason="needs pandas (extra frames)")
    qrels = {"query_id": ["1"], "doc_id": ["D"], "start": [0], "end": [10], "relevance": [1]}
    run = {"query_id": ["1"] * 2, "doc_id": ["D"] * 2, "start": [5, 0], "end": [10, 20]}
    frames = pd.DataFrame(qrels), pd.DataFrame({**run, "score": [2.0, 1.0]})
    first, both = register()["CharR"] @ 1, register()["CharP"] @ 2
    assert peer.calc_aggregate([first, both], *frames) == {first: 0.5, both: 10 / 25}


def test_rows_and_topics_that_are_missing(peer):
    qrels = [peer.Qrel("q1", "a", 1), peer.Qrel("q2", "a", 1)]
    run = iter([peer.ScoredDoc("q1", "a", 1.0)])
    hit = register()["Hit"] @ 1
    assert peer.calc_aggregate([hit], iter(qrels), run) == {hit: 0.5}
    assert peer.calc_aggregate([hit], qrels, [peer.ScoredDoc("q9", "a", 1.0)]) == {hit: 0}


def test_slips_are_named(peer):
    with pytest.raises(MeasureSyntaxError, match="use CharP@5"):
        peer.calc_aggregate([register()["iP"] @ 5], GRADES, SCORES)
    with pytest.raises(ParameterError, match="parameter must be one of its parameters"):
        register()["CharR"](bugdet=5)


def test_names_of_trec_eval_stay(peer):
    assert peer.parse_trec_measure("map") == [peer.AP]
    assert peer.parse_trec_measure("CharR(budget=400)") == [register()["CharR"](budget=400)]
    with pytest.raises(ValueError, match="measure"):
        peer.parse_trec_measure("nonsense")


def test_the_geometric_mean_is_that_of_trec_eval(peer):
    gm = peer.parse_measure("GM(of='RR')")
    found = peer.calc_aggregate([gm], GRADES, SCORES)[gm]
    assert found == pytest.approx(math.exp((math.log(0.5) + math.log(1e-5)) / 3))


def test_without_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "ir_measures", None)
    with pytest.raises(pw.PartwiseError, match=r"needs the extra ir: pip install .partwise\[ir\]."):
        register()
