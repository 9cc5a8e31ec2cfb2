"""Walks and curves that measures of navigating readers share."""

from __future__ import annotations

import pytest
from tests.helpers import parse
from tests.measures.worlds import LEADS, leading, write_edges

from partwise.measures import AEPRUM, PRUM
from partwise.users import NoNav


def test_walks_are_shared_between_measures(tmp_path):
    view, nav = leading(), write_edges(tmp_path, LEADS)
    one, other = (parse(f"{name}, nav={nav})") for name in ("EPRUM(r=2", "EPRUM(r=1"))

    assert one.walks(view, one.reader()) is other.walks(view, other.reader())
    without = AEPRUM(nav=NoNav())
    assert without.walks(view, without.reader()) is not one.walks(view, one.reader())


def test_curves_of_every_topic():
    # c, d, a, b: without navigation the ideals stand at ranks 3 and 4
    measure = PRUM(r=1, nav=NoNav(), elements=4)
    case, nothing, empty = measure.by_recall(leading(), measure.reader())

    assert case.tolist() == pytest.approx([1 / 3, 2 / 4])
    assert nothing is None
    # of four elements in any order, the first ideal is expected at (4 + 1) / (2 + 1)
    assert empty[0] == pytest.approx(3 / 5)
