import numpy as np
from tests.statistics.builders import results

from partwise.lab.reliability import reliability as estimated
from partwise.lab.variants import topic_variants
from partwise.report.lab import reliability


def test_tables_and_records_of_every_measure():
    values = np.linspace(0.2, 0.6, 4)[:, None, None] + np.tile([0.0, 0.1], (4, 2, 10))
    found = estimated(topic_variants(results(values), count=20), trials=5, resamples=100)
    laid = reliability(found)

    first, spread, *_ = laid.sheets("v")
    assert [name for name, _, _ in first.grid.rows] == ["M0", "M1"]
    assert [name for name, _, _ in spread.grid.rows] == ["r0", "r1", "r2", "r3"]
    records = [tuple(record) for record in laid.records()]
    assert {len(record) for record in records} == {len(laid.header)}
    assert {record[1] for record in records} == {"M0", "M1"}
