"""Worked values of precision at recall levels, on a root with leaves 1, 2 and 3.

With w = recall level x recall-base, j irrelevant results before the rank that reaches it, and s
still wanted there of r relevant and i irrelevant: w / (w + j + s x i / (r + 1)).
"""

from __future__ import annotations

import pytest
from tests.measures.worlds import edges, elements, value
from tests.reference.element_tables import view_of, view_without_structure
from tests.reference.exact_elements import Elements

import partwise as pw

TREES = Elements([None, 0, 0, 0], [30, 10, 10, 10])
GRADES = {1: (3, 3), 2: (2, 2)}
"""gen: 1 and .5, 1.5 together; strict: 1 and 0."""

AFTER_3_AND_1 = 1.5 / (1.5 + 1 + 0.5 * 0.5 / (0.5 + 1))
"""Level 1 at the third result, of which .5 is relevant and .5 is not; j = 1 for leaf 3."""


def ranked(run, ranks=None, grades=GRADES):
    # overlap plays no part, and so the trees are not needed
    return view_without_structure(TREES, [(grades, run)], ranks and [ranks])


LISTED = [
    ("Precall@0.5", [3, 1, 2], 0.75 / (0.75 + 1)),
    ("Precall@0.66", [3, 1, 2], 0.99 / (0.99 + 1)),
    ("Precall@1.0", [3, 1, 2], AFTER_3_AND_1),
    # a repeated element is one more irrelevant result
    ("Precall@0.5", [3, 1, 1, 2], 0.75 / (0.75 + 1)),
    ("Precall@1.0", [3, 1, 1, 2], 1.5 / (1.5 + 2 + 0.5 * 0.5 / (0.5 + 1))),
    # not reached: 0, or a last rank of 4 - 2 elements with .5 relevant and 1.5 irrelevant
    ("Precall@0.67", [3, 1], 0),
    ("Precall@1.0", [3, 1], 0),
    ("Precall(collection=4)@1.0", [3, 1], 1.5 / (1.5 + 1 + 0.5 * 1.5 / (0.5 + 1))),
    # a repeat leaves as many, a result that is no element one more
    ("Precall(collection=4)@1.0", [3, 1, 1], 1.5 / (1.5 + 2 + 0.5 * 1.5 / (0.5 + 1))),
    ("Precall(collection=4)@1.0", [None, 1], 1.5 / (1.5 + 1 + 0.5 * 2.5 / (0.5 + 1))),
    # strict values leaf 1 only
    ("Precall(quant=strict)@1.0", [3, 1, 2], 1 / (1 + 1)),
    ("Precall(quant=gen)@1.0", [3, 1, 2], AFTER_3_AND_1),
    # the first two results find 1 of 1.5, as far as level .66; the recall-base stays the topic's
    (
        "APrecall@2",
        [3, 1, 2],
        sum(1.5 * p / 100 / (1.5 * p / 100 + 1) for p in range(1, 67)) / 100,
    ),
]


@pytest.mark.parametrize(("measure", "run", "expected"), LISTED)
def test_worked_values(measure, run, expected):
    assert value(measure, ranked(run)) == pytest.approx(expected)


def test_a_cutoff_beyond_the_list_changes_nothing():
    assert value("APrecall@9", ranked([3, 1, 2])) == value("APrecall", ranked([3, 1, 2]))


def test_overlap_plays_no_part():
    # the root is worth .25 although leaf 1 was shown before: 1.25 in all
    root_and_leaf = ranked([1, 0], grades={0: (1, 1), 1: (3, 3)})

    assert value("Precall@0.8", root_and_leaf) == 1
    last = 1.25 / (1.25 + 0 + 0.25 * 0.75 / (0.25 + 1))
    assert value("Precall@1.0", root_and_leaf) == pytest.approx(last)


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        # leaves 3 and 1 are one rank with r = 1 and i = 1
        ("Precall@0.5", 0.75 / (0.75 + 0 + 0.75 * 1 / (1 + 1))),
        ("Precall@1.0", AFTER_3_AND_1),
        # the place in the document breaks the tie: 1 before 3
        ("Precall(ties=order)@0.5", 1),
        ("Precall(ties=order)@1.0", AFTER_3_AND_1),
    ],
)
def test_tied_results_may_be_one_rank(measure, expected):
    assert value(measure, ranked([3, 1, 2], [1, 1, 2])) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        # leaves (3, 3) and (1, 2); without overlap removed, gen gives 1 and .25, 1.25 in all
        ("Precall(quant=gen)@0.8", 1 / (1 + 1)),
        ("Precall(quant=gen)@0.81", 0),
        ("Precall@0.8", 1 / (1 + 1)),
        ("Precall@0.81", 0),
        ("Precall(quant=strict)@0.81", 0.81 / (0.81 + 1)),
        ("Precall(quant=strict)@1.0", 1 / (1 + 1)),
    ],
)
def test_the_recall_base_holds_all_assessed_elements(measure, expected):
    view = elements(grades={1: (3, 3), 2: (1, 2)})

    assert value(measure, view) == pytest.approx(expected)
    # nothing is relevant in the second topic; the third returns nothing
    assert edges(measure, view) == pytest.approx((float("nan"), 0), nan_ok=True)


def test_shares_need_highlights():
    with pytest.raises(pw.PartwiseError, match=r"Precall\(quant=spec\)"):
        value("Precall(quant=spec)@0.5", view_of(TREES, [(GRADES, [1])]))


@pytest.mark.parametrize("name", ["Precall", "APrecall"])
def test_parameters_of_the_family(name):
    level = "@0.5" if name == "Precall" else ""
    measure = pw.parse(f"{name}(quant=strict, collection=9){level}")

    assert (measure.quant, measure.collection) == ("strict", 9)
    assert type(measure)(collection=1).collection == 1
    with pytest.raises(pw.ParameterError, match="collection"):
        type(measure)(collection=0)
    with pytest.raises(pw.ParameterError, match="quant"):
        type(measure)(quant="wrong")
