from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from partwise.statistics.differences import benjamini_hochberg, bonferroni, holm

ALL = [(holm, "holm"), (bonferroni, "bonferroni"), (benjamini_hochberg, "fdr_bh")]


@pytest.mark.parametrize(("ours", "theirs"), ALL)
@given(p=st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_equals_statsmodels(ours, theirs, p):
    np.testing.assert_allclose(
        ours(np.array(p)), multipletests(p, method=theirs)[1], rtol=1e-12, atol=1e-300
    )


@pytest.mark.parametrize(("ours", "_"), ALL)
def test_undefined_is_taken_out_first(ours, _):
    p = np.array([0.01, np.nan, 0.04, 0.03, np.nan])

    adjusted = ours(p)

    assert np.isnan(adjusted).tolist() == [False, True, False, False, True]
    assert adjusted[[0, 2, 3]].tolist() == ours(p[[0, 2, 3]]).tolist()
    assert np.isnan(ours(np.array([np.nan]))).all()
    assert ours(np.empty(0)).size == 0


def test_holm_by_hand():
    # sorted .01 .02 .03 -> 3 x .01, max(.03, 2 x .02), max(.04, .03)
    assert holm(np.array([0.03, 0.01, 0.02])).tolist() == pytest.approx([0.04, 0.03, 0.04])
