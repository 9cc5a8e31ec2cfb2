from __future__ import annotations

from partwise.report.charts import heat_map

HEAT = heat_map(["A", "B</script>"], [[1.0, -0.5], [None, 1.0]], title="agreement")


def test_heat_map_leaves_out_what_is_undefined():
    assert len(HEAT["data"]["values"]) == 3
    assert HEAT["title"] == "agreement"
    assert HEAT["encoding"]["x"]["sort"] == ["A", "B</script>"]
