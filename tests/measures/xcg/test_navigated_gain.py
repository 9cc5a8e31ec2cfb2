"""Cumulated gain of navigating readers, against the definition and the figures of PRUM."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import examples
from tests.helpers import parse
from tests.reference.element_tables import view_of
from tests.reference.exact_elements import Curve, Elements

import partwise as pw

SIX = Elements([None, 0, 1, 1, 1, 0], [60, 40, 10, 10, 10, 10])
GRADES = {0: (3, 2), 1: (3, 2), 2: (3, 3)}


def figure_six(name, run, cutoff=""):
    """Value of a measure on the figure: paragraph c lies in b, b in a."""
    measure = pw.parse(f"{name}(quant=gen, nav=Hierarchy){cutoff}")
    return measure.values(view_of(SIX, [(GRADES, run)]))[0]


class TestFigureSix:
    @pytest.mark.parametrize(
        "measure", ["nxCG@1", "nxCG@3", "gr@1", "ep@0.25", "Aep", "iAep", "Q", "Rmeasure"]
    )
    def test_the_ideal_first(self, measure):
        name, at, cutoff = measure.partition("@")
        assert figure_six(name, [2, 1, 0], at + cutoff) == pytest.approx(1)

    @pytest.mark.parametrize(
        ("measure", "expected"),
        [
            ("nxCG@1", 0.166667), ("nxCG@2", 0.375), ("nxCG@3", 1), ("ep@0.25", 0.178571),
            ("Aep", 0.229167), ("iAep", 0.242612), ("Q", 0.791667), ("Rmeasure", 0.583333),
        ],
    )  # fmt: skip
    def test_the_ideal_last(self, measure, expected):
        name, at, cutoff = measure.partition("@")
        assert figure_six(name, [0, 1, 2], at + cutoff) == pytest.approx(expected, abs=5e-7)


def flat_view(grades, ranked):
    """A document of leaves e1, e2, ... below a root; every leaf has its pair (e, s)."""
    n = len(grades)
    paths = [f"/a[1]/p[{i + 1}]" for i in range(n)]
    tree = pw.Structure.from_columns(
        doc=["d"] * (n + 1), node=range(n + 1), parent=[None, *[0] * n], path=["/a[1]", *paths],
        tag=["a", *["p"] * n], start=[0, *range(0, 10 * n, 10)],
        end=[10 * n, *range(10, 10 * n + 10, 10)], depth=[1, *[2] * n],
    )  # fmt: skip
    judged = [i for i in range(n) if grades[i]]
    gold = pw.Qrels.from_columns(
        topic=["t"] * len(judged), doc=["d"] * len(judged), element=[paths[i] for i in judged],
        e=[grades[i][0] for i in judged], s=[grades[i][1] for i in judged], scale="grade",
    )  # fmt: skip
    run = pw.Run.from_columns(
        topic=["t"] * len(ranked), doc=["d"] * len(ranked), element=[paths[i] for i in ranked],
        rank=range(1, len(ranked) + 1),
    )  # fmt: skip
    return pw.View.of(gold, run, structure=tree)


def edges_file(links):
    lines = [f"d\t/a[1]/p[{a + 1}]\t/a[1]/p[{b + 1}]\t{p}" for (a, b), p in links.items()]
    Path("edges.tsv").write_text("\n".join(lines) + "\n")


class TestFigureSeven:
    def value(self, measure):
        edges_file({(0, 1): 1, (0, 2): 1})
        name, _, cutoff = measure.partition("@")
        text = f"{name}(quant=gen, nav=Edges('edges.tsv')){'@' if cutoff else ''}{cutoff}"
        grades = [None, (3, 3), (3, 3)]
        return parse(text).values(flat_view(grades, [0]))[0]

    @pytest.mark.parametrize(
        ("measure", "expected"),
        [
            ("xCG@1", 1), ("xCG@2", 2), ("nxCG@1", 1), ("nxCG@2", 1), ("gr@1", 0.5), ("gr@2", 1),
            ("Aep", 1), ("Q", 1), ("Rmeasure", 1),
        ],
    )  # fmt: skip
    def test_what_one_result_shows_is_paid_later(self, tmp_path, monkeypatch, measure, expected):
        monkeypatch.chdir(tmp_path)
        assert self.value(measure) == pytest.approx(expected)


WORTH = {
    (3, 3): Fraction(1),
    (3, 2): Fraction(3, 4),
    (2, 3): Fraction(3, 4),
    (1, 1): Fraction(1, 4),
}


def slow_gains(grades, ranked, links):
    """xCG[k] from its definition: ideals by falling value, each at most as far as it was seen."""
    ideals = [i for i in range(len(grades)) if grades[i]]
    cumulated = [Fraction(0)]
    for k in range(1, max(len(ranked), len(ideals)) + 1):
        seen = {}
        for i in ideals:
            unseen = Fraction(1)
            for c in dict.fromkeys(ranked[:k]):
                unseen *= 1 - (1 if c == i else Fraction(str(links.get((c, i), 0))))
            seen[i] = 1 - unseen
        left, total = Fraction(k), Fraction(0)
        for i in sorted(ideals, key=lambda i: -WORTH[grades[i]]):
            share = min(seen[i], left)
            left -= share
            total += WORTH[grades[i]] * share
        cumulated.append(total)
    return [b - a for a, b in pairwise(cumulated)]


@st.composite
def worlds(draw):
    n = draw(st.integers(2, 5))
    grades = [draw(st.sampled_from([None, *WORTH])) for _ in range(n)]
    grades[0] = (3, 3)
    ranked = draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=6))
    pairs = [(a, b) for a in range(n) for b in range(n) if a != b]
    chance = st.sampled_from([0.1, 0.25, 0.5, 0.9, 1])
    links = {pair: draw(chance) for pair in draw(st.lists(st.sampled_from(pairs), max_size=8))}
    return grades, ranked, {(ranked[0], (ranked[0] + 1) % n): 0.5} | links


@settings(max_examples=examples(60), deadline=None)
@given(worlds())
def test_gains_equal_the_definition(tmp_path_factory, world):
    grades, ranked, links = world
    wanted = slow_gains(grades, ranked, links)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("edges"))
        edges_file(links)
        view = flat_view(grades, ranked)

        def value(name, cutoff=""):
            return parse(f"{name}(quant=gen, nav=Edges('edges.tsv')){cutoff}").values(view)[0]

        heights = np.array([value("xCG", f"@{k}") for k in range(1, len(wanted) + 1)])
        whole = [value(name) for name in ("Aep", "Q", "Rmeasure")]
    np.testing.assert_allclose(heights, np.cumsum([float(g) for g in wanted]), atol=1e-12)
    ideal = sorted((WORTH[pair] for pair in grades if pair), reverse=True)
    n = min(len(ideal), heights.size)
    assert (heights[:n] <= np.cumsum([float(g) for g in ideal])[:n] + 1e-12).all()
    reached = [
        any(c == i or links.get((c, i), 0) for c in ranked) for i in range(len(grades)) if grades[i]
    ]
    slow = Curve(wanted, ideal, reached)
    expected = [float(curve) for curve in (slow.Aep(), slow.Q(), slow.Rmeasure())]
    assert whole == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("k", "height"), [(1, 1), (2, 1.5), (3, 1.5)])
def test_no_rank_is_paid_more_than_one_ideal(tmp_path, monkeypatch, k, height):
    # one result shows an ideal of 1 and one of .5: the better one is paid first
    monkeypatch.chdir(tmp_path)
    edges_file({(0, 1): 1, (0, 2): 1})
    view = flat_view([None, (2, 2), (3, 3)], [0])

    measure = parse(f"xCG(quant=gen, nav=Edges('edges.tsv'))@{k}")

    assert measure.values(view)[0] == pytest.approx(height)


def test_the_run_is_cut_before_anything_else():
    assert figure_six("Aep", [0, 1, 2], "@2") == pytest.approx(figure_six("Aep", [0, 1]))
    assert figure_six("iAep", [0, 1, 2], "@2") == pytest.approx(figure_six("iAep", [0, 1]))


@pytest.mark.parametrize("other", ["tolerance=0.5", "norm=none", "gain=tree"])
def test_overlap_has_no_part_in_it(other):
    with pytest.raises(
        pw.MeasureSyntaxError, match=f"{other.partition('=')[0]} says what overlap earns"
    ):
        pw.parse(f"nxCG(nav=Hierarchy, {other})@5")


@pytest.mark.parametrize("measure", ["xCG@1", "nxCG@2", "gr@3", "ep@0.25", "Aep", "Aep@2", "Q"])
def test_topics_are_paid_apart(measure):
    name, at, cutoff = measure.partition("@")
    asked = pw.parse(f"{name}(quant=gen, nav=Hierarchy){at}{cutoff}")
    topics = [
        (GRADES, [0, 1, 2]), ({}, [1]), ({3: (3, 3), 4: (1, 1)}, [3]), (GRADES, []),
        ({5: (2, 3), 2: (3, 3)}, [4, 1, 5, 2]),
    ]  # fmt: skip
    together = asked.values(view_of(SIX, topics))

    alone = [asked.values(view_of(SIX, [topic]))[0] for topic in topics]
    assert together.tolist() == pytest.approx(alone, nan_ok=True)
    assert np.isnan(together).tolist() == [False, True, False, False, False]


def test_ideals_that_nothing_leads_to_are_missed():
    asked = pw.parse("Q(quant=gen, nav=NoNav)")
    seen = flat_view([(3, 3), (3, 3), (3, 3), None], [3, 0])

    # one find, at rank 2, where the ideal ranking has 2: (1 + 1) / (2 + 2); two are missed
    assert asked.values(seen)[0] == pytest.approx(0.5 / 3)
