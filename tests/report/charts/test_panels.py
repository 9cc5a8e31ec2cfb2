from __future__ import annotations

import json

import pytest

from partwise.report.charts import drawn, error_bars, insertion_curves, swap_curves


def swap_rows():
    """Bins 0.02 and 0.1; the former is missing at the first size and fitted at 20."""
    counted = [(1, 0.1, 0.3), (5, 0.1, 0.2), (5, 0.02, 0.4), (9, 0.02, 0.3), (9, 0.1, None)]
    fitted = [(20, 0.02, 0.1), (20, 0.1, None)]
    return [
        {"measure": "AiP", "size": size, "low": low, "rate": rate, "kind": kind}
        for kind, rows in (("counted", counted), ("fitted", fitted))
        for size, low, rate in rows
    ]


def test_bins_of_swap_rates_are_in_numeric_order():
    # findings 10.4
    (panel,) = swap_curves(swap_rows())["concat"]
    line, rule, counted, fitted = panel["layer"]

    assert panel["title"] == "AiP: swap rate by number of topics"
    colour = line["encoding"]["color"]
    assert colour["sort"] == colour["scale"]["domain"] == ["0.02", "0.1"]
    assert line["encoding"]["strokeDash"]["scale"]["domain"] == ["counted", "fitted"]
    assert rule["data"]["values"] == [{"rate": 0.05}]
    assert counted["mark"]["filled"]
    assert fitted["mark"]["fill"] == "white"
    assert "null" not in json.dumps(panel["layer"])


def test_a_fitted_curve_goes_on_from_the_last_counted_point():
    # findings 10.4
    (panel,) = swap_curves(swap_rows())["concat"]
    points = panel["data"]["values"]
    fitted = [(p["size"], p["rate"], p["dot"]) for p in points if p["kind"] == "fitted"]

    assert sorted(fitted) == [(9, 0.3, False), (20, 0.1, True)]
    assert len(points) == 4 + 2


def test_insertions_are_labelled_where_they_were_made():
    # findings 10.5
    counts = (0, 1, 2, 3, 4, 5, 10, 50, 100, 500, 1000)
    places = ("after the first result", "before the first result")
    rows = [
        {"measure": "AP", "where": where, "count": n, "mean": 1 / (n + 1)}
        for where in places
        for n in counts
    ]
    spec = insertion_curves(rows, title="inserted")
    encoding = spec["concat"][0]["layer"][0]["encoding"]

    assert spec["title"]["text"] == "inserted"
    assert encoding["x"]["axis"]["values"] == [0, 1, 2, 5, 10, 50, 100, 500, 1000]
    assert encoding["color"]["title"] == "inserted"
    assert encoding["strokeDash"]["scale"] == {"domain": list(places), "range": [[1, 0], [6, 4]]}
    few = insertion_curves([row for row in rows if row["count"] in (0, 3, 4)], title="")
    assert few["concat"][0]["layer"][0]["encoding"]["x"]["axis"]["values"] == [0, 3, 4]
    assert drawn(spec, "c.svg").startswith(b"<svg")


@pytest.mark.parametrize(
    ("n", "columns"), [(1, 1), (2, 2), (3, 3), (4, 2), (5, 1), (6, 2), (7, 1), (9, 3)]
)
def test_spreads_have_a_title_and_leave_no_hole(n, columns):
    # findings 10.5
    rows = [
        {"run": run, "measure": f"M{m}", "mean": mean, "min": 0.1, "max": 0.9}
        for m in range(n)
        for run, mean in (("worse", 0.3), ("better", 0.5))
    ]
    spec = error_bars(rows, title="mean, least and greatest over 1,000 variants")
    rule, point = spec["concat"][0]["layer"]

    assert spec["columns"] == columns
    assert n % columns == 0
    assert spec["title"]["text"] == "mean, least and greatest over 1,000 variants"
    assert rule["encoding"]["y"]["sort"] == ["better", "worse"]
    assert point["encoding"]["x"]["title"] == "M0"


def test_panels_render():
    bar = {"run": "a", "measure": "X", "mean": 0.5, "min": 0.4, "max": 0.6}
    for chart in (error_bars([bar], title="t"), swap_curves(swap_rows())):
        assert drawn(chart, "c.svg").startswith(b"<svg")
