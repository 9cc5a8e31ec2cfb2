"""Models that are combined."""

from __future__ import annotations

import pickle

import pytest

import partwise as pw
from partwise.errors import MeasureSyntaxError, ParameterError
from partwise.language.parser import parse, parse_all
from partwise.users.combined import Either

pytestmark = pytest.mark.filterwarnings("ignore::partwise.errors.PartwiseWarning")

SITE = ["home news", "home about", "news story", "news home", "story http://x.org/"]


@pytest.fixture
def files(tmp_path):
    (tmp_path / "links.tsv").write_text("\n".join(SITE))
    (tmp_path / "edges.tsv").write_text("home story .5")
    return f"Links('{tmp_path / 'links.tsv'}')", f"Edges('{tmp_path / 'edges.tsv'}')"


def value(measure, nav, doc="story"):
    qrels = pw.Qrels.from_columns(topic=["t"], doc=[doc], grade=[1])
    run = pw.Run.from_columns(topic=["t"], doc=["home"], rank=[1])
    return pw.evaluate(qrels, run, [measure], rules=pw.Rules(nav=nav)).table[0, 0, 0]


def test_worked_values(files):  # links.md 1.8
    nav = f"Either({', '.join(files)})"
    assert value("GR", nav) == pytest.approx(0.610221, abs=5e-7)
    assert value("ENearMisses", nav) == pytest.approx(0.25)
    weighed = nav[:-1] + ", weights=(.2, .8))"
    assert value("ENearMisses", weighed) == pytest.approx(0.4)
    assert value("GR", weighed) == value("GR", nav)


def test_one_model_is_itself(files):
    for measure in ("GR", "EPRUM(r=1)", "ENearMisses", "ESRR@1"):
        for model in files:
            for doc in ("story", "news"):
                if "edges" in model and doc == "news":
                    continue
                assert value(measure, f"Either({model})", doc) == value(measure, model, doc)


def test_either_is_no_less_than_each(files):
    both = value("GR", f"Either({', '.join(files)})")
    assert both >= max(value("GR", model) for model in files)
    nested = value("GR", f"Either(Either({files[0]}), Either({files[1]}, NoNav))")
    assert nested == pytest.approx(both)


def test_models_that_stay_in_their_document_are_asked_about_it_only(files):
    # Window needs places, which whole documents of unknown length have not
    assert value("GR", f"Either(Window, {files[1]})") == 0.5


def test_spelling():
    model = Either(pw.NoNav, pw.T2I(300), weights=[0.25, 0.75])
    assert repr(model) == "Either(NoNav, T2I(n=300), weights=(0.25, 0.75))"
    assert parse(f"GR(nav={model!r})").nav == model
    assert pickle.loads(pickle.dumps(model)) == model
    assert model.replace(weights=None) == Either(pw.NoNav(), pw.T2I(300))
    several = parse_all("GR(nav=Either(T2I([100, 300]), Proximity(A=[.1, 1])))")
    assert len(several) == 4


def test_bad_models_and_weights():
    expected = "one weight a model, none below 0, with the sum 1"
    for weights in ((1.0,), (0.5, 0.6), (-0.5, 1.5), (float("nan"), 1), "x", 3):
        with pytest.raises(ParameterError, match=expected):
            Either(pw.NoNav, pw.T2I(3), weights=weights)
    with pytest.raises(ParameterError, match=r"Either needs models: Either\(Neighbours, Links"):
        Either()
    with pytest.raises(ParameterError, match=r"shares of text need Reads\(min=...\)"):
        Either(pw.Reads(), pw.NoNav())
    with pytest.raises(MeasureSyntaxError, match="models must be a user model"):
        parse("GR(nav=Either(NoNav, 3))")
