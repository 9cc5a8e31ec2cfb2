"""Topics are followed apart: together they have the values that they have alone."""

from __future__ import annotations

import numpy as np
import pytest
from tests.users.places import ARTICLE, P1, P2, SEC1, SEC2, article

import partwise as pw

NAMES = [
    "SRP", "SRP@2", "ASRP", "SRiP@0.5", "SRiP2@0.5", "SRiR@2", "SRiR2@2", "nSRCG@3", "nSRCG2@3",
    "SRPRUM", "ESRP@3", "AESRP", "ESRR", "EHits", "EHits(rel=length, tolerance=0.5)", "EMisses",
    "ENearMisses", "EShrinkage", "ERecallBase", "GR", "GR@2", "GR(rel=value)", "GR(revisit=false)",
    "APRUM", "APRUM(rel=value)", "PRUM@0.5", "EPRUM@0.5", "AEPRUM", "AEPRUM(rel=value)",
]  # fmt: skip
JUDGED = {
    "s": {P1: 1, SEC2: 2},
    "t": {SEC1: 3, P2: 1, ARTICLE: 0},
    "u": {P2: 2},
    "v": {SEC2: 1, P1: 3, P2: 1},
}
LISTS = {
    "s": [ARTICLE, P1],
    "t": [P2, SEC2, SEC1, P1],
    "u": [SEC1, P2, P1],
    "v": [SEC2, SEC1, ARTICLE],
}


def values(topics, nav):
    """Values of every measure, ``[measure, topic]``."""
    judged = [(t, path, grade) for t in topics for path, grade in JUDGED[t].items()]
    topic, element, grade = zip(*judged, strict=True)
    qrels = pw.Qrels.from_columns(topic=topic, doc=["d"] * len(topic), element=element, grade=grade)
    rows = [(t, path, rank) for t in topics for rank, path in enumerate(LISTS[t], start=1)]
    topic, element, rank = zip(*rows, strict=True)
    run = pw.Run.from_columns(topic=topic, doc=["d"] * len(topic), element=element, rank=rank)
    measures = [spelled(name, nav) for name in NAMES]
    return pw.evaluate(qrels, run, measures, structure=article()).table[0]


def spelled(name, nav):
    head, at, cutoff = name.partition("@")
    inside = head.rstrip(")") + (", " if "(" in head else "(")
    return f"{inside}nav={nav}){at}{cutoff}"


@pytest.mark.parametrize("nav", ["NoNav", "Hierarchy"])
def test_topics_do_not_touch_each_other(nav):
    together = values("stuv", nav)
    alone = np.concatenate([values(topic, nav) for topic in "stuv"], axis=1)

    assert together == pytest.approx(alone, abs=1e-12, nan_ok=True)
    assert len(np.unique(together.round(9))) > 20
