from __future__ import annotations

import numpy as np
import pytest
from tests.users.places import from_first, passages

from partwise.errors import PartwiseError
from partwise.language.component import param
from partwise.language.fields import AUTO
from partwise.measures.characters import CharP
from partwise.measures.prum import PRUM
from partwise.users.base import Navigation, with_default
from partwise.users.combined import NoNav
from partwise.users.reading import T2I


def test_a_model_without_a_chance_says_so():
    class Idle(Navigation):
        """Forgot to say how readers move."""

    nodes = passages((0, 1))
    with pytest.raises(PartwiseError, match=r"Idle does not define chance\(\)"):
        Idle().chance(nodes, nodes)
    with pytest.raises(PartwiseError, match=r"does not define visits\(\)"):
        Idle().visits(nodes, nodes)
    assert Idle().row_sum(nodes) is None


def test_a_model_of_ones_own():
    class Nearby(Navigation):
        """Readers look at what starts close by."""

        far: int = param(10, low=0)

        def chance(self, x, y):
            return np.where(np.abs(x.start - y.start) <= self.far, 0.5, 0.0)

    nodes = passages((10, 20), (20, 30), (21, 30), (0, 5))
    assert from_first(Nearby(), nodes) == [0.5, 0, 0.5]
    assert from_first(Nearby(far=0), nodes) == [0, 0, 0]
    assert (Nearby.family_class(), Nearby().native) == (Navigation, "reach")
    assert (Nearby.normalise, Nearby.complete) == ("cap", False)
    assert repr(PRUM(nav=Nearby(far=3)) @ 0.1) == "PRUM(nav=Nearby(far=3))@0.1"
    assert (Nearby.across, Nearby().combined) == (False, ())


def test_what_a_measure_leaves_open_is_filled():
    filled = with_default(PRUM() @ 0.1, "nav", T2I(300))

    assert filled == PRUM(nav=T2I(300)) @ 0.1
    assert PRUM().nav is AUTO
    assert with_default(filled, "nav", NoNav()) is filled
    other = CharP @ 5
    assert with_default(other, "nav", NoNav()) is other
