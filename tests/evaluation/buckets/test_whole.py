from __future__ import annotations

import partwise as pw
from partwise.evaluation.buckets.whole import facts_of_assessments, facts_of_run
from partwise.geometry.assessments import Assessments


def facts(**columns):
    found = facts_of_assessments(Assessments(pw.Qrels.from_columns(**columns)))
    return {name for name, there in found.items() if there}


def test_what_assessments_say():
    assert facts(topic=["a"], doc=["x"], grade=[1]) == {"grades", "highlights"}
    spans = facts(topic=["a"], doc=["x"], start=[0], end=[5])
    assert spans == {"spans", "places", "highlights"}
    pairs = facts(topic=["a"], doc=["x"], element=["/a[1]"], e=[1], s=[0.5], scale="share")
    assert {"elements", "named", "pairs", "e", "s", "fractions", "graded elements"} <= pairs
    assert "weights" in facts(topic=["a"], doc=["x"], grade=[1], weight=["2"])


def test_what_a_run_says():
    assert facts_of_run(pw.Run.from_dict({"a": {"x": 1.0}})) == {"elements": False}
