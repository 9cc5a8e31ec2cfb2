"""Worked gains of near misses, on a root (0) that holds 1 and 4; 1 holds 2 and 3.

sog: 1 is worth .75, 2 is worth 1 and 4 is worth .5.
"""

from __future__ import annotations

import pytest
from tests.measures.worlds import value
from tests.reference.element_tables import (
    highlight_view_of,
    run_of,
    structure_of,
    view_of,
    view_without_structure,
)
from tests.reference.exact_elements import Elements

import partwise as pw

TREES = Elements([None, 0, 1, 1, 0], [30, 20, 10, 10, 10])
GRADES = {1: (3, 2), 2: (3, 3), 4: (2, 2)}


def view(ranked=(4, 2)):
    return view_of(TREES, [(GRADES, list(ranked))])


def heights(measure, seen, depth):
    """Values of a measure at ranks 1, 2, ...; its parameters are left open."""
    return [value(f"{measure}@{k}", seen) for k in range(1, depth + 1)]


@pytest.mark.parametrize(
    ("setting", "ideal"),
    [
        # of the path 1, 2 the better one is ideal
        ("", [1, 1.5, 1.5]),
        ("(quant=gen)", [1, 1.5, 1.5]),
        ("(quant=strict)", [1, 1, 1]),
        ("(ideal=full)", [1, 1.75, 2.25]),
        ("(quant={(2, 2): 0.25})", [0.25, 0.25, 0.25]),
    ],
)
def test_the_ideal_ranking(setting, ideal):
    assert heights(f"xCI{setting}", view(), 3) == pytest.approx(ideal)
    # the ideal ranking is what gains are divided by
    gained, share = (value(f"{name}{setting}@1", view([2, 4])) for name in ("xCG", "gr"))
    assert gained == pytest.approx(share * ideal[-1])


@pytest.mark.parametrize(
    ("ranked", "setting", "cumulated"),
    [
        ((4, 2), "", [0.5, 1.5]),
        # 1 is a near miss with .75; what is left of its ideal element is .25
        ((1, 2), "", [0.75, 0.75]),
        ((1, 2), "(tolerance=1.0)", [0.75, 0.75 + 0.25]),
        ((1, 2), "(tolerance=1.0, norm=none)", [0.75, 0.75 + 1]),
        ((3, 0), "", [0, 0]),
        ((None, 4), "", [0, 0.5]),
    ],
)
def test_gains_by_hand(ranked, setting, cumulated):
    assert heights(f"xCG{setting}", view(ranked), 2) == pytest.approx(cumulated)


def test_an_ideal_element_that_two_results_touch_is_found_once():
    # .75 and .25 of ideal 2, which the ideal ranking has at ranks .75 and 1; 4 is missed
    assert value("Aep(tolerance=1)", view([1, 2])) == pytest.approx((0.75 / 1 + 1 / 2 + 0) / 3)


@pytest.mark.parametrize(
    ("measure", "cumulated"),
    [
        # highlighted are the 10 characters of 2: half of 1 and a third of the root
        ("xCG(gain=text)", [0.5, 0.5]),
        ("xCG", [0.5, 0.5]),
        # 2 was seen in 1: half of its 10 characters count
        ("xCG(tolerance=0.5, norm=none)", [0.5, 0.5 + 0.5]),
    ],
)
def test_text_gain_on_highlights(measure, cumulated):
    highlighted = highlight_view_of(TREES, [([(0, 0, 10)], [1, 2])])

    assert heights(measure, highlighted, 2) == pytest.approx(cumulated)


OWN_TEXT = Elements([None, 0], [30, 10])
"""20 characters of the root lie in no child."""


@pytest.mark.parametrize(
    ("measure", "cumulated"),
    [
        # highlighted are the child and 10 of the root's own 20 characters: a third is new
        ("xCG(norm=none)", [1, 1 + 10 / 30]),
        ("xCG(norm=none, gain=text)", [1, 1 + 10 / 30]),
        # by children: all that the root's child is worth was seen
        ("xCG(norm=none, gain=tree)", [1, 1]),
    ],
)
def test_the_gain_where_none_is_given(measure, cumulated):
    highlighted = highlight_view_of(OWN_TEXT, [([(0, 0, 20)], [1, 0])])

    assert heights(measure, highlighted, 2) == pytest.approx(cumulated)


def test_text_gain_needs_shares():
    with pytest.raises(pw.ParameterError, match="tree with quant=sog"):
        value("nxCG(gain=text)@1", view())


SMALL = Elements([None, 0, 0], [3, 1, 2])


@pytest.mark.parametrize(
    ("ranked", "cumulated"),
    [([1, 0], [1, 1]), ([0, 1], [1 / 3, 1 / 3]), ([2, 1], [0, 1]), ([0], [1 / 3])],
)
def test_text_gain_of_roots_and_of_single_characters(ranked, cumulated):
    # a third of the root is highlighted, and all of its first child, which is one character
    seen = highlight_view_of(SMALL, [([(0, 0, 1)], ranked)])

    assert heights("xCG(gain=text)", seen, len(ranked)) == pytest.approx(cumulated)


def test_text_gain_looks_at_highlights_where_rows_give_shares_too():
    # the row says that half of 4 is relevant; highlighted are the 10 characters of 2
    qrels = pw.Qrels.from_columns(
        topic=["t0", "t0"], doc=["d0", "d0"], element=["/x[1]/x[2]", None], start=[None, 0],
        end=[None, 10], e=[2, None], s=[0.5, None], scale="share",
    )  # fmt: skip
    ranked = run_of(TREES, [({}, [2, 4])])
    mixed = pw.View.of(qrels, ranked, structure=structure_of(TREES), order="rank")

    assert heights("xCG(quant=spec, gain=text)", mixed, 2) == [1, 1]
    assert heights("gr(quant=spec, gain=text)", mixed, 2) == [1, 1]
    assert heights("xCG(quant=spec, gain=tree)", mixed, 2) == [0, 0.5]
    assert heights("gr(quant=spec, gain=tree)", mixed, 2) == [0, 1]


@pytest.mark.parametrize("measure", ["nxCG@1", "xCI@1"])
def test_element_trees_are_needed(measure):
    with pytest.raises(pw.PartwiseError, match=measure.partition("@")[0]):
        value(measure, view_without_structure(TREES, [({2: (3, 3)}, [2])]))
