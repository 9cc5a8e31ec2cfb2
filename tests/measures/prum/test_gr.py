"""GR, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import A, B, edges, navigated, nested, value

import partwise as pw


def test_by_hand():
    # c is 10 of a's 60 characters and 10 of b's 40
    assert value("GR@1", nested()) == pytest.approx(1 / 6)
    assert value("GR@2", nested()) == pytest.approx(1 - (5 / 6) * (3 / 4))
    assert value("GR", nested()) == pytest.approx(1)


def test_never_falls_with_k():
    found = [value(f"GR@{k}", nested()) for k in (1, 2, 3)]
    assert found == sorted(found)


def test_edges():
    undefined, empty = edges("GR", nested())
    assert isnan(undefined)
    assert empty == 0


def test_ideals_without_text_weigh_nothing():
    for end, wanted in ((0, 0), (10, 1)):
        two = pw.Structure.from_columns(
            doc=["d"] * 2, parent=[None, 0], tag=["a", "b"], start=[0, 0], end=[60, end]
        )
        assert value("GR(nav=NoNav, rel=length)", navigated([A, B], [B], two)) == wanted


def test_revisits_count_where_text_is_shown_together():
    assert pw.parse("GR(nav=Reads(min=1), revisit=false)").revisit is False
    with pytest.raises(pw.PartwiseError, match="revisit must be true with Reads"):
        pw.parse("GR(nav=Reads, revisit=false)")
