"""Edge cases of Precall, GRP and inex_eval."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import examples
from tests.reference.element_tables import (
    highlight_view_of,
    qrels_of,
    run_of,
    view_without_structure,
)
from tests.reference.exact_elements import Elements

import partwise as pw
from partwise.measures import APrecall, Precall

TREES = Elements([None, 0, 0], [20, 10, 10])


def test_by_hand():
    # q = .75 at rank 2, one irrelevant result before: w = .375, j = 1, s = .375, r = .75, i = .25
    view = view_without_structure(TREES, [({1: (3, 2)}, [2, 1])])

    value = 0.375 / (0.375 + 1 + 0.375 * 0.25 / 1.75)
    assert (Precall @ 0.5).values(view) == pytest.approx([value])


def test_a_repeat_counts_nothing():
    view = view_without_structure(TREES, [({1: (3, 3), 2: (3, 3)}, [1, 1, 2])])

    # w = 2 at rank 3 with the repeat as one irrelevant result
    assert (Precall @ 1.0).values(view) == pytest.approx([2 / 3])


def test_an_empty_run_is_one_rank_of_the_whole_collection():
    # w = 1, j = 0, s = 1, r = 1, i = 99
    view = view_without_structure(TREES, [({1: (3, 3)}, []), ({1: (3, 3)}, [1])])

    assert (Precall(collection=100) @ 1.0).values(view) == pytest.approx([1 / (1 + 99 / 2), 1])
    assert (Precall @ 1.0).values(view).tolist() == [0, 1]
    assert APrecall().values(view).tolist() == [0, 1]


def test_a_collection_smaller_than_the_run():
    view = view_without_structure(TREES, [({1: (3, 3)}, [0, 2])])

    assert (Precall(collection=2) @ 1.0).values(view) == pytest.approx([1 / 3])


def test_undefined():
    view = view_without_structure(TREES, [({}, [1]), ({1: (1, 1)}, [1])])

    assert np.isnan((Precall(quant="strict") @ 0.5).values(view)).all()


def test_a_document_is_its_root_whatever_it_is_called():
    qrels = pw.Qrels.from_columns(
        topic=["t", "t", "u"], doc=["d"] * 3, element=["/article[1]", "/article[1]/p[1]", None],
        e=[3] * 3, s=[3] * 3, missing="document",
    )  # fmt: skip
    run = pw.Run.from_columns(
        topic=["t", "t", "t", "u"], doc=["d"] * 4,
        element=[None, "/article[1]", "/article[1]/p[1]", "/article[1]"],
        rank=[1, 2, 3, 1], missing="document",
    )  # fmt: skip
    view = pw.View.of(qrels, run, order="rank")

    # t: w = 1 is found at rank 1; w = 2 at rank 3, after the repeat as one irrelevant result
    assert (Precall @ 0.5).values(view).tolist() == [1, 1]
    assert (Precall @ 1.0).values(view).tolist() == pytest.approx([2 / (2 + 1), 1])


def test_highlights():
    # shares 1/4, 1/2, 0 of root and children
    view = highlight_view_of(TREES, [([(0, 0, 5)], [1, 0])])

    # w = .75: found .5 before rank 2, where r = .25, i = .75 and s = .25
    value = 0.75 / (0.75 + 0.5 + 0.25 * 0.75 / 1.25)
    assert (Precall @ 1.0).values(view) == pytest.approx([value])


FIVE = Elements([None, 0, 0, 0, 0, 0], [50, 10, 10, 10, 10, 10])
"""Elements 1 to 5 are a, x, b, y, z."""


@pytest.mark.parametrize(
    ("ranks", "values"),
    [
        # {a, x}: w = .75, s = .75, r = 1, i = 1; {b, y, z}: w = 1.5, j = 1, s = r = .5, i = 2.5
        ([1, 1, 2, 2, 2], [2 / 3, 1.5 / (1.5 + 1 + 0.5 * 2.5 / 1.5), 0.600008]),
        ([1, 2, 3, 4, 5], [1, 1.5 / (1.5 + 1 + 0.5 * 0.5 / 1.5), 0.841727]),
    ],
)
def test_results_share_a_rank(ranks, values):
    # findings 2.1
    view = view_without_structure(FIVE, [({1: (3, 3), 3: (2, 2)}, [1, 2, 3, 4, 5])], [ranks])

    found = [float(m.values(view)[0]) for m in (Precall @ 0.5, Precall @ 1.0, APrecall())]
    assert found == pytest.approx(values, abs=5e-7)
    assert found[1] == pytest.approx(9 / 20 if ranks[1] == 1 else 9 / 16)
    listed = view_without_structure(FIVE, [({1: (3, 3), 3: (2, 2)}, [1, 2, 3, 4, 5])])
    for measure in (Precall(ties="order") @ 1.0, APrecall(ties="order")):
        assert measure.values(view).tolist() == measure.values(listed).tolist()


def test_a_repeat_is_irrelevant_inside_its_rank():
    # findings 2.1: r = 1, i = 1 although both results are relevant alone
    view = view_without_structure(TREES, [({1: (3, 3)}, [1, 1])], [[1, 1]])

    assert (Precall @ 1.0).values(view) == pytest.approx([2 / 3])


def test_a_cutoff_parts_a_rank():
    # findings 2.1: the first result of the rank is the only one retrieved
    view = view_without_structure(TREES, [({1: (3, 3)}, [1, 2])], [[1, 1]])

    assert (APrecall() @ 1).values(view).tolist() == [1]
    assert APrecall().values(view) == pytest.approx([2 / 3])


def test_lines_do_not_share_a_rank():
    # findings 2.1: neither scores nor ranks, or the order of the file asked for
    columns = {"topic": ["t", "t"], "doc": ["d", "d"], "element": ["/x[1]/x[1]", "/x[1]/x[2]"]}
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], element=["/x[1]/x[1]"], e=[3], s=[3])

    for run, order, value in (
        (pw.Run.from_columns(**columns), None, 1),
        (pw.Run.from_columns(**columns, score=[1, 1]), "file", 1),
        (pw.Run.from_columns(**columns, score=[1, 1]), None, 2 / 3),
    ):
        assert (Precall @ 1.0).values(pw.View.of(qrels, run, order=order)) == pytest.approx([value])


def test_the_note_on_ties_names_measures_that_share_ranks():
    # findings 2.1
    topics = [({1: (3, 3)}, [1, 2])]
    qrels, run = qrels_of(TREES, topics), run_of(TREES, topics, [[1, 1]])

    results = pw.evaluate(
        qrels, run, [Precall @ 0.5, APrecall(ties="order")], reading=pw.Reading(order="rank")
    )

    notes = " ".join(results.notes)
    assert "Precall@0.5: tied results share a rank" in notes
    assert "APrecall" not in notes


@settings(max_examples=examples(40), deadline=None)
@given(
    st.sets(st.integers(1, 5), min_size=1),
    st.permutations([1, 2, 3, 4, 5]),
    st.lists(st.booleans(), min_size=4, max_size=4),
)
def test_tied_results_in_every_order(relevant, listed, opens):
    # expected irrelevant results in front of the last relevant one, over all orders of each rank
    ranks = [1 + sum(opens[:at]) for at in range(5)]
    view = view_without_structure(FIVE, [(dict.fromkeys(relevant, (3, 3)), listed)], [ranks])
    tied = [
        [e for e, r in zip(listed, ranks, strict=True) if r == rank] for rank in sorted({*ranks})
    ]
    waits = []
    for orders in product(*(permutations(rank) for rank in tied)):
        order = [element for rank in orders for element in rank]
        last = max(at for at, element in enumerate(order) if element in relevant)
        waits.append(last + 1 - len(relevant))
    expected = len(relevant) / (len(relevant) + Fraction(sum(waits), len(waits)))

    assert (Precall @ 1.0).values(view) == pytest.approx([float(expected)], abs=1e-12)
