from __future__ import annotations

import numpy as np

import partwise as pw
from partwise.evaluation.evaluated import evaluated, joined
from partwise.evaluation.plan import plan
from partwise.evaluation.run_facts import RunFacts
from partwise.geometry.assessments.joined import Assessments
from partwise.geometry.view import View

ROWS = [("a", "d", 2.0), ("a", "e", 2.0), ("b", "e", 1.0), ("c", "d", 3.0), ("c", "e", 3.0)]
JUDGED = [("a", "d", 1), ("b", "d", 1), ("c", "d", 2), ("e", "d", 1)]


def view(topics):
    rows = [row for row in ROWS if row[0] in topics]
    judged = [row for row in JUDGED if row[0] in topics]
    names = ("topic", "doc", "score"), ("topic", "doc", "grade")
    run, qrels = (
        dict(zip(keys, zip(*table, strict=True), strict=True)) if table else None
        for keys, table in zip(names, (rows, judged), strict=True)
    )
    qrels = pw.Qrels.from_columns(**qrels)
    return View(Assessments(qrels), pw.Run.from_columns(**run or {"topic": [], "doc": []}))


def of(topics):
    shown = view(topics)
    facts = RunFacts.of(shown.retrieved, shown.assessments.topics, None)
    return evaluated(shown, plan(shown.assessments.qrels, ["AP", "P@1"]), facts)


def test_topics_that_were_evaluated_apart_are_joined():
    whole = of("abce")
    found = joined(
        [(of("ce"), np.array([2, 3])), (of("ab"), np.array([0, 1]))], ["a", "b", "c", "e"]
    )

    assert found.values.tobytes() == whole.values.tobytes()
    assert found.present.tolist() == whole.present.tolist() == [True, True, True, False]
    assert found.met == whole.met == (5, 2)
    assert found.noted == whole.noted
    assert any("2 tied scores" in note for note in found.noted)
    assert found.facts.rows == whole.facts.rows
