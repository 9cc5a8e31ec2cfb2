import numpy as np
from tests.statistics.builders import results

from partwise.lab.correlate import correlate
from partwise.report.lab import correlation

QUALITY = np.linspace(0.1, 0.9, 8)[:, None]
RES = results(np.stack([QUALITY, QUALITY**2, 1 - QUALITY], axis=1), measures=["AP", "RR", "P@5"])


def test_a_triangle_and_who_agrees():
    laid = correlation(correlate(RES))
    (sheet,) = laid.sheets("v")
    assert laid.sentences == ("Agree (tau above 0.9 with p at most 0.05): AP and RR.",)
    assert sheet.grid.rows


def test_one_record_a_pair():
    laid = correlation(correlate(RES))
    found = [tuple(record) for record in laid.records()]
    assert [record[:2] for record in found] == [("AP", "RR"), ("AP", "P@5"), ("RR", "P@5")]
    assert [record[2] for record in found] == [1.0, -1.0, -1.0]
    assert [record[-1] for record in found] == [True, False, False]
    assert len(laid.header) == len(found[0])


def test_against_a_reference_come_verdicts():
    laid = correlation(correlate(RES), ["AP"])
    assert len(laid.sheets("v")) == 2
    assert laid.sentences == ()
