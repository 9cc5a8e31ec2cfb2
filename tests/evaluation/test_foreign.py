"""Objects of other evaluation packages are taken as they are."""

from __future__ import annotations

from collections import namedtuple

import pytest

import partwise as pw
from partwise.errors import UsageError

GRADES = {"q1": {"a": 1, "b": 0}, "q2": {"c": 1}}
SCORES = {"q1": {"b": 2.0, "a": 1.0}, "q2": {"c": 1.0}}
Qrel = namedtuple("Qrel", ["query_id", "doc_id", "relevance", "iteration"])
ScoredDoc = namedtuple("ScoredDoc", ["query_id", "doc_id", "score"])
QRELS = [Qrel(q, d, g, "0") for q, found in GRADES.items() for d, g in found.items()]
RUN = [ScoredDoc(q, d, s) for q, found in SCORES.items() for d, s in found.items()]


class RanxQrels:
    def __init__(self, qrels):
        self.qrels, self.name = qrels, None

    def to_dict(self):
        return self.qrels


class RanxRun:
    def __init__(self, run, name=None):
        self.run, self.name = run, name

    def to_dict(self):
        return self.run


class Dataset:
    def qrels_iter(self):
        return iter(QRELS)


@pytest.mark.parametrize("qrels", [GRADES, RanxQrels(GRADES), QRELS, Dataset()])
@pytest.mark.parametrize("run", [SCORES, RanxRun(SCORES), RUN, [RUN], [RanxRun(SCORES)]])
def test_the_same_value(qrels, run):
    assert pw.evaluate(qrels, run, "AP").mean("run", "AP") == (1 / 2 + 1) / 2


def test_iterators():
    results = pw.evaluate(iter(QRELS), iter(RUN), "AP")
    assert results.mean("run", "AP") == 0.75
    runs = (pw.Run.from_dict(SCORES, name=name) for name in ("x", "y"))
    assert pw.evaluate(GRADES, runs, "AP").mean("y", "AP") == 0.75


def test_names_of_ranx_are_kept():
    assert pw.evaluate(GRADES, RanxRun(SCORES, "bm25"), "AP").mean("bm25", "AP") == 0.75


def test_lists_of_items_by_topic():
    gold = {"q": [{"doc": "a", "start": 0, "end": 10}]}
    found = {"q": [{"doc": "a", "start": 20, "end": 30}, {"doc": "a", "start": 0, "end": 10}]}
    assert pw.evaluate(gold, found, "PartRR").mean("run", "PartRR") == 0.5
    with pytest.warns(pw.PartwiseWarning, match="no results"):
        assert pw.evaluate(gold, {"q": []}, "PartRR").mean("run", "PartRR") == 0.0


def test_a_run_as_assessments_is_named_in_full():
    with pytest.raises(UsageError, match=r"qrels must be assessments, not .*test_foreign\.RanxRun"):
        pw.evaluate(RanxRun(SCORES), SCORES, "AP")
