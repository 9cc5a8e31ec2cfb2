"""Numbers of Piwowarski, Gallinari and Dupret (2007) on GRP, GRPng and xCG."""

from __future__ import annotations

import pytest
from tests.reference.element_tables import ideal_gains_of, view_of, view_without_structure
from tests.reference.exact_elements import Elements

import partwise as pw

# Figure 6: a (60 words) holds b (40) and f (10); b holds c, d, e (10 each)
SIX = Elements([None, 0, 1, 1, 1, 0], [60, 40, 10, 10, 10, 10])
A, B, C = 0, 1, 2
GRADES = {A: (3, 2), B: (3, 2), C: (3, 3)}
GOOD, BAD = [C, B, A], [A, B, C]


def values(measure, trees, grades, *runs):
    return pw.parse(measure).values(view_of(trees, [(grades, run) for run in runs])).tolist()


@pytest.mark.parametrize(
    ("measure", "good", "bad"),
    [
        ("GRP@1.0", 0.875, 0.8333),
        ("GRPngR@3", 0.6944, 0.3333),
        ("GRPngP@3", 0.7222, 0.6667),
        ("GRPng@1.0", 0, 0),
    ],
)
def test_figure_six(measure, good, bad):
    assert values(measure, SIX, GRADES, GOOD, BAD) == pytest.approx([good, bad], abs=5.1e-5)


@pytest.mark.parametrize("t", [0, 0.25, 0.5, 1])
def test_figure_six_literal_gain(t):
    for k, good, bad in ((1, 1, 0.75), (2, 1, 0.75 + 0.75 * t), (3, 1, 0.75 + 1.75 * t)):
        measure = f"xCG(quant=gen, norm=literal, tolerance={t})@{k}"
        assert values(measure, SIX, GRADES, GOOD, BAD) == pytest.approx([good, bad])


def test_figure_six_bounded_gain():
    for k, good, bad in ((1, 1, 0.75), (2, 1, 1), (3, 1, 1)):
        measure = f"xCG(quant=gen, tolerance=1)@{k}"
        assert values(measure, SIX, GRADES, GOOD, BAD) == pytest.approx([good, bad])


# Figure 7: a holds b and c, all (3, 3); the run returns a
SEVEN = Elements([None, 0, 0], [20, 10, 10])
ALL = dict.fromkeys(range(3), (3, 3))


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("GRP(collection=100)@1.0", 0.0443),
        ("GRPngP@1", 1),
        ("GRPngR@1", 0.3333),
        ("xCG(quant=gen)@1", 1),
        ("nxCG(quant=gen)@1", 1),
        ("nxCG(quant=gen)@2", 0.5),
        ("gr(quant=gen)@1", 0.5),
    ],
)
def test_figure_seven(measure, expected):
    assert values(measure, SEVEN, ALL, [0])[0] == pytest.approx(expected, abs=5.1e-5)


def test_figure_seven_ideals():
    view = view_of(SEVEN, [(ALL, [0])])

    assert ideal_gains_of(view, 4, quant="gen")[:, 0].tolist() == [1, 1, 0, 0]  # b and c


def test_figure_three_recall_of_the_ideal_alone():
    # q = 1, .75, .75, .5, .5: the ideal found is 1 / 3.5 of the recall-base
    trees = Elements([None] * 5, [10] * 5)
    grades = {0: (3, 3), 1: (3, 2), 2: (3, 1), 3: (2, 2), 4: (2, 1)}
    view = view_without_structure(trees, [(grades, [0])])

    assert pw.parse("Precall@0.2857").values(view)[0] == pytest.approx(1)
    assert pw.parse("Precall@0.2858").values(view)[0] == 0


def test_figure_three_recall_without_overlap():
    # a (100 words) holds b (10), both graded 2: 4/3 x GRPngR is the undivided recall
    trees = Elements([None, 0], [100, 10])
    grades = {0: (2, 2), 1: (2, 2)}
    total = 4 / 3

    found = values("GRPngR@2", trees, grades, [1, 0], [0, 1])
    assert [total * x for x in found] == pytest.approx([1.2667, 0.6667], abs=5.1e-5)
