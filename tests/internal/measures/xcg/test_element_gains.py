"""Gains of rankings of elements, on a root (0) that holds 1 and 4; 1 holds 2 and 3."""

from __future__ import annotations

import pytest
from tests.reference.element_tables import (
    highlight_view_of,
    run_of,
    structure_of,
    view_of,
    view_without_structure,
)
from tests.reference.exact_elements import Elements

from partwise.errors import ParameterError, PartwiseError
from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.measures import Aep, AnxCG, Q, Rmeasure, ep, gr, iAep, nxCG, xCG
from partwise.measures import xcg_gains as element_gains
from partwise.measures.xcg_gains import (
    Setting,
    _chosen_gain,
    cumulated_gain,
    ideal_ranking,
)
from partwise.tables.qrels import Qrels

TREES = Elements([None, 0, 1, 1, 0], [30, 20, 10, 10, 10])


def view(run=(4, 2)):
    return view_of(TREES, [({1: (3, 2), 2: (3, 3), 4: (2, 2)}, list(run))])


@pytest.mark.parametrize(
    ("setting", "ideal"),
    [
        # sog: 1 has .75, 2 has 1, 4 has .5; of the path 1, 2 the better one is ideal
        (Setting(), [1, 1.5]),
        (Setting(quant="gen"), [1, 1.5]),
        (Setting(quant="strict"), [1]),
        (Setting(ideal="full"), [1, 1.75, 2.25]),
        (Setting(quant={(2, 2): 0.25}), [0.25]),
    ],
)
def test_the_ideal_ranking(setting, ideal):
    assert ideal_ranking(view(), setting).curves.height.tolist() == pytest.approx(ideal)
    assert cumulated_gain(view(), setting).ideal.height.tolist() == pytest.approx(ideal)


@pytest.mark.parametrize(
    ("run", "setting", "gain"),
    [
        ((4, 2), Setting(), [0.5, 1]),
        # 1 is a near miss with .75; what is left of its ideal element is .25
        ((1, 2), Setting(), [0.75, 0]),
        ((1, 2), Setting(tolerance=1.0), [0.75, 0.25]),
        ((1, 2), Setting(tolerance=1.0, norm="none"), [0.75, 1]),
        ((3, 0), Setting(), [0, 0]),
        ((None, 4), Setting(), [0, 0.5]),
    ],
)
def test_gains_by_hand(run, setting, gain):
    found = cumulated_gain(view(run), setting)

    assert found.gain.tolist() == pytest.approx(gain)
    assert found.bounded == (setting.norm == "bounded")


def test_gains_are_made_once_per_setting():
    known = view()

    assert cumulated_gain(known, Setting()) is cumulated_gain(known, Setting(owner="nxCG"))
    assert cumulated_gain(known, Setting()) is cumulated_gain(known, Setting(quant="sog"))
    assert cumulated_gain(known, Setting(tolerance=0.5)) is not cumulated_gain(known, Setting())
    assert ideal_ranking(known, Setting()) is ideal_ranking(known, Setting(tolerance=0.5))
    assert ideal_ranking(known, Setting()) is ideal_ranking(known, Setting(quant="sog"))
    one, other = (Setting(quant={(2, 2): value}) for value in (0.25, 0.5))
    assert ideal_ranking(known, one) is not ideal_ranking(known, other)
    assert cumulated_gain(known, one) is not cumulated_gain(known, other)


def test_gains_are_computed_once_a_setting(monkeypatch):
    calls = []
    original = element_gains.near_miss_gains
    monkeypatch.setattr(
        element_gains, "near_miss_gains", lambda *a, **k: calls.append(1) or original(*a, **k)
    )
    seen = view()
    for measure in (xCG @ 3, nxCG @ 3, AnxCG @ 3, gr @ 3, ep @ 0.5, Aep(), iAep(), Rmeasure()):
        measure.values(seen)
    for measure in (Aep @ 2, iAep @ 2, Q(), Q @ 2, nxCG(quant="sog") @ 5):
        measure.values(seen)
    assert len(calls) == 1

    (nxCG(tolerance=0.5) @ 5).values(seen)
    assert len(calls) == 2


def test_text_gain_on_highlights():
    # highlighted are the 10 characters of 2: half of 1 and a third of the root
    highlighted = highlight_view_of(TREES, [([(0, 0, 10)], [1, 2])])

    text, tree = (cumulated_gain(highlighted, Setting(gain=gain)) for gain in ("text", "tree"))

    assert text.gain.tolist() == pytest.approx([0.5, 0])
    assert cumulated_gain(highlighted, Setting()) is text
    # 2 was seen in 1: half of its 10 characters count
    again = cumulated_gain(highlighted, Setting(tolerance=0.5, norm="none"))
    assert again.gain.tolist() == pytest.approx([0.5, 0.5])
    assert tree is not text
    with pytest.raises(ParameterError, match="tree with quant=sog"):
        cumulated_gain(view(), Setting(gain="text"))


def test_element_trees_are_needed():
    with pytest.raises(PartwiseError, match="nxCG"):
        cumulated_gain(view_without_structure(TREES, [({2: (3, 3)}, [2])]), Setting(owner="nxCG"))
    with pytest.raises(PartwiseError, match="nxCG"):
        ideal_ranking(view_without_structure(TREES, [({2: (3, 3)}, [2])]), Setting(owner="nxCG"))


def test_text_gain_of_roots_and_of_single_characters():
    # a third of the root is highlighted, and all of its first child, which is one character
    small = Elements([None, 0, 0], [3, 1, 2])
    for run, gain in (([1, 0], [1, 0]), ([0, 1], [1 / 3, 0]), ([2, 1], [0, 1]), ([0], [1 / 3])):
        seen = highlight_view_of(small, [([(0, 0, 1)], run)])
        assert cumulated_gain(seen, Setting(gain="text")).gain.tolist() == pytest.approx(gain)


def test_text_gain_looks_at_highlights_where_rows_give_shares_too():
    # the row says that half of 4 is relevant; highlighted are the 10 characters of 2
    qrels = Qrels.from_columns(
        topic=["t", "t"], doc=["d0", "d0"], element=["/x[1]/x[2]", None], start=[None, 0],
        end=[None, 10], e=[2, None], s=[0.5, None], scale="share",
    )  # fmt: skip
    ranked = run_of(TREES, [({}, [2, 4])])
    mixed = View(Assessments(qrels, structure=structure_of(TREES)), ranked, order="rank")
    text, tree = (Setting(quant="spec", gain=gain) for gain in ("text", "tree"))

    assert ideal_ranking(mixed, text, text=True).curves.height.tolist() == [1.0]
    assert ideal_ranking(mixed, tree).curves.height.tolist() == [0.5]


def test_the_gain_that_is_taken_where_none_is_asked_for():
    assert _chosen_gain(Setting(), "spec", highlighted=True) == "text"
    assert _chosen_gain(Setting(), "spec", highlighted=False) == "tree"
    assert _chosen_gain(Setting(), "sog", highlighted=True) == "tree"
    assert _chosen_gain(Setting(gain="tree"), "spec", highlighted=True) == "tree"
