"""Gains, settings and terms of cumulated gain, on a root with three leaves; two are ideal."""

from __future__ import annotations

import pytest
from tests.measures.worlds import elements

from partwise.errors import PartwiseError
from partwise.measures import Aep, Q, ep, gr, nxCG, xCG
from partwise.measures.xcg import FindsMeasure, ShareMeasure

KINDS = [nxCG, xCG, gr, Q, ep, Aep]


def test_gains_are_shared_between_measures():
    view = elements()

    assert nxCG().gains(view) is (gr() @ 5).gains(view)
    assert nxCG(tolerance=1.0).gains(view) is not nxCG().gains(view)


@pytest.mark.parametrize("kind", KINDS)
def test_only_bounded_gains_stay_below_one(kind):
    assert not kind(norm="bounded").exceeds()
    assert kind(norm="literal").exceeds()
    assert kind(norm="none").exceeds()


def test_the_setting_of_a_measure():
    setting = nxCG(quant="strict", tolerance=0.5, norm="none", ideal="full", gain="tree").setting

    assert (setting.quant, setting.tolerance, setting.norm) == ("strict", 0.5, "none")
    assert (setting.ideal, setting.gain) == ("full", "tree")
    assert nxCG().setting != setting


@pytest.mark.parametrize(("kind", "missing"), [(ShareMeasure, "share"), (FindsMeasure, "at_finds")])
def test_a_measure_says_what_its_value_is(kind, missing):
    silent = type("Silent", (kind,), {"__doc__": "Nothing.", "__annotations__": {}})

    with pytest.raises(PartwiseError, match=rf"Silent does not define {missing}\(\)"):
        (silent() @ 3).values(elements())


def test_terms_are_asked_of_results_that_earn():
    # 3 earns nothing; 1 does, and 2 is missed: one term of two
    class Half(FindsMeasure):
        """Half a point for every find."""

        def at_finds(self, gains, at):
            assert gains.rank[at].tolist() == [2]
            return 0.5 + 0 * gains.gain[at]

    assert Half().values(elements())[0] == pytest.approx(0.5 / 2)
    assert (Half() @ 1).values(elements())[0] == 0
