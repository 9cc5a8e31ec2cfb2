"""Runs whose topics are scattered, beside others; tests/laws compare all measures."""

from __future__ import annotations

import pytest
from tests.evaluation.conftest import HEADER, MEASURES, QRELS, beside, lines, same

import partwise as pw
from partwise.evaluation import unread_run
from partwise.evaluation.buckets import batches, planner
from partwise.evaluation.buckets.batches import Batches
from partwise.evaluation.buckets.planner import FIXED, ROW
from partwise.evaluation.evaluate import evaluate
from partwise.evaluation.unread_run import Bound, NotHeldError
from partwise.files.bucketed import pieces
from partwise.files.bucketed.pieces import Size


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Assessments and a run that is read a few lines at a time, and never held."""
    monkeypatch.setattr(unread_run, "_SMALL_FILE", 0)
    monkeypatch.setattr(unread_run.LargeRuns, "_holds", lambda *_: False)
    monkeypatch.setattr(planner, "size_within", lambda _: Size(4))
    monkeypatch.setattr(pieces, "_SAMPLE", 60)
    monkeypatch.setattr(batches, "peak_mb", lambda: 1.0)  # whatever tests before have left
    return beside(tmp_path, QRELS)


def scattered(*topics):
    """Return rows of topics in turns, and again."""
    head, *rows = lines(*topics).splitlines(keepends=True)
    return head + "".join(rows[::3] + rows[1::3] + rows[2::3])


BOUND = Bound.of(FIXED + 9 * ROW, 2)


@pytest.mark.parametrize(
    "text", [scattered(4, 0, 9, 2, 1), lines(0, 1, 2, 0, 3), lines(7, 8, 9, 0, 7)]
)
def test_values_and_notes_are_those_of_a_run_that_is_read_at_once(files, text, met):
    qrels, run = files(text)

    found = evaluate(qrels, run, MEASURES, memory=BOUND)

    assert len(met) > 1
    same(found, evaluate(qrels, pw.read_run(run), MEASURES))


def test_one_run_alone_goes_through_buckets(files):
    with pytest.raises(NotHeldError):
        evaluate(*files(scattered(0, 1)), MEASURES, memory=Bound.of(BOUND, 1))


def test_rows_of_several_kinds_go_through_buckets(files):
    text = HEADER.replace("score", "score\telement")
    text += "".join(f"q{n % 2}\td{n}\t1\t9\t{9 - n}\t\n" for n in range(9))
    with pytest.raises(NotHeldError):
        evaluate(*files(text + "q1\td1\t1\t9\t3\t/a[1]\n"), MEASURES, memory=BOUND)


def test_a_topic_beyond_the_memory_is_named(files, monkeypatch):
    qrels, run = files(scattered(0, 1, 1, 1, 2))
    small = Batches(FIXED + 5 * ROW)
    monkeypatch.setattr("partwise.evaluation.unread_run.LargeRuns.batches", small)

    with pytest.raises(pw.FormatError, match=r"run.tsv: topic q1 has 9 results and needs"):
        evaluate(qrels, run, MEASURES, memory=BOUND)
