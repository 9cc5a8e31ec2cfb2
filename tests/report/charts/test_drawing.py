"""Charts in every image format, by the name of the file."""

from __future__ import annotations

import json

import pytest

from partwise.errors import UsageError
from partwise.report.charts import IMAGES, drawings, drawn, heat_map, save

HEAT = heat_map(["A", "B</script>"], [[1.0, -0.5], [None, 1.0]], title="agreement")


@pytest.mark.parametrize(
    ("name", "head"),
    [("h.png", b"\x89PNG"), ("h.SVG", b"<svg"), ("h.pdf", b"%PDF"), ("h.json", b"{")],
)
def test_formats_by_suffix(name, head):
    assert drawn(HEAT, name).startswith(head)


def test_other_suffixes_are_refused():
    with pytest.raises(UsageError, match=r"h\.gif: a chart is written as \.png"):
        drawn(HEAT, "h.gif")


def test_charts_are_drawn_when_they_are_asked_for():
    asked = []

    def chart():
        asked.append(1)
        return HEAT

    drawn = drawings(chart)

    assert (set(drawn), asked) == (set(IMAGES), [])
    assert drawn["svg"]().startswith(b"<svg")
    assert asked == [1]


def test_saving(tmp_path):
    save(HEAT, str(tmp_path / "a.json"))

    assert json.loads((tmp_path / "a.json").read_text())["title"] == "agreement"
    with pytest.raises(UsageError, match=r"a\.gif: a chart is written as"):
        save(HEAT, str(tmp_path / "a.gif"))
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]
