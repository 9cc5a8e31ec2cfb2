"""Numbers of Kazai and Lalmas (2006): vectors, Tables I and II, inserted results."""

from __future__ import annotations

import random

import pytest
from tests.reference.element_tables import gains_of, ideal_gains_of, view_of
from tests.reference.exact_elements import Elements

import partwise as pw

# 0 article > 1 bdy > 2 sec[4] {3 ip1[2], 4 p[1], 5 p[2]}, 6 sec[6] {7 ip1[2], 8 p[1], 9 p[2]}
PARENT = [None, 0, 1, 2, 2, 2, 1, 6, 6, 6]
GRADES = {
    0: (3, 1),
    1: (3, 1),
    2: (2, 2),
    3: (2, 3),
    4: (2, 3),
    5: (1, 2),
    6: (3, 3),
    7: (2, 3),
    8: (2, 3),
    9: (2, 3),
}
RUNS = {
    "ideal": [6, 2],
    "frb": [6, 3, 4, 7, 8, 9, 2, 0, 1, 5],
    "reverse": [2, 6],
    "leaves": [7, 8, 9, 3, 4, 5],
}


def article(seed=0):
    """The article of Figure 3 with free sizes."""
    draw = random.Random(seed)
    size = [draw.randint(1, 50) for _ in PARENT]
    for c in range(9, 0, -1):
        size[PARENT[c]] += size[c]
    return Elements(PARENT, size)


def values(measure, runs, trees=None, grades=GRADES):
    trees = trees or article()
    return pw.parse(measure).values(view_of(trees, [(grades, run) for run in runs])).tolist()


TABLE = {
    "nxCG@1": [1, 1, 0.5, 0.9],
    "nxCG@2": [1, 1, 1, 0.6667],
    "nxCG@3": [1, 1, 1, 0.6667],
    "nxCG@4": [1, 1, 1, 1],
    **{f"nxCG@{k}": [1, 1, 1, 1] for k in (5, 10, 25, 50, 100, 1500)},
    "gr@1": [0.6667, 0.6667, 0.3333, 0.6],
    "gr@2": [1, 1, 1, 0.6667],
    "gr@4": [1, 1, 1, 1],
    "iAep": [1, 1, 0.6740, 0.7126],
    "iAep(interpolation=inex2005)": [1, 1, 0.6991, 0.7320],
    "Aep": [1, 1, 0.75, 0.6333],
    "Aep(interpolation=inex2005)": [1, 1, 0.75, 0.6333],
    "Q": [1, 1, 0.875, 0.8751],
    "Rmeasure": [1, 1, 1, 0.8571],
    "AnxCG@1500": [1, 1, 0.9997, 0.9995],
    "APrecall": [0.2058, 0.8483, 0.1446, 0.4487],
    "APrecall(quant=sog)": [0.2154, 0.9304, 0.1509, 0.6409],
    "APrecall(points=101)": [0.2136, 0.8498, 0.1506, 0.4529],
    "APrecall(quant=sog, points=101)": [0.2232, 0.9311, 0.1569, 0.6439],
    "APrecall(collection=100)": [0.3053, 0.8483, 0.2442, 0.5225],
    "APrecall(quant=sog, collection=100)": [0.3110, 0.9304, 0.2466, 0.7018],
    "nxCG(quant=gen, ideal=full, tolerance=1)@5": [0.375, 1, 0.375, 0.9375],
    "Overlap@10": [0, 1, 0, 0],
    "Overlap(direction=seen)@10": [0, 0.7, 0, 0],
}
EFFORT = {
    "linear": (
        [0.5, 0.5, 0.5, 0.5455, 0.6, 0.6429, 0.7097, 0.8235, 0.9189, 1],
        [0.9] * 6 + [0.3548, 0.4118, 0.4595, 0.5],
    ),
    "inex2005": (
        [0.5, 0.5, 0.5, 0.4286, 0.5, 0.5625, 1, 1, 1, 1],
        [0.9] * 6 + [0.4595, 0.4737, 0.4872, 0.5],
    ),
}


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("norm", ["bounded", "literal"])
@pytest.mark.parametrize("measure", TABLE)
def test_table_two(measure, norm, seed):
    asked = pw.parse(measure)
    if hasattr(asked, "norm"):
        asked = asked.replace(norm=norm)

    found = values(repr(asked), RUNS.values(), article(seed))

    # the tables print four decimals
    assert found == pytest.approx(TABLE[measure], abs=5.1e-5)


