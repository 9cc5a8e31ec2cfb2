"""What navigation measures refuse, in words that say what to do."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.helpers import grouped_options

import partwise as pw

RUN = {"topic": ["t"], "doc": ["d"]}
TWO = {"topic": ["t", "t"], "doc": ["d", "d"]}


def evaluate(measure, *, qrels=None, run=None, **more):
    judged = qrels or pw.Qrels.from_columns(**TWO, start=[0, 20], end=[5, 25])
    results = run or pw.Run.from_columns(**RUN, start=[0], end=[9])
    return pw.evaluate(judged, results, [measure], **grouped_options(**more)).table[0, 0].tolist()


def chunks():
    return pw.Inventory.from_columns(doc=["d"] * 5, start=[0, 10, 20, 30, 40], length=[10] * 5)


def test_prum_asks_for_the_size_of_the_collection():
    said = "PRUM needs the number of retrievable elements. Use structure=... or inventory="
    with pytest.raises(pw.UsageError, match=said):
        evaluate("PRUM(r=1)")
    # 5 chunks, 2 ideals and the result 0..9 are none of them: 8 units
    assert evaluate("PRUM(r=1)", inventory=chunks()) == evaluate("PRUM(r=1, elements=8)")


@pytest.mark.parametrize("name", ["PRUM", "EPRUM"])
def test_a_recall_must_be_given(name):
    for text in (name, f"{name}@10"):
        with pytest.raises(pw.MeasureSyntaxError, match="needs a recall level or a recall value"):
            pw.parse(text)
    with pytest.raises(pw.ParameterError, match="needs a recall level or a recall value"):
        evaluate(getattr(pw, name)())
    with pytest.raises(
        pw.MeasureSyntaxError, match=r"r must be left out with the recall level 0.5"
    ):
        pw.parse(f"{name}(r=2)@0.5")
    with pytest.raises(pw.MeasureSyntaxError, match=r"a recall level from 0.0 to 1.0"):
        pw.parse(f"{name}@1.5")
    with pytest.raises(pw.MeasureSyntaxError, match="r must be a whole number of at least 1"):
        pw.parse(f"{name}(r=0)")


def test_gr_has_no_recall_level():
    with pytest.raises(pw.MeasureSyntaxError, match="cutoff must be a rank"):
        pw.parse("GR@0.5")


def test_too_few_elements_are_refused():
    # one result and two ideals that are not listed
    with pytest.raises(
        pw.ParameterError, match=r"elements must be at least 3, .* of topic t, not 2"
    ):
        evaluate("PRUM(r=1, elements=2)")
    assert evaluate("PRUM(r=1, elements=3)")[0] <= 1
    one = pw.Qrels.from_columns(topic=["t"], doc=["d"], start=[20], end=[25])
    with pytest.raises(
        pw.ParameterError, match=r"elements must be at least 2, .* of topic t, not 1"
    ):
        evaluate("PRUM(r=1, elements=1)", qrels=one)


def test_r_beyond_the_ideals_of_every_topic():
    for text in ("PRUM(r=3, elements=9)", "EPRUM(r=3)"):
        with pytest.raises(
            pw.ParameterError, match="r must be at most 2: no topic has more ideals"
        ):
            evaluate(text)


def test_r_beyond_the_ideals_of_some_topics_is_noted():
    qrels = pw.Qrels.from_columns(
        topic=["t", "t", "s"], doc=["d"] * 3, start=[0, 20, 0], end=[5, 25, 5]
    )
    run = pw.Run.from_columns(**RUN, start=[0], end=[9])
    results = pw.evaluate(qrels, run, ["EPRUM(r=2)"])

    assert np.isnan(results.table[0, 0]).tolist() == [False, True]
    assert any("1 topic has fewer than 2 ideals" in note for note in results.notes)


@pytest.mark.parametrize("name", ["PRUM(r=1, ", "EPRUM(r=1, ", "APRUM(", "AEPRUM("])
def test_shares_of_text_are_no_independent_chances(name):
    with pytest.raises(pw.MeasureSyntaxError, match=r"shares of text need Reads\(min=...\)"):
        pw.parse(f"{name}nav=Reads)")
    assert pw.parse(f"{name}nav=Reads(min=0.5))")


def test_units_of_an_inventory_need_an_inventory():
    # findings 5.4: without one, highlighted spans that were surely seen are hits
    for text in ("ESRP@5", "SRP", "ASRiP2"):
        evaluate(text)
    with pytest.raises(pw.UsageError, match=r"units=inventory needs all parts .* Use inventory="):
        evaluate("ESRP(units=inventory)@5")
    assert evaluate("ESRP@1", inventory=chunks()) == [0]
    # whoever insists may compare results with the spans themselves
    exact = pw.Run.from_columns(**RUN, start=[0], end=[5])
    assert evaluate("ESRP(units=judged)@1", run=exact) == [1]


def test_units_of_an_inventory_need_highlights():
    qrels = pw.Qrels.from_columns(**RUN, element=["a"], grade=[1])
    run = pw.Run.from_columns(**RUN, element=["a"])
    with pytest.raises(pw.UsageError, match="ESRR: units=inventory needs highlighted spans"):
        evaluate("ESRR(units=inventory, nav=NoNav)", qrels=qrels, run=run, inventory=chunks())


def test_elements_from_highlights_need_a_structure():
    with pytest.raises(pw.UsageError, match=r"ideals=elements needs the element trees. Use struct"):
        evaluate("GR(ideals=elements)")


def test_a_model_that_needs_places_without_a_structure():
    qrels = pw.Qrels.from_columns(**RUN, element=["/a[1]"], grade=[1])
    run = pw.Run.from_columns(**RUN, element=["/a[1]/b[1]"])
    for text in ("GR", "GR(nav=T2I(5))", "GR(nav=Window)", "GR(nav=Reads)"):
        with pytest.raises(pw.TableError, match=r"needs to know where element .* Use structure="):
            evaluate(text, qrels=qrels, run=run)
    for text in ("GR(rel=length, nav=NoNav)", "SRiP(nav=NoNav)"):
        with pytest.raises(pw.TableError, match=r"needs the size of element /a\[1\]"):
            evaluate(text, qrels=qrels, run=run)


def test_an_element_with_two_extents():
    qrels = pw.Qrels.from_columns(**RUN, element=["a"], start=[0], end=[5], grade=[1])
    run = pw.Run.from_columns(**RUN, element=["a"], start=[0], length=[6])
    with pytest.raises(pw.TableError, match=r"element a of document d is 0..5 .* 0..6"):
        evaluate("GR(nav=NoNav)", qrels=qrels, run=run)


def test_unknown_elements_of_a_run_are_named_with_their_lines(tmp_path):
    trees = pw.Structure.from_columns(
        doc=["d"] * 2, parent=[None, 0], path=["/a[1]", "/a[1]/b[1]"], start=[0, 0], end=[9, 4]
    )
    file = tmp_path / "run.tsv"
    file.write_text(
        "topic\tdoc\telement\ttree\trank\n"
        "t\td\t/a[1]\t\t1\n"
        "t\td\t/a[1]/b[2]\t\t2\n"
        "t\td\t\t/a[1]|/a[1]/c[1]\t3\n"
        "t\te\t/a[1]\t\t4\n"
    )
    qrels = pw.Qrels.from_columns(**RUN, element=["/a[1]"], grade=[1])
    with pytest.raises(pw.PartwiseError) as error:
        evaluate("GR", qrels=qrels, run=pw.read_run(file), structure=trees)
    lines = str(error.value).splitlines()
    assert lines[0].startswith(f"{file}:3: no element /a[1]/b[2] in document d")
    assert lines[1] == f"{file}:5: document e is not in the structure"
    # a lenient evaluation keeps them: they cover nothing and lead nowhere
    got = evaluate(
        "GR", qrels=qrels, run=pw.read_run(file), structure=trees, reading=pw.Reading(lenient=True)
    )
    assert got == [1]
    file.write_text("topic\tdoc\ttree\trank\nt\td\t/a[1]|/a[1]/c[1]\t3\n")
    with pytest.raises(
        pw.PartwiseError, match=r"run.tsv:2: no element /a\[1\]/c\[1\] in document d"
    ):
        evaluate("GR", qrels=qrels, run=pw.read_run(file), structure=trees)


def test_ranges_of_elements_need_a_structure(tmp_path):
    file = tmp_path / "run.txt"
    file.write_text("t Q0 d 1 1.0 x /a[1]/b[1] /a[1]/b[2]\n")
    run = pw.read_run(file)
    trees = pw.Structure.from_columns(
        doc=["d"] * 4,
        parent=[None, 0, 0, 0],
        path=["/a[1]", "/a[1]/b[1]", "/a[1]/b[2]", "/a[1]/b[3]"],
        start=[0, 0, 4, 8],
        end=[12, 4, 8, 12],
    )
    qrels = pw.Qrels.from_columns(**TWO, start=[5, 9], end=[6, 10])
    assert evaluate("GR", qrels=qrels, run=run, structure=trees) == [0.5]
    with pytest.raises(pw.FormatError, match=r"has no offsets, and .* needs them. Use struc"):
        evaluate("GR", qrels=qrels, run=run)


def test_a_tree_without_elements():
    qrels = pw.Qrels.from_columns(**RUN, tree=["|"], grade=[1])
    with pytest.raises(pw.UsageError, match=r'tree "\|" names no element'):
        evaluate("GR(nav=NoNav)", qrels=qrels)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("d\ta\tb\t1.5", r"e.tsv:1: p \"1.5\" is not a number from 0 to 1"),
        ("d\ta\tb\t.5\nd\ta\tb\t.4", "e.tsv:2: d a -> d b was already given in line 1"),
        ("d\ta", "e.tsv:1: 2 columns, expected 3"),
        ("d\ta\tb\t.9\nd\ta\tc\t.2", "e.tsv:2: the steps out of d a sum to 1.1"),
    ],
)
def test_bad_edges(tmp_path, monkeypatch, lines, said):
    monkeypatch.chdir(tmp_path)
    Path("e.tsv").write_text(lines)
    qrels = pw.Qrels.from_columns(**RUN, element=["a"], grade=[1])
    run = pw.Run.from_columns(**RUN, element=["b"])
    with pytest.raises(pw.PartwiseError, match=said):
        evaluate("ESRR(nav=Edges('e.tsv', kind=step))", qrels=qrels, run=run)


def test_a_route_without_elements(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("r.tsv").write_text("d\ta\tb\nd\n")
    qrels = pw.Qrels.from_columns(**RUN, element=["a"], grade=[1])
    run = pw.Run.from_columns(**RUN, element=["b"])
    for model in ("Routes('r.tsv')", "Summary('r.tsv')"):
        with pytest.raises(pw.PartwiseError, match=r"r.tsv:2: a route without any element"):
            evaluate(f"ESRR(nav={model})", qrels=qrels, run=run)


# -- the default model of a command, and models of one's own -------------------------------


def test_a_default_model_fills_what_is_left_open():
    qrels = pw.Qrels.from_columns(**TWO, start=[0, 20], end=[5, 25], length=[30, 30])
    run = pw.Run.from_columns(**RUN, start=[0], end=[9])
    measures = ["GR@5", "GR(nav=NoNav)@5", "AgP", "ESRP@3"]

    for model in ("T2I(300)", pw.T2I(300)):
        assert pw.evaluate(qrels, run, measures, rules=pw.Rules(nav=model)).measures == (
            "GR(nav=T2I(n=300))@5",
            "GR(nav=NoNav)@5",
            "AgP",
            "ESRP(nav=T2I(n=300))@3",
        )


@pw.register()
class Later(pw.Navigation):
    """Readers see what starts later in the document."""

    p: float = pw.param(0.5, low=0, high=1)

    def chance(self, x, y):
        """A constant for what comes later."""
        return np.where(y.start > x.start, self.p, 0.0)


def test_a_model_of_ones_own():
    # 0..9 shows the ideal at 0..5 not at all, that at 20..25 with p
    assert evaluate("GR(nav=Later(p=0.4))@1") == pytest.approx([(0 + 0.4) / 2])
    assert evaluate("GR", rules=pw.Rules(nav="Later(0.2)")) == pytest.approx([0.1])
    assert repr(pw.parse("GR(nav=Later(0.2))")) == "GR(nav=Later(p=0.2))"
