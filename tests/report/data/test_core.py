from __future__ import annotations

import msgspec

from partwise.report.findings import Choices, Findings, core
from partwise.report.material import gather
from partwise.tables.saved_results import to_json


def test_values_and_means_are_those_of_evaluate(findings):
    told = core(findings)
    saved = msgspec.json.decode(to_json(findings.results, per_topic=True))

    for r, run in enumerate(saved["runs"]):
        assert told["runs"][r]["name"] == run["run"]
        for m, entry in enumerate(run["values"]):
            assert told["measures"][m]["name"] == entry["measure"]
            assert told["means"][r][m] == entry["mean"]
            assert told["values"][r][m] == list(entry["topics"].values())


def test_the_data_reads_back_the_same(findings):
    told = core(findings)

    assert msgspec.json.decode(msgspec.json.encode(told)) == told
    assert told["schema"] == "partwise.report/1"
    assert told["topics"]["text"][0] == "When should the wick be trimmed?"
    assert told["measures"][0]["says"].startswith("finds {v}")


def test_values_of_a_preset_have_the_names_of_the_tool():
    graded = {"t": {"d": 2, "e": 0}, "u": {"d": 1}}
    run = {"t": {"d": 1.0, "e": 2.0}, "u": {"d": 1.0}}
    found = Findings(gather(graded, [run], preset="trec"), Choices())
    told = core(found)

    assert [m["name"] for m in told["measures"]][:3] == ["map", "Rprec", "recip_rank"]
    assert told["means"][0] == found.results.mean_table[0].tolist()


def test_geometric_means_are_read_back_from_logarithms():
    graded = {"t": {"d": 1, "e": 0}, "u": {"d": 1, "e": 0}, "v": {"d": 1}}
    run = {"t": {"d": 1.0, "e": 2.0}, "u": {"d": 2.0, "e": 1.0}, "v": {"d": 1.0}}
    found = Findings(gather(graded, [run], ["GM(AP)"]), Choices())
    low, high = found.intervals[0, 0].tolist()

    assert low <= found.means[0, 0] <= high <= 1
    assert not found.measures[0].in_points
