from __future__ import annotations

import io
import json

import polars as pl

import partwise as pw
from partwise.report.results import results_document as document
from partwise.report.tables import render

QRELS = pw.Qrels.from_columns(topic=["1", "2"], doc=["a", "b"], grade=[1, 1])
RUN = pw.Run.from_columns(topic=["1", "2"], doc=["a", "c"], score=[1.0, 1.0], name="r")
RESULTS = pw.evaluate(QRELS, RUN, "RR@5", preset="trec")


def test_the_values_of_the_tool_stand_first_under_their_labels():
    sheets = document(RESULTS).sheets("↓")

    assert [sheet.title for sheet in sheets] == ["trec_eval 9 and 10", "partwise"]
    assert sheets[0].grid.columns[:2] == ["map", "Rprec"]
    assert sheets[1].grid.columns == ["RR@5"]
    assert len(document(RESULTS, per_topic=True).sheets("↓")) == 2
    assert render(sheets, "table").startswith("trec_eval 9 and 10\nrun ")


def test_a_preset_alone_is_one_block():
    alone = pw.evaluate(QRELS, RUN, preset="trec")

    assert [sheet.title for sheet in document(alone).sheets("↓")] == ["trec_eval 9 and 10"]


def test_records_have_a_fifth_column():
    found = document(RESULTS)

    assert found.header == ("run", "topic", "measure", "value", "label")
    rows = list(found.records())
    assert rows[0] == ("r", "all", "AP", 0.5, "map")
    assert rows[-1] == ("r", "all", "RR@5", 0.5, None)
    lines = [json.loads(line) for line in found.others["jsonl"]().splitlines()]
    assert (lines[0]["label"], "label" in lines[-1]) == ("map", False)
    frame = pl.read_parquet(io.BytesIO(found.others["parquet"]()))
    assert frame.columns == list(found.header)
    assert frame["label"].to_list()[-1] is None
    plain = document(pw.evaluate(QRELS, RUN, "AP"))
    assert plain.header == ("run", "topic", "measure", "value")
    assert next(iter(plain.records())) == ("r", "all", "AP", 0.5)


def test_results_of_one_preset_are_merged_by_label():
    other = pw.evaluate(QRELS, RUN.named("s"), preset="trec")
    from partwise.statistics.merging import merge

    both = merge([RESULTS, other])

    assert both.runs == ("r", "s")
    assert both.measures == other.measures
    assert both.labels == other.labels
