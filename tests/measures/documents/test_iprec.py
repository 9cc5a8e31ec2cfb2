"""IPrec, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import documents, edges, value


def test_by_hand():
    # recall 1/3 at rank 2 and 2/3 at rank 4, precision 1/2 at both
    assert value("IPrec@0.3", documents()) == pytest.approx(1 / 2)
    assert value("IPrec@0.6", documents()) == pytest.approx(1 / 2)
    assert value("IPrec@1.0", documents()) == 0


def test_the_greatest_precision_from_the_level_on():
    # A, C at ranks 1 and 2, E at rank 4: 3/4 where all are found
    assert value("IPrec@1.0", documents("ACBE")) == 3 / 4
    assert value("IPrec@0.0", documents("ACBE")) == 1


def test_edges():
    undefined, empty = edges("IPrec@0.3", documents())
    assert isnan(undefined)
    assert empty == 0


@pytest.mark.parametrize(
    ("level", "levels", "wanted"),
    [
        # precision 1, 2/3 and 3/4 where 1, 2 and 3 of 3 are found; 1.2 of 3 are 2
        ("0.4", "exact", 3 / 4), ("0.4", "trec_eval9", 3 / 4), ("0.4", "trec_eval10", 1),
        # 1.05 of 3, as trec_eval counts, is 1
        ("0.35", "exact", 3 / 4), ("0.35", "trec_eval9", 1), ("0.35", "trec_eval10", 1),
    ],
)  # fmt: skip
def test_levels_as_versions_of_trec_eval_count_them(level, levels, wanted):
    assert value(f"IPrec(levels={levels})@{level}", documents("ABCE")) == wanted
