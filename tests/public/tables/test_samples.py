"""Tables of columns, frames and dictionaries, with known rows or known errors.

A line of ``samples.jsonl`` holds a constructor, its arguments, and the outcome as in the samples
of formats.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.public.formats.samples import outcome_of

import partwise as pw

SAMPLES = [
    json.loads(line)
    for line in (Path(__file__).parent / "samples.jsonl").read_text(encoding="utf-8").split("\n")
    if line
]


def argument(value: object) -> object:
    """Array or frame that JSON cannot hold as it is."""
    match value:
        case {"array": cells, "dtype": kind}:
            return np.array(cells, kind)
        case {"polars": columns}:
            return pl.DataFrame(columns, strict=False)
        case {"pandas": columns}:
            return pd.DataFrame(columns)
    return value


def outcome(sample: dict) -> dict:
    """Outcome of calling a constructor."""
    cls, name = sample["make"].split(".")
    arguments = [argument(value) for value in sample.get("args", [])]
    options = {key: argument(value) for key, value in sample.get("options", {}).items()}
    return outcome_of(lambda: getattr(getattr(pw, cls), name)(*arguments, **options))


@pytest.mark.parametrize("make", sorted({sample["make"] for sample in SAMPLES}))
def test_samples(make):
    for sample in SAMPLES:
        if sample["make"] == make:
            assert outcome(sample) == sample["outcome"], sample
