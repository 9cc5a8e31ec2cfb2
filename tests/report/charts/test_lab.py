from __future__ import annotations

import pytest

from partwise.errors import UsageError
from partwise.report.charts.lab import drawn, heat_map

HEAT = heat_map(["A", "B</script>"], [[1.0, -0.5], [None, 1.0]], title="agreement")


def test_heat_map_leaves_out_what_is_undefined():
    assert len(HEAT["data"]["values"]) == 3
    assert HEAT["title"] == "agreement"
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
