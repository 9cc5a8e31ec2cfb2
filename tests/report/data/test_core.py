from __future__ import annotations

import msgspec

from partwise.report.data.core import core
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
