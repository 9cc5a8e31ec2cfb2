"""Chunk runs evaluated in batches of topics; tests/laws compare all that is said of them."""

from __future__ import annotations

import pytest
from tests.evaluation.conftest import beside, lines, same

import partwise as pw
from partwise.evaluation import batches as module
from partwise.evaluation.evaluate import evaluate
from partwise.files.fast import chunks

QRELS = "topic\tdoc\tstart\tend\n" + "".join(f"q{t}\td{t % 3}\t0\t10\n" for t in range(6))
MEASURES = ["CharIoU", "CharOverlap", "PartP", "CharR@1"]


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Assessments and runs; the runs are read a few lines, and evaluated a topic, at a time."""
    monkeypatch.setattr(chunks, "_BLOCK", 16)
    monkeypatch.setattr(chunks, "_BATCH", 1)
    return beside(tmp_path, QRELS)


def test_each_batch_holds_its_topics_alone(files, met):
    qrels, run = files(lines(4, 0, 9, 2, 1))

    found = evaluate(qrels, run, MEASURES)

    rows = [n for _, n in met]
    assert rows == [3, 3, 6, 3]  # nothing is kept of a topic that nobody judged
    assert found.present[0].tolist() == [True, True, True, False, True, False]
    same(found, evaluate(qrels, pw.read_run(run), MEASURES))


def test_a_topic_that_comes_back_is_read_the_ordinary_way(files, met):
    qrels, run = files(lines(0, 1, 2, 0))

    found = evaluate(qrels, run, MEASURES)

    assert met[-1][1] == 12
    same(found, evaluate(qrels, pw.read_run(run), MEASURES))


def test_an_error_late_in_the_file_is_told_before_those_of_measures(files, monkeypatch):
    def refuse(*_):
        raise pw.PartwiseError("too early")

    monkeypatch.setattr(module, "evaluated", refuse)
    qrels, run = files(lines(0, 1, 2) + "q3\td1\tx\t9\t1\n")

    with pytest.raises(pw.FormatError, match=r"run.tsv:11"):
        evaluate(qrels, run, MEASURES)


def test_runs_do_not_inherit_batches(files):
    qrels, one = files(lines(0, 1, 2))
    _, other = files(lines(5, 3), "other")
    table = pw.read_run(other)

    found = evaluate(qrels, [one, table, other, one], MEASURES)
    whole = evaluate(
        qrels, [pw.read_run(one), table, pw.read_run(other), pw.read_run(one)], MEASURES
    )

    assert found.runs[-1] == "run#2"
    same(found, whole)


def test_names_alike_are_told_once_for_the_whole_run(files):
    renamed = lines(0, 1, 2).replace("q1\td2", "q1\td-2").replace("q2\td2", "q2\td-2")
    qrels, run = files(renamed.replace("q0\td2", "q0\tx"))

    found = evaluate(qrels, run, MEASURES)

    assert any("alike" in note for note in found.notes)
    same(found, evaluate(qrels, pw.read_run(run), MEASURES))
