"""The examples of the PRUM paper: figures 1, 2, 4, 6, 7, Table III (navigation.md 3.4)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.helpers import parse

import partwise as pw


def view(ranked, ideals, structure=None):
    assessments = pw.Qrels.from_columns(
        topic=["t"] * len(ideals), doc=["d"] * len(ideals), element=ideals, grade=[1] * len(ideals)
    )
    if not ranked:  # a run must say something: about another topic
        results = pw.Run.from_columns(topic=["x"], doc=["d"], element=["q"])
        return pw.View.of(assessments, results)
    results = pw.Run.from_columns(
        topic=["t"] * len(ranked),
        doc=["d"] * len(ranked),
        element=ranked,
        rank=range(1, len(ranked) + 1),
    )
    return pw.View.of(assessments, results, structure=structure)


def value(text, *args):
    return parse(text).values(view(*args))[0]


@pytest.fixture
def edges(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(text):
        lines = ["\t".join(["d", *cell.split()]) for cell in text.split(", ")]
        Path("edges.tsv").write_text("\n".join(lines))
        return "Edges('edges.tsv')"

    return write


def test_figure_1_one_user(edges):
    # b is ideal; c leads to f, d to f and i, e to g and h; f, g, h are ideal, too
    model = edges("c f 1, d f 1, d i 1, e g 1, e h 1")
    ranked, ideals = list("abcde"), list("bfgh")

    found = [4 * value(f"GR(nav={model})@{k}", ranked, ideals) for k in range(1, 6)]
    assert found == pytest.approx([0, 1, 2, 2, 4])  # F_1 to F_5
    # five consulted elements, of which b, c and e lead to unseen ideals
    assert value(f"PRUM(r=4, nav={model}, elements=11)", ranked, ideals) == pytest.approx(3 / 5)


def test_figure_2_reach_from_steps(edges):
    edges("x y .5, x z .3, y z .8, z y .12")
    model = "Edges('edges.tsv', kind=step)"

    assert value(f"GR(nav={model})", ["x"], ["y"]) == pytest.approx(0.536)
    assert value(f"GR(nav={model})", ["x"], ["z"]) == pytest.approx(0.7)


def test_figure_4_seen_after_each_rank(edges):
    model = edges("a d .4, b d .9, c d .2")
    got = [value(f"GR(nav={model})@{k}", ["a", "b", "c"], ["d"]) for k in (1, 2, 3)]

    assert got == pytest.approx([0.4, 0.94, 0.952])


def test_table_iii(edges):
    model = edges("c a .4, c b .4, d a .6, d b .4")
    ranked, ideals = ["c", "d", "a", "b"], ["a", "b"]

    def prum(r, more=""):
        return value(f"PRUM(r={r}, nav={model}, elements=4{more})", ranked, ideals)

    assert prum(1) == pytest.approx(1 / 1.4464)
    assert prum(2) == pytest.approx(1.7248 / 2.7136)
    assert prum(1, ", novelty=exact") == pytest.approx(1 / 1.4464)
    assert prum(2, ", novelty=exact") == pytest.approx(1.7536 / 2.7136)
    assert f"{prum(1):.3f} {prum(2):.3f} {prum(2, ', novelty=exact'):.3f}" == "0.691 0.636 0.646"
    assert value("PRUM(r=1, nav=NoNav, elements=4)", ranked, ideals) == pytest.approx(1 / 3)
    assert value("PRUM(r=2, nav=NoNav, elements=4)", ranked, ideals) == pytest.approx(0.5)


def test_figure_5_as_documents_of_the_web(tmp_path):
    """The list of Table III as a TREC run, its arrows as links between documents."""
    (tmp_path / "links.txt").write_text("c a .4\nc b .4\nd a .6\nd b .4\n")
    (tmp_path / "web.qrels").write_text("q 0 a 1\nq 0 b 1\nq 0 c 0\nq 0 d 0\n")
    lines = [f"q Q0 {doc} {rank} {9 - rank} x" for rank, doc in enumerate("cdab", 1)]
    (tmp_path / "web.run").write_text("\n".join(lines))
    measures = ["PRUM(r=1, elements=4)", "PRUM(r=2, elements=4)"]
    measures += ["PRUM(r=2, elements=4, novelty=exact)"]
    nav = f"Edges('{tmp_path / 'links.txt'}')"
    found = pw.evaluate(
        tmp_path / "web.qrels", tmp_path / "web.run", measures, rules=pw.Rules(nav=nav)
    )

    assert [f"{number:.3f}" for number in found.table[0, :, 0]] == ["0.691", "0.636", "0.646"]


A, B, C = "/a[1]", "/a[1]/b[1]", "/a[1]/b[1]/c[1]"


@pytest.fixture
def figure_6():
    """A (60 words) holds b (40) and f (10), b holds c, d, e (10 each); own words come first."""
    return pw.Structure.from_columns(
        doc=["d"] * 6,
        parent=[None, 0, 1, 1, 1, 0],
        tag=["a", "b", "c", "d", "e", "f"],
        start=[0, 100, 200, 300, 400, 500],
        end=[600, 500, 300, 400, 500, 600],
        wstart=[0, 10, 20, 30, 40, 50],
        wend=[60, 50, 30, 40, 50, 60],
    )


@pytest.mark.parametrize("unit", ["", "unit=words"])
def test_section_4_2_1_hierarchy(figure_6, unit):
    # the characters of the fixture are in the same proportions as the words
    nav = f"nav=Hierarchy({unit})"

    def got(text, ranked):
        return value(text, ranked, [C], figure_6)

    assert got(f"PRUM({nav}, r=1)", [C, B, A]) == 1
    assert got(f"PRUM({nav}, r=1)", [A, B, C]) == pytest.approx(24 / 59)
    assert got(f"EPRUM({nav}, r=1)", [A, B, C]) == pytest.approx(1 / 6 + 5 / 48 + 5 / 24)
    assert got(f"EPRUM({nav})@1.0", [A, B, C]) == pytest.approx(0.4792, abs=5e-5)
    assert got(f"GR({nav})@2", [A, B, C]) == pytest.approx(0.375)
    assert got("PRUM(r=1)", [A, B, C]) == pytest.approx(24 / 59)  # Hierarchy is the default


def test_section_4_2_2_best_entry_point(edges):
    model = edges("a b 1, a c 1")

    assert value(f"PRUM(r=2, nav={model}, elements=100)", ["a"], ["b", "c"]) == 1
    assert value(f"EPRUM(r=2, nav={model})", ["a"], ["b", "c"]) == 1
    alone = value("PRUM(r=2, nav=NoNav, elements=100)", ["a"], ["b", "c"])
    assert alone == pytest.approx(2 / (1 + 2 * 100 / 3))


def test_an_empty_list():
    # one ideal among nine elements: 2 / 10
    assert value("PRUM(r=1, elements=9)", [], ["a"]) == pytest.approx(0.2)
    assert value("PRUM(elements=9)@0.5", [], ["a"]) == pytest.approx(0.2)
    assert value("EPRUM(r=1)", [], ["a"]) == 0
    assert value("AEPRUM", [], ["a"]) == 0
    assert value("GR", [], ["a"]) == 0


def test_without_navigation_prum_is_precision_at_the_ideal():
    # r / rank of the r-th ideal; past the list the formula of navigation.md 3.4
    rng = np.random.default_rng(7)
    for _ in range(60):
        o, m = int(rng.integers(0, 9)), int(rng.integers(1, 6))
        names = [f"n{i}" for i in range(o + m + 3)]
        ranked = rng.permutation(names)[:o].tolist()
        ideals = rng.permutation(names)[:m].tolist()
        u = len(names) - o
        ranks = [i + 1 for i, name in enumerate(ranked) if name in ideals]
        e = len(ranks)
        for r in range(1, m + 1):
            if r <= e:
                expected = r / ranks[r - 1]
            else:
                rest = (r - e) * (u - (m - e)) / (m - e + 1)
                expected = r / (r + (o - e) + rest)
            for novelty in ("noisy-or", "exact"):
                text = f"PRUM(r={r}, nav=NoNav, elements={len(names)}, novelty={novelty})"
                assert value(text, ranked, ideals) == pytest.approx(expected)


def test_an_ideal_list_of_one_rank(edges):
    # a leads to b and c for certain: one useful rank shows both, one useless rank came before
    model = edges("a b 1, a c 1")
    for r, effort, expected in ((2, "r", 1), (2, "one", 0.5), (1, "r", 0.5), (1, "one", 0.5)):
        measure = f"EPRUM(r={r}, nav={model}, effort={effort})"
        assert value(measure, ["x", "a"], ["b", "c"]) == pytest.approx(expected)
