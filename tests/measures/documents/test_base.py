from __future__ import annotations

import partwise as pw
from partwise.measures.documents._base import CountMeasure, RelevantCountMeasure


def test_counts_are_summed_over_topics_and_have_no_upper_bound():
    assert pw.NumRet().aggregate() == pw.NumRel().aggregate() == "sum"
    assert pw.NumRelRet().bounds == (0.0, float("inf"))
    assert (pw.P @ 5).aggregate() != "sum"


def test_numbers_of_relevant_documents_share_their_notes():
    for measure in (pw.NumRel, pw.NumRelRet):
        assert issubclass(measure, RelevantCountMeasure)
        assert "NaN for a topic without relevant documents." in measure.__doc__
    assert issubclass(pw.NumRet, CountMeasure)
    assert "Defined for every topic." in pw.NumRet.__doc__


def test_the_lowest_grade_that_counts_reaches_both_sides():
    table = {"topic": ["1", "1", "1"], "doc": ["a", "b", "c"]}
    qrels = pw.Qrels.from_columns(**table, grade=[1, 2, 3])
    run = pw.Run.from_columns(topic=["1", "1"], doc=["a", "b"], score=[2.0, 1.0])
    found = pw.evaluate(qrels, run, ["NumRel", "NumRel(rel=2)", "NumRelRet(rel=2)"])
    assert [float(found.table[0, m, 0]) for m in range(3)] == [3, 2, 1]
