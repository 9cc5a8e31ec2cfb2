"""Objects of the lab show themselves; the lab has no public functions."""

from __future__ import annotations

import pytest
from tests.conftest import ROOT

import partwise as pw
from partwise.lab.correlate import correlate
from partwise.lab.fidelity import fidelity
from partwise.lab.reliability import reliability
from partwise.lab.variants import topic_variants

LIGHTHOUSE = ROOT / "examples" / "lighthouse"
QRELS = str(LIGHTHOUSE / "qrels.tsv")
RUNS = [str(LIGHTHOUSE / f"{name}.jsonl") for name in ("large", "medium", "small")]


@pytest.fixture(scope="module")
def results():
    return pw.evaluate(pw.read_qrels(QRELS), map(pw.read_run, RUNS), ["CharR@5", "CharP@5"])


def test_all_that_the_lab_finds_shows_itself(results):  # findings 8.7
    found = [
        fidelity(pw.read_qrels(QRELS), ["CharR@5"]),
        reliability(topic_variants(results, count=5), trials=5),
        correlate(results),
    ]

    assert repr(found[-1]) == "Correlation(2 measures, 3 runs)"
    for thing in found:
        assert "\n" not in repr(thing)
        assert len(repr(thing)) < 100
        assert "CharR@5" in str(thing)
        assert "<table>" in thing._repr_html_()
