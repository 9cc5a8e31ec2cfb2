"""Worked values of readers who do not navigate; c, d, a and b are returned, a and b are ideal."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, leading, navigated, value

import partwise as pw
from partwise.measures import EPRUM, PRUM

WORKED = [
    # the ideals stand at ranks 3 and 4: r over the rank of the r-th
    ("PRUM(r=1, nav=NoNav, elements=4)", leading(), 1 / 3),
    ("PRUM(r=2, nav=NoNav, elements=4)", leading(), 2 / 4),
    # the list has both ideals: elements outside it change nothing
    ("PRUM(r=1, nav=NoNav, elements=9)", leading(), 1 / 3),
    ("PRUM(r=2, nav=NoNav, elements=9)", leading(), 2 / 4),
    # after two ranks both of m = 2 ideals are among u = 8 elements in any order: each takes
    # 1 + (u - m) / (m + 1) = 3 more
    ("PRUM(r=1, nav=NoNav, elements=10)@2", leading(), 1 / (2 + 3)),
    ("PRUM(r=2, nav=NoNav, elements=10)@2", leading(), 2 / (2 + 2 * 3)),
    # after three, the other ideal is among 7: 1 + (7 - 1) / (1 + 1) = 4 more
    ("PRUM(r=1, nav=NoNav, elements=10)@3", leading(), 1 / 3),
    ("PRUM(r=2, nav=NoNav, elements=10)@3", leading(), 2 / (3 + 4)),
    # c and b leave 8 elements, c twice leaves 9; a is one of them
    ("PRUM(r=1, nav=NoNav, elements=10)", navigated(["c", "b"], ["a"]), 1 / (2 + 1 + 7 / 2)),
    ("PRUM(r=1, nav=NoNav, elements=10)", navigated(["c", "c"], ["a"]), 1 / (2 + 1 + 8 / 2)),
    # nothing but ideals: never above 1
    ("PRUM(r=1, nav=NoNav, elements=2)", navigated(["a", "b"], ["a", "b"]), 1),
    ("PRUM(r=2, nav=NoNav, elements=2)", navigated(["a", "b"], ["a", "b"]), 1),
    # levels 0 and .5 want one ideal, .6 wants both
    ("EPRUM(nav=NoNav)@0.0", leading(), 1 / 3),
    ("EPRUM(nav=NoNav)@0.5", leading(), 1 / 3),
    ("EPRUM(nav=NoNav)@0.6", leading(), 2 / 4),
]


@pytest.mark.parametrize(("measure", "view", "expected"), WORKED)
def test_worked_values(measure, view, expected):
    assert value(measure, view) == pytest.approx(expected)


@pytest.mark.parametrize(("elements", "expected"), [(4, 3 / 5), (9, 3 / 10), (10, 3 / 11)])
def test_an_empty_list_is_the_collection_in_any_order(elements, expected):
    # (m + 1) / (elements + 1) with m = 2 ideals
    undefined, empty = edges(f"PRUM(r=1, nav=NoNav, elements={elements})", leading())
    assert isnan(undefined)
    assert empty == pytest.approx(expected)


@pytest.mark.parametrize("cutoff", ["", "@2", "@3"])
def test_fewer_elements_than_there_are(cutoff):
    # results down to the cutoff, and the ideals below it
    assert value(f"PRUM(r=1, nav=NoNav, elements=4){cutoff}", leading()) > 0
    with pytest.raises(pw.ParameterError) as caught:
        value(f"PRUM(r=1, nav=NoNav, elements=3){cutoff}", leading())
    assert "at least 4, the results and unlisted ideals of topic case" in str(caught.value)


def test_the_size_of_the_collection_is_needed():
    with pytest.raises(pw.UsageError, match=r"structure|inventory"):
        value("PRUM(r=1, nav=NoNav)", leading())


def test_readers_of_every_strictness():
    """Grades 1 and 4: a quarter of the readers wants both, the others only the better one."""
    qrels = pw.Qrels.from_columns(
        topic=["t", "t", "u", "v"], doc=["d"] * 4, element=["a", "b", "a", "b"], grade=[1, 4, 0, 2]
    )
    run = pw.Run.from_columns(
        topic=["t"] * 3 + ["v"] * 2, doc=["d"] * 5, element=["a", "c", "b", "a", "b"],
        rank=[1, 2, 3, 1, 2],
    )  # fmt: skip
    measure = pw.parse("APRUM(nav=NoNav, elements=3, rel=value)")
    graded, ungraded, single = measure.values(pw.View.of(qrels, run))

    # both: precision 1 at rank 1, 2/3 at rank 3; the better one alone: 1/3 at rank 3
    assert graded == pytest.approx(1 / 4 * (1 + 2 / 3) / 2 + 3 / 4 * 1 / 3)
    assert isnan(ungraded)
    assert single == pytest.approx(1 / 2)  # one ideal, one grade


@pytest.mark.parametrize("kind", [EPRUM, PRUM])
def test_a_recall_value_or_a_recall_level(kind):
    for measure in (kind(), kind() @ 5):
        with pytest.raises(pw.PartwiseError, match="needs a recall level or a recall value"):
            measure.complete()
    assert repr((kind(r=2) @ 5).complete()) == f"{kind.__name__}(r=2)@5"
    assert repr((kind() @ 0.5).complete()) == f"{kind.__name__}@0.5"
    with pytest.raises(pw.PartwiseError, match=r"r must be left out with the recall level 0\.5"):
        (kind(r=1) @ 0.5).complete()


@pytest.mark.parametrize("kind", [EPRUM, PRUM])
def test_readers_of_different_strictness_want_a_level(kind):
    with pytest.raises(pw.PartwiseError, match=r"rel must be binary with r=2; readers of diff"):
        kind(r=2, rel="value")
    assert repr((kind(rel="value") @ 0.5).complete()) == f"{kind.__name__}(rel=value)@0.5"


def test_models_whose_chances_depend_on_each_other_are_refused():
    with pytest.raises(pw.PartwiseError, match="AEPRUM"):
        pw.parse("AEPRUM(nav=T2I)")
