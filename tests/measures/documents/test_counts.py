"""Numbers of documents: their sums over topics, notes and lowest grade."""

from __future__ import annotations

import partwise as pw


def test_counts_are_summed_over_topics_and_have_no_upper_bound():
    assert pw.NumRet().aggregate() == pw.NumRel().aggregate() == "sum"
    assert pw.NumRelRet().bounds == (0.0, float("inf"))
    assert (pw.P @ 5).aggregate() != "sum"


def test_totals_and_means_over_topics():
    qrels = {"t": {"a": 1, "b": 2}, "u": {"a": 1, "c": 1}}
    run = {"t": {"b": 2.0, "c": 1.0, "d": 0.5}, "u": {"a": 1.0}}
    results = pw.evaluate(qrels, run, ["NumRet", "NumRel", "NumRelRet", "P@1"])

    # 3 + 1 returned, 2 + 2 relevant, b and a of them returned
    assert results.aggregates == ("sum", "sum", "sum", "mean")
    for measure, number in (("NumRet", 3 + 1), ("NumRel", 2 + 2), ("NumRelRet", 1 + 1)):
        assert results.sum("run", measure) == number
        assert results.mean("run", measure) == number / 2


def test_numbers_of_relevant_documents_share_their_notes():
    for measure in (pw.NumRel, pw.NumRelRet):
        assert "NaN for a topic without relevant documents." in measure.__doc__
    assert "Defined for every topic." in pw.NumRet.__doc__


def test_the_lowest_grade_that_counts_reaches_both_sides():
    table = {"topic": ["1", "1", "1"], "doc": ["a", "b", "c"]}
    qrels = pw.Qrels.from_columns(**table, grade=[1, 2, 3])
    run = pw.Run.from_columns(topic=["1", "1"], doc=["a", "b"], score=[2.0, 1.0])
    results = pw.evaluate(qrels, run, ["NumRel", "NumRel(rel=2)", "NumRelRet(rel=2)"])
    assert [float(results.table[0, m, 0]) for m in range(3)] == [3, 2, 1]
