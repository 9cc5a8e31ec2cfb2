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


PASSAGES = [
    *NAMES, "GR(rel=length)", "SRP(rel=length, infer=sum)", "ESRP(normalise=row)@3",
    "ESRR(normalise=row, shared=nodes)@3", "SRP(normalise=row)@3", "EHits(hits=certain)",
    "EShrinkage(tolerance=0)", "SRiR(rel=length, base=collection)@3",
]  # fmt: skip
READ = ["GR(nav=Reads)", "GR(nav=Reads)@2", "PRUM(nav=Reads(min=0.5), r=1)"]


def passages(seed):
    """Rows ``(topic, document, start, end)`` of a run and of gold spans."""
    rng = np.random.default_rng(seed)

    def rows(n, widths):
        start, width = rng.integers(0, 5, n) * 5, rng.choice(widths, n)
        doc = [f"d{number}" for number in rng.integers(0, 4, n)]
        return list(zip("stuv" * (n // 4), doc, start, start + width, strict=True))

    return rows(32, [5, 10, 15]), rows(20, [2, 5, 7])


def values_of_passages(rows, topics, nav, inventory):
    tables = []
    for make, given in zip((pw.Run, pw.Qrels), rows, strict=True):
        mine = [row for topic in topics for row in given if row[0] == topic]
        topic, doc, start, end = zip(*mine, strict=True)
        ranks = [topic[: n + 1].count(name) for n, name in enumerate(topic)]
        more = {"rank": ranks} if make is pw.Run else {}
        tables.append(make.from_columns(topic=topic, doc=doc, start=start, end=end, **more))
    names = [*(spelled(name, nav) for name in PASSAGES), *READ]
    # these count all parts that could have been returned
    measures = [name for name in names if inventory or not name.startswith(("APRUM", "PRUM"))]
    return pw.evaluate(tables[1], tables[0], measures, inventory=inventory).table[0]


@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize("nav", ["NoNav", "Window(before=2, after=4)", "Proximity(L=9)"])
def test_topics_that_share_documents_do_not_touch_each_other(nav, listed):
    rows = passages(3)
    parts = pw.Inventory.from_columns(
        doc=[f"d{n}" for n in range(4) for _ in range(6)], start=[*range(0, 30, 5)] * 4,
        end=[*range(5, 35, 5)] * 4,
    )  # fmt: skip
    inventory = parts if listed else None
    together = values_of_passages(rows, "stuv", nav, inventory)
    each = [values_of_passages(rows, topic, nav, inventory) for topic in "stuv"]

    assert together == pytest.approx(np.concatenate(each, axis=1), abs=1e-12, nan_ok=True)
    assert len(np.unique(together.round(9))) > 20
