from __future__ import annotations

import numpy as np
from tests.statistics.builders import results

from partwise.report.comparison import HEADER, records, sheets
from partwise.statistics.compare import compare


def test_cells():
    base = np.linspace(0.1, 0.9, 20)
    found = compare(
        results(
            [[base, base], [base + 0.05, base]], measures=["AP", "CE@5"], better=["higher", "lower"]
        )
    )
    (sheet,) = sheets(found, arrow="v")
    grid = sheet.grid
    cells = dict(zip(grid.columns, grid.rows[0][1], strict=True))

    assert sheet.title == "against r0"
    assert cells["difference"] == "+0.0500"
    assert cells["change"] == "+10.0 %"
    assert cells["won/tied/lost"] == "20/0/0"
    assert cells["95 % interval"] == "[+0.0500, +0.0500]"
    assert cells["p Holm"].endswith(" *")
    assert grid.rows[0][2][grid.columns.index("difference")]
    assert grid.rows[1][1][0] == "CE@5 v"
    assert "*" not in "".join(grid.rows[1][1])


def test_undefined_cells_are_dashes():
    found = compare(results([[0.0], [0.4]]), correction="none")
    grid = sheets(found)[0].grid
    cells = dict(zip(grid.columns, grid.rows[0][1], strict=True))

    assert cells["change"] == cells["95 % interval"] == cells["d"] == cells["detectable"] == "-"
    assert not any(name.startswith("p ") for name in cells)


def test_records_follow_the_header():
    found = compare(results([[0.1, 0.2], [0.3, 0.1]]))
    (row,) = records(found)

    assert dict(zip(HEADER, row, strict=True))["difference"] == found.rows[0].difference
