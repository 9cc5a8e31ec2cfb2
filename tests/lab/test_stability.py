"""Whether the order of runs holds under other models."""

from __future__ import annotations

import json

import pytest

import partwise as pw
from partwise.errors import UsageError
from partwise.lab.stability import MOST, stability

GOLD = pw.Qrels.from_columns(topic=["t", "u"], doc=["d", "d"], start=[100, 100], end=[110, 110])
TEXT = "GR(nav=Window(before=[0, 50, 200]))@1"
NAMES = ["GR(nav=Window)@1", "GR(nav=Window(before=50))@1", "GR(nav=Window(before=200))@1"]


def run(name, start):
    return pw.Run.from_columns(
        topic=["t", "u"], doc=["d", "d"], start=start, end=[s + 5 for s in start], name=name
    )


def found(families=None):
    # near: both topics within 50 characters; hit: one topic exactly; far: both within 200
    runs = [run("near", [130, 140]), run("hit", [100, 900]), run("far", [250, 260])]
    results = pw.evaluate(GOLD, runs, [TEXT, "CharR@1"])
    return stability(results, families or {TEXT: NAMES, "CharR@1": ["CharR@1"]})


def test_by_hand():
    # values of near, hit, far: 0 .5 0, then 1 .5 0, then 1 .5 1
    family = found().families[0]
    assert family.winners == (("hit",), ("near",), ("near", "far"))
    assert family.tau[0, 1] == pytest.approx(0.0)
    assert family.tau[1, 2] == pytest.approx(0.0)
    assert family.tau[0, 2] == pytest.approx(-1.0)
    assert family.least == pytest.approx(-1.0)
    shares = {(o.better, o.worse): o.share for o in family.orders}
    assert shares == {
        ("near", "hit"): pytest.approx(2 / 3),
        ("near", "far"): pytest.approx(1 / 3),
        ("hit", "far"): pytest.approx(2 / 3),
    }
    assert [o.share for o in family.orders] == sorted(shares.values())


def test_shown():
    text = str(found())
    assert "near > far" in text
    assert "33 %" in text
    assert "least tau -1.000; the best run changes." in text
    assert repr(found()) == "Stability(1 measure, 3 runs)"
    assert found().notes == ("CharR@1: one model, nothing to compare",)


def test_json():
    saved = json.loads(found().to_json())
    assert saved["families"][0]["least_tau"] == -1
    assert saved["families"][0]["winners"][2] == ["near", "far"]
    assert saved["families"][0]["orders"][0] == {"better": "near", "worse": "far", "share": 1 / 3}


def test_runs_that_no_model_tells_apart():
    results = pw.evaluate(GOLD, [run("a", [100, 100]), run("b", [101, 101])], [TEXT])
    same = stability(results, {TEXT: NAMES})
    assert same.families[0].orders[0].share == 0
    assert "a = b" in str(same)
    assert "never told apart" in str(same)
    assert "a, b best under every model" in str(same)


def test_refusals():
    with pytest.raises(UsageError, match="a list as parameter"):
        found({"CharR@1": ["CharR@1"]})
    with pytest.raises(UsageError, match="at most 100"):
        found({"x": NAMES * (MOST // 3 + 1)})
    alone = pw.evaluate(GOLD, [run("a", [100, 100])], [TEXT])
    with pytest.raises(UsageError, match="at least two"):
        stability(alone, {TEXT: NAMES})


def test_too_many_models_are_refused_before_anything_is_evaluated(monkeypatch, tmp_path):
    from click.testing import CliRunner

    from partwise.cli import cli

    monkeypatch.chdir(tmp_path)
    text = f"GR(nav=Window(before=[{', '.join(map(str, range(MOST + 1)))}]))@1"
    # through the program: click keeps a command's --help as it was first asked for
    words = ["lab", "correlate", "missing.tsv", "run.tsv", "--stability", "-m", text]
    refused = CliRunner().invoke(cli, words).exception
    assert isinstance(refused, UsageError)
    assert '..." stands for 101 models; at most 100 are compared' in str(refused)
