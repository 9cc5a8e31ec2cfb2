"""Edge cases of the cumulated gain of elements."""

from __future__ import annotations

import numpy as np
import pytest
from tests.helpers import grouped_options
from tests.reference.element_tables import (
    highlight_view_of,
    qrels_of,
    run_of,
    structure_of,
    view_of,
    view_without_structure,
)
from tests.reference.exact_elements import Elements

import partwise as pw
from partwise.measures import Aep, AnxCG, Q, Rmeasure, ep, gr, iAep, nxCG, xCG, xCI

# 0 holds 1 and 4; 1 holds 2 and 3; all leaves 10 characters
TREES = Elements([None, 0, 1, 1, 0], [30, 20, 10, 10, 10])
ALL = [
    xCG @ 3, nxCG @ 3, AnxCG @ 3, gr @ 3, ep @ 0.5, ep @ 1.0, Aep(), iAep(), Q(), Rmeasure(),
    Aep @ 2, iAep @ 2, Q @ 2,
]  # fmt: skip


def gains(run, grades, trees=TREES, **setting):
    """Gain of each rank: the steps of xCG."""
    view = view_of(trees, [(grades, run)])
    heights = [(xCG(**setting) @ k).values(view)[0] for k in range(1, len(run) + 1)]
    return np.diff(heights, prepend=0).tolist()


def notes(run, grades, measure):
    """Notes of an evaluation, as one text."""
    topics = [(grades, run)]
    tables = {"structure": structure_of(TREES), "order": "rank"}
    results = pw.evaluate(
        qrels_of(TREES, topics), run_of(TREES, topics), [measure], **grouped_options(**tables)
    )
    return " ".join(results.notes)


def test_unjudged_results_make_ancestors_partly_seen():
    # 3 is not judged, but half of 1 has been seen: its value is what is left in 2
    grades = {1: (3, 2), 2: (3, 3)}

    assert gains([3, 1], grades, quant="gen") == pytest.approx([0, 1 * 10 / 20])
    assert gains([1], grades, quant="gen") == pytest.approx([0.75])


def test_unjudged_results_make_descendants_fully_seen():
    assert gains([1, 2], {2: (3, 3)}) == [0, 0]
    assert gains([1, 2], {2: (3, 3)}, tolerance=0.5) == [0, 0.5]


def test_a_repeat_keeps_its_rank():
    grades, run = {2: (3, 3), 4: (3, 3)}, [2, 2, 4]

    assert gains(run, grades) == [1, 0, 1]
    note = "1 repeated result keeps its rank but adds nothing"
    assert note in notes(run, grades, nxCG @ 3)
    assert note not in notes([2, 4], grades, nxCG @ 3)


def test_a_repeat_with_tolerance_is_limited_by_the_budget():
    assert gains([2, 2], {2: (3, 3)}, tolerance=1) == [1, 0]
    assert gains([2, 2], {2: (3, 3)}, tolerance=1, norm="none") == [1, 1]


def test_a_repeat_in_the_full_recall_base_gains_nothing_more():
    assert gains([2, 2], {2: (3, 3)}, tolerance=1, ideal="full") == [1, 0]


def test_passages_gain_nothing_and_cover_nothing():
    assert gains([None, 2], {2: (3, 3)}) == [0, 1]
    # findings 3.12
    note = "1 result is not a single element and scores 0 in nxCG@3"
    assert note in notes([None, 2], {2: (3, 3)}, nxCG @ 3)


def test_gaps_in_the_grades_are_accepted():
    # the root and its grandchild are judged, the child between them is not
    assert gains([2, 1, 0], {0: (3, 1), 2: (3, 3)}) == pytest.approx([1, 0, 0])


def test_elements_of_size_zero_never_divide():
    trees = Elements([None, 0, 1], [0, 0, 0])
    for t in (0, 0.5, 1):
        earned = gains([2, 1, 0], {0: (3, 1), 2: (3, 3)}, trees, tolerance=t)
        assert earned[0] == 1
        assert np.isfinite(earned).all()


@pytest.mark.parametrize("measure", [*ALL, xCI @ 3], ids=repr)
def test_undefined_without_value(measure):
    # topic 1 has no relevant element, topic 2 none that strict values
    per_topic = [({}, [1, 2]), ({2: (2, 2)}, [1, 2])]

    assert np.isnan(measure.replace(quant="strict").values(view_of(TREES, per_topic))).all()


@pytest.mark.parametrize("measure", ALL, ids=repr)
def test_a_topic_without_results_is_worth_nothing(measure):
    view = view_of(TREES, [({2: (3, 3)}, []), ({2: (3, 3)}, [2])])
    empty, found = measure.values(view)

    assert empty == 0
    assert found > 0


