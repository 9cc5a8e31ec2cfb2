from tests.statistics.builders import results

from partwise.lab.fidelity import fidelity_of
from partwise.report.lab import fidelity

FOUND = fidelity_of(results([[1.0] * 5, [0.5] * 5], runs=["S-R", "S-RI"], measures=["AP"]))


def test_an_expectation_is_a_record():
    laid = fidelity(FOUND)
    (record,) = laid.records()
    assert dict(zip(laid.header, record, strict=True))["verdict"] == "kept"


def test_a_table_for_each_measure():
    titles = [sheet.title for sheet in fidelity(FOUND, per_order=True).sheets("v")]
    assert "AP" in titles
    assert "expected orders" in titles