@pytest.mark.parametrize("how", EFFORT)
@pytest.mark.parametrize("point", range(1, 11))
def test_effort_precision(how, point):
    reverse, leaves = (column[point - 1] for column in EFFORT[how])
    found = values(f"ep(interpolation={how})@{point / 10}", RUNS.values())

    assert found == pytest.approx([1, 1, reverse, leaves], abs=5.1e-5)


def earned(run, trees, grades, **setting):
    """Gain of each result."""
    return gains_of(view_of(trees, [(grades, run)]), len(run), **setting)[:, 0]


@pytest.mark.parametrize("norm", ["bounded", "literal"])
def test_gains_of_table_one(norm):
    expected = {
        "ideal": [1, 0.5],
        "frb": [1, 0.5] + [0] * 8,
        "reverse": [0.5, 1],
        "leaves": [0.9, 0.1, 0, 0.5, 0, 0],
    }
    for name, run in RUNS.items():
        assert earned(run, article(), GRADES, norm=norm) == pytest.approx(expected[name], abs=1e-12)


@pytest.mark.parametrize(
    ("run", "recall"),
    [("ideal", [1 / 1.5, 1]), ("frb", [1 / 1.5, 1]), ("reverse", [0.5 / 1.5, 1]),
     ("leaves", [0.9 / 1.5, 1 / 1.5, 1])],
)  # fmt: skip
def test_number_of_terms(run, recall):
    """Effort-precision is averaged over the results that earn: two of them, of the leaves three."""
    terms = [values(f"ep@{level - 1e-9}", [RUNS[run]])[0] for level in recall]

    assert values("Aep", [RUNS[run]])[0] == pytest.approx(sum(terms) / len(recall), abs=1e-6)


@pytest.mark.parametrize(("quant", "ideal"), [("sog", [1, 0.5]), ("strict", [1]), ("gen", [0.75])])
def test_ideal_recall_base(quant, ideal):
    view = view_of(article(), [(GRADES, [])])

    assert ideal_gains_of(view, 3, quant=quant)[:, 0] == pytest.approx(
        ideal + [0] * (3 - len(ideal))
    )


def test_vectors():
    # documents of one element, of which ten have the ideal gains; four others are worth nothing
    ideal = [3, 3, 3, 3, 2, 2, 2, 1, 1, 0]
    trees = Elements([None] * 14, [5] * 14)
    grades = {number: (grade, grade) for number, grade in enumerate(ideal) if grade}
    gain = [3, 1, 0, 0, 1, 3, 2, 2, 0, 0]
    unused = {
        worth: [n for n, grade in enumerate([*ideal, 0, 0, 0, 0]) if grade == worth]
        for worth in range(4)
    }
    view = view_of(trees, [(grades, [unused[worth].pop() for worth in gain])])
    thirds = {(grade, grade): grade / 3 for grade in (1, 2, 3)}
    ranks = range(1, 11)

    def curve(measure):
        return [(measure(quant=thirds) @ k).values(view)[0] for k in ranks]

    height = [3 * x for x in curve(pw.xCG)]
    assert height == pytest.approx([3, 4, 4, 4, 5, 8, 10, 12, 12, 12])
    height = [3 * x for x in curve(pw.xCI)]
    assert height == pytest.approx([3, 6, 9, 12, 14, 16, 18, 19, 20, 20])
    normal = [1, 0.6667, 0.4444, 0.3333, 0.3571, 0.5, 0.5556, 0.6316, 0.6, 0.6]
    assert curve(pw.nxCG) == pytest.approx(normal, abs=5.1e-5)
    assert curve(pw.AnxCG)[5] == pytest.approx(0.5503, abs=5.1e-5)


