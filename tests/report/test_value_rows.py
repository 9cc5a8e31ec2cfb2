import io
import json

import numpy as np
import polars as pl
from tests.statistics.builders import results

from partwise.report.value_rows import HEADER, rows, to_jsonl, to_parquet

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