def test_short_runs_and_short_ideals():
    view = view_of(TREES, [({2: (3, 3)}, [4, 2])])

    assert (xCG @ 100).values(view) == [1]
    assert (xCI @ 100).values(view) == [1]
    # nxCG 0 at rank 1, then 1: always k terms
    assert (AnxCG @ 10).values(view) == pytest.approx([0.9])


def test_a_level_that_is_not_reached():
    view = view_of(TREES, [({2: (3, 3), 4: (3, 3)}, [2])])

    assert (ep @ 0.5).values(view) == [1]
    assert (ep @ 0.51).values(view) == [0]


def test_above_the_ideal_without_norm():
    # rv 1, then the repeat counts in full again: 2 of 1
    view = view_of(TREES, [({2: (3, 3)}, [2, 2])])
    loose = {"norm": "none", "tolerance": 1}

    assert (nxCG(**loose) @ 2).values(view) == [2]
    assert (gr(**loose) @ 2).values(view) == [2]
    # Aep uses the ideal total: ranks 1/1 and 1/2
    assert Aep(**loose).values(view) == pytest.approx([(1 + 1 / 2) / 2])
    assert (nxCG(tolerance=1) @ 2).values(view) == [1]


# -- scales -----------------------------------------------------------------------------------


def test_shares_refuse_grades_and_the_other_way_round():
    shares = view_of(TREES, [({2: (2, 0.5)}, [2])], scale="share")
    grades = view_of(TREES, [({2: (2, 2)}, [2])])

    with pytest.raises(pw.MissingAssessmentError) as caught:
        (nxCG(quant="sog") @ 1).values(shares)
    assert str(caught.value) == (  # findings 5.25
        "nxCG(quant=sog): the assessments hold shares (s from 0 to 1), and sog needs grades "
        '(s from 0 to 3). Use quant=gen2005 or quant=spec, or scale="grade" if they are grades'
    )
    with pytest.raises(pw.MissingAssessmentError, match=r"quant=sog or quant=gen, or scale=.share"):
        (nxCG(quant="spec") @ 1).values(grades)


def test_default_quantisations():
    shares = view_of(TREES, [({2: (1, 0.5)}, [2])], scale="share")
    text = highlight_view_of(TREES, [([(0, 0, 5)], [2])])

    assert (xCG @ 1).values(shares) == [1 * 0.5 / 2]  # gen2005: e s / 2
    assert (xCG @ 1).values(text) == [0.5]  # spec: the share itself


def test_2005_quantisations_need_e():
    text = highlight_view_of(TREES, [([(0, 0, 5)], [2])])

    with pytest.raises(pw.MissingAssessmentError, match=r"no e.*gen2005 needs the exhaustivity"):
        (nxCG(quant="gen2005") @ 1).values(text)


def test_text_gain_needs_spec():
    with pytest.raises(pw.ParameterError, match="gain must be tree unless quant is spec"):
        nxCG(quant="gen2005", gain="text")
    with pytest.raises(pw.ParameterError, match="gain must be tree with quant=sog"):
        (nxCG(gain="text") @ 1).values(view_of(TREES, [({2: (2, 2)}, [2])]))


def test_some_elements_without_e_count_as_zero_with_a_note():
    qrels = pw.Qrels.from_columns(
        topic=["t0"] * 2, doc=["d0"] * 2, element=[None, "/x[1]/x[1]/x[1]"], start=[0, None],
        end=[5, None], e=[None, 2],
    )  # fmt: skip
    tables = {"structure": structure_of(TREES), "order": "rank"}
    run = run_of(TREES, [({}, [2, 1])])
    results = pw.evaluate(qrels, run, [xCG(quant="gen2005") @ 2], **grouped_options(**tables))

    # 2 has e = 2 and half of its text: e s / 2
    assert results.table.ravel().tolist() == [0.5]
    assert any("no e" in note for note in results.notes)


def test_values_above_one_are_told():
    assert "exceed 1" not in notes([2, 2], {2: (3, 3)}, nxCG @ 2)
    assert "exceed 1" not in notes([2, 4], {2: (3, 3)}, nxCG(norm="none") @ 2)
    assert "exceed 1" in notes([2, 2], {2: (3, 3)}, nxCG(norm="none", tolerance=1) @ 2)


@pytest.mark.parametrize("measure", ALL, ids=repr)
def test_needs_the_trees(measure):
    view = view_without_structure(TREES, [({2: (3, 3)}, [2])])

    with pytest.raises(pw.UsageError, match=f"{measure.label()} needs the element trees"):
        measure.values(view)
