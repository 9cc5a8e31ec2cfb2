from __future__ import annotations

import pytest

import partwise as pw

QRELS = pw.Qrels.from_columns(topic=["t"], doc=["d"], start=[500], end=[600], length=[1000])
RUN = pw.Run.from_columns(topic=["t"], doc=["d"], start=[500], end=[600])


@pytest.mark.parametrize(("preset", "n"), [("effort", 12), ("in-context", 10)])
def test_all_measures_have_values(preset, n):
    found = pw.evaluate(QRELS, RUN, preset=preset)

    assert len(found.measures) == n
    assert found.labels == ()
    assert (found.undefined == 0).all()


def test_focused_reading_beside_the_whole_document():
    found = pw.evaluate(QRELS, RUN, preset="effort")

    # perfect passages: F is 1; of the whole document precision 1/10, recall 1
    assert found.mean("run", "AgP(F(beta=0.25))") == 1
    whole = (1 + 0.25**2) * 100 / (0.25**2 * 100 + 1000)
    assert found.mean("run", "AgP(F(beta=0.25, order=document))") == pytest.approx(whole)
