from __future__ import annotations

import numpy as np
from tests.report.conftest import found_of

from partwise.report.page_sections import forest, table

LOW, HIGH = np.linspace(0.1, 0.3, 20), np.linspace(0.7, 0.9, 20)


def test_best_first_with_intervals_on_the_columns_own_scale(findings):
    rows = table(findings)

    assert [row.name for row in rows] == ["large", "medium", "small"]
    for row in rows:
        for cell in row.cells:
            assert cell.value == repr(float(findings.means[row.run, cell.measure]))
            assert float(cell.low) <= float(cell.value) <= float(cell.high)
            assert 0 <= cell.start <= cell.centre <= cell.end <= 100


def test_marks_and_best():
    rows = table(found_of([[LOW, LOW], [HIGH, HIGH]], ("CharR", "CE@5"), ("higher", "lower")))

    assert [row.name for row in rows] == ["b", "a"]
    assert [cell.mark for cell in rows[0].cells] == ["better", "worse"]
    assert [cell.best for cell in rows[0].cells] == [True, False]
    assert [cell.mark for cell in rows[1].cells] == ["", ""]


def test_undefined_and_alone():
    rows = table(found_of([[np.full(20, np.nan)]]))

    assert rows[0].cells[0].text == "–"
    assert rows[0].cells[0].value is None
    assert forest(found_of([[np.full(20, np.nan)]])) == []


def test_one_topic_has_no_interval():
    cell = table(found_of([[[0.5]], [[0.7]]]))[0].cells[0]

    assert (cell.value, cell.low, cell.high) == ("0.7", None, None)


def test_the_first_screen_has_the_baseline_and_the_best_seven():
    values = np.linspace(0, 0.9, 12)[:, None, None] + np.linspace(0, 0.1, 5)
    shown = forest(found_of(values))

    assert len(shown) == 8
    assert shown[-1].name == "a"  # the baseline, though it is worst
    assert [one.name for one in shown[:7]] == list("lkjihgf")
