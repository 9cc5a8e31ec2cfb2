from __future__ import annotations

import json

import pytest

from partwise.errors import UsageError
from partwise.report.heatmap import curves, drawn, error_bars, heat_map

HEAT = heat_map(["A", "B</script>"], [[1.0, -0.5], [None, 1.0]])


def test_heat_map_leaves_out_what_is_undefined():
    assert len(HEAT["data"]["values"]) == 3
    assert HEAT["encoding"]["x"]["sort"] == ["A", "B</script>"]


@pytest.mark.parametrize(
    ("name", "head"),
    [("h.png", b"\x89PNG"), ("h.SVG", b"<svg"), ("h.pdf", b"%PDF"), ("h.json", b"{")],
)
def test_formats_by_suffix(name, head):
    assert drawn(HEAT, name).startswith(head)


def test_other_suffixes_are_refused():
    with pytest.raises(UsageError, match=r"h\.gif: a chart is written as \.png"):
        drawn(HEAT, "h.gif")


def test_panels_render():
    rows = [
        {"run": r, "measure": m, "mean": 0.5, "min": 0.4, "max": 0.6} for r in "ab" for m in "XY"
    ]
    points = [
        {"measure": "X", "n": n, "y": y, "by": "k", "kind": "d"} for n, y in ((1, 0.2), (2, None))
    ]
    spec = curves(
        points,
        x="n",
        y="y",
        by="by",
        titles={"n": "n", "y": "y", "by": "by", "kind": "kind"},
        dash="kind",
        ordered=True,
    )

    assert len(spec["data"]["values"]) == 1
    for chart in (error_bars(rows), spec):
        assert drawn(chart, "c.svg").startswith(b"<svg")
        json.dumps(chart)
