"""APrecall, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, elements, value


def test_by_hand():
    # one irrelevant result before the first relevant one: w / (w + 1) with w = 2 p / 100 down to
    # level .5, which the run does not pass
    assert value("APrecall(quant=strict)", elements()) == pytest.approx(
        sum((p / 50) / (p / 50 + 1) for p in range(1, 51)) / 100
    )


def test_overlap_is_neither_punished_nor_forgiven():
    assert value("APrecall(quant=strict)", elements([1, 2])) == pytest.approx(1)


def test_edges():
    undefined, empty = edges("APrecall(quant=strict)", elements())
    assert isnan(undefined)
    assert empty == 0


def test_it_is_the_mean_over_levels():
    levels = [f"{p / 100:.2f}" for p in range(1, 101)]
    for more in ("", ", collection=9"):
        each = [value(f"Precall(quant=strict{more})@{x}", elements()) for x in levels]
        found = value(f"APrecall(quant=strict{more})", elements())
        assert found == pytest.approx(sum(each) / 100), more
