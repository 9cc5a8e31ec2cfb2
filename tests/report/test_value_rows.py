import io
import json
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from tests.statistics.builders import results

from partwise.report.results import VALUE_HEADER as HEADER
from partwise.report.results import to_jsonl, to_parquet, to_tsv
from partwise.report.results import value_header as header
from partwise.report.results import value_rows as rows
from partwise.report.tables import delimited
from partwise.tables.aggregates import Label

RES = results([[[0.5, np.nan]]], runs=["a"], measures=["AP"])


def test_topics_then_means():
    found = list(rows(RES, per_topic=True))
    assert [row[:3] for row in found] == [("a", "t0", "AP"), ("a", "t1", "AP"), ("a", "all", "AP")]
    assert found[0][3] == found[2][3] == 0.5
    assert len(list(rows(RES, per_topic=False))) == 1


def test_undefined_is_null():
    listed = [json.loads(line) for line in to_jsonl(RES, per_topic=True).splitlines()]
    frame = pl.read_parquet(io.BytesIO(to_parquet(RES, per_topic=True)))
    assert [entry["value"] for entry in listed] == [0.5, None, 0.5]
    assert frame["value"].to_list() == [0.5, None, 0.5]
    assert tuple(frame.columns) == HEADER == tuple(listed[0])


@pytest.mark.parametrize("per_topic", [True, False])
@pytest.mark.parametrize("raw", [True, False])
@pytest.mark.parametrize("labelled", [True, False])
def test_tsv_is_what_the_rows_are(per_topic, raw, labelled):
    values = [[[0.1, np.nan, -0.0], [1e-300, 1 / 3, 2.0]]] * 2
    found = results(values, runs=["=a\tb", "@c"], measures=["AP", "P@10"])
    if labelled:
        found = replace(found, labels=(Label("+map", tool="trec_eval"), None))

    listed = delimited(header(found), rows(found, per_topic=per_topic), "tsv", raw=raw)

    assert to_tsv(found, per_topic=per_topic, raw=raw) == listed
