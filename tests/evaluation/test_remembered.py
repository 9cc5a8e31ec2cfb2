"""Results know what they were evaluated from, and keep nobody's runs."""

from __future__ import annotations

import copy
import gc
import weakref

import partwise as pw
from partwise.evaluation.remembered import recalled

JUDGED = {"topic": ["q"], "doc": ["d"], "start": [0], "end": [9]}


def test_arguments_come_back():
    qrels, run = pw.Qrels.from_columns(**JUDGED), pw.Run.from_columns(**JUDGED)
    results = pw.evaluate(qrels, [run], ["CharR"], rules=pw.Rules(undefined="zero"))
    found = recalled(results)
    assert found["qrels"] is qrels
    assert found["runs"] == [run]
    assert found["measures"] == ["CharR"]
    assert found["options"] == {"rules": pw.Rules(undefined="zero")}


def test_results_do_not_keep_runs_alive():
    qrels, run = pw.Qrels.from_columns(**JUDGED), pw.Run.from_columns(**JUDGED)
    results, seen = pw.evaluate(qrels, run), weakref.ref(run)
    del run
    gc.collect()
    assert seen() is None
    assert recalled(results) is None


def test_what_is_read_once_is_not_remembered():
    qrels, run = pw.Qrels.from_columns(**JUDGED), pw.Run.from_columns(**JUDGED)
    assert recalled(pw.evaluate(qrels, (one for one in [run]))) is None


def test_dictionaries_come_back():
    results = pw.evaluate({"q": {"d": 1}}, {"q": {"d": 1.0}}, "AP")
    assert recalled(results)["runs"] == {"q": {"d": 1.0}}


def test_a_copy_is_as_good_as_saved_results():
    qrels, run = pw.Qrels.from_columns(**JUDGED), pw.Run.from_columns(**JUDGED)
    results = copy.copy(pw.evaluate(qrels, run))
    assert recalled(results) is None
    assert results.runs == ("run",)
