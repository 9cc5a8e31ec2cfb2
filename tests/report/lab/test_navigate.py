"""Models against routes as a table."""

from __future__ import annotations

import pytest

from partwise.lab.navigate.estimate import navigate
from partwise.report.lab.navigate import surprise


@pytest.fixture
def found(tmp_path):
    file = tmp_path / "routes.tsv"
    file.write_text("d\ta\tb\tc\n" * 3 + "d\tc\tb\n")
    return navigate(file, ["NoNav", "Routes"])


def test_best_first_in_the_table_as_given_in_records(found):
    shown = str(found).splitlines()
    assert shown[0] == "surprise by 7 steps of 4 routes among 3 places"
    assert [line.split()[0] for line in shown[3:]] == ["Routes", "NoNav"]
    assert shown[3].split() == ["Routes", "0.1742", "1.13"]
    assert shown[4].split()[1:4] == ["1.0000", "2.00", "0.8258"]
    assert " to " in shown[4]
    rows = list(surprise(found).records())
    assert [row[0] for row in rows] == ["NoNav", "Routes"]
    assert rows[1][4:] == (0.0, 0.0)


def test_a_single_route_has_no_interval(tmp_path):
    file = tmp_path / "routes.tsv"
    file.write_text("d\ta\tb\tc\n")
    found = navigate(file, [f"Routes({str(file)!r})", "NoNav"])
    assert str(found).splitlines()[-1].split()[-1] == "-"
    assert list(surprise(found).records())[1][4:] == (None, None)
