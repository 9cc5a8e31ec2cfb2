"""The lighthouse as sources of plots."""

from __future__ import annotations

import pytest
from tests.conftest import ROOT

from partwise.report.plots import Source

PLACE = ROOT / "examples" / "lighthouse"
QRELS = str(PLACE / "qrels.tsv")
NAMES = ("small", "medium", "large")
RUNS = [str(PLACE / f"{name}.jsonl") for name in NAMES]
INVENTORY = {name: str(PLACE / "chunks" / f"{name}.tsv") for name in NAMES}


@pytest.fixture
def source():
    return Source(QRELS, RUNS, ["CharR(budget=1000)", "CharP@3"], {"inventory": INVENTORY})


def rows_of(spec, *needed):
    """All rows of a specification that have the given fields."""
    found = []
    if isinstance(spec, dict):
        for row in (spec.get("data") or {}).get("values", ()):
            if all(name in row for name in needed):
                found.append(row)
        for key, value in spec.items():
            if key != "data":
                found += rows_of(value, *needed)
    elif isinstance(spec, list):
        for one in spec:
            found += rows_of(one, *needed)
    return found