# -- cases that depend on sizes -------------------------------------------------------------


def test_a_paragraph_then_its_section():
    # ip1[2] and p[2] fill at least 1/9 of sec[6]
    trees = Elements(PARENT, [100, 90, 40, 10, 10, 10, 45, 3, 30, 3])

    assert earned([8, 6, 9], trees, GRADES) == pytest.approx([0.9, 0.1, 0], abs=1e-12)
    assert values("xCG@3", [[8, 6, 9]], trees)[0] == pytest.approx(1)
    assert values("nxCG@3", [[8, 6, 9]], trees)[0] == pytest.approx(0.6667, abs=5.1e-5)


SECTION = Elements([None] + [0] * 10, [100] + [10] * 10)  # s1 = ten equal paragraphs
ONE = {0: (3, 1), 1: (3, 3)}


@pytest.mark.parametrize(
    ("run", "setting", "expected"),
    [
        ([1, 0], {}, [1, 0]),
        ([2, 0], {}, [0, 0.1]),
        ([0], {}, [0.25]),
        ([2, 0], {"quant": "strict"}, [0, 0]),
        ([2, 0], {"quant": "strict", "norm": "literal"}, [0, 0.1]),
    ],
)
def test_one_relevant_paragraph(run, setting, expected):
    assert earned(run, SECTION, ONE, **setting) == pytest.approx(expected, abs=1e-12)


def test_the_article_alone():
    assert earned([0], article(), GRADES).tolist() == [0.25]
    assert values("Aep", [[0]])[0] == pytest.approx(0.125)


def test_leaves_cut_to_three_ranks():
    assert values("Aep@3", [RUNS["leaves"]])[0] == pytest.approx(0.4667, abs=5.1e-5)
    assert values("Aep", [RUNS["leaves"][:3]])[0] == pytest.approx(0.4667, abs=5.1e-5)


def test_a_late_second_near_miss_lowers_the_average():
    # section 9, D2: sec6/ip1, five non-relevant results, sec6/p1
    trees, grades = Elements([*PARENT, *[None] * 5], [*article().size, *[3] * 5]), GRADES
    short, long = [7, 10, 11, 12, 13, 14], [7, 10, 11, 12, 13, 14, 8]

    assert values("Aep", [short, long], trees, grades) == pytest.approx([0.45, 0.3476], abs=5.1e-5)
    assert values("Q", [short, long], trees, grades) == pytest.approx([0.475, 0.4343], abs=5.1e-5)


# -- inserted non-relevant results ------------------------------------------------------------


def padded(n):
    """The article and n documents without anything relevant."""
    return Elements([*PARENT, *[None] * n], [*article().size, *[7] * n])


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 10, 50, 100])
def test_inserted_between_the_relevant_ones(n):
    run = [6, *range(10, 10 + n), 2]

    assert values("Rmeasure", [run], padded(n))[0] == pytest.approx(0.5714, abs=5.1e-5)
    assert values("nxCG@2", [run], padded(n))[0] == pytest.approx(0.6667, abs=5.1e-5)
    assert values("ep@0.1", [run], padded(n))[0] == pytest.approx(1)


@pytest.mark.parametrize(
    ("measure", "percent"),
    [("Aep", 30.0), ("Q", 24.1), ("iAep(interpolation=inex2005)", 47.1), ("iAep", 48.2)],
)
def test_one_moved_before_the_first_relevant_one(measure, percent):
    before, after = values(measure, [[6, 10, 2], [10, 6, 2]], padded(1))

    assert 100 * (before - after) / before == pytest.approx(percent, abs=0.051)
